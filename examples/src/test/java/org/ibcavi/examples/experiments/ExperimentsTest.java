// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ibcavi.examples.report.Section;
import org.ibcavi.examples.report.TextTable;
import org.junit.jupiter.api.Test;

/** The small form of every experiment, and what it must show even so. */
class ExperimentsTest {
  /** What ran already, by name: some experiments are looked at by two tests. */
  private static final Map<String, Section> DONE = new HashMap<>();

  private static Section run(Experiment experiment) throws IOException {
    Section section = DONE.get(experiment.name());
    if (section == null) {
      section = experiment.run(Arguments.of(experiment, "--quick"));
      DONE.put(experiment.name(), section);
    }
    assertTrue(section.figures() > 0);
    assertFalse(section.tables().isEmpty());
    return section;
  }

  /** Weak signals favour the marginalizing member, as published; averages follow the winner. */
  @Test
  void weakSignalsFavourMarginalization() throws IOException {
    TextTable strata = run(new ValueOfAveraging()).tables().get(2);
    assertEquals(4, strata.size());
    for (int row = 0; row < strata.size(); row++) {
      double cbm = strata.number(row, "CBM");
      double cbc = strata.number(row, "CBC");
      double bma = strata.number(row, "BMA");
      assertTrue(bma < 1.2 * Math.min(cbm, cbc), strata.toString());
      if (strata.cell(row, "stratum").endsWith("σ=0.1")) {
        assertTrue(cbm < cbc, strata.toString());
        double learned = strata.number(row, "grid, learned scale, probit");
        assertTrue(learned < strata.number(row, "published BMA"), strata.toString());
      }
    }
  }

  /** Every published figure to its last digit; averages have random draws in them. */
  @Test
  void publishedAveragesComeOutOnThePublishedData() throws IOException {
    TextTable table = run(new ValueOfAveraging()).tables().get(1);
    assertEquals(8, table.size());
    for (int row = 0; row < table.size(); row++) {
      assertEquals(table.number(row, "published CBM"), table.number(row, "CBM"), 6e-4);
      assertEquals(table.number(row, "published CBC"), table.number(row, "CBC"), 6e-4);
      assertEquals(table.number(row, "published BMA"), table.number(row, "BMA"), 4e-3);
    }
  }

  @Test
  void maximumLikelihoodNeedsMoreRowsThanParameters() throws IOException {
    Section section = run(new MaximumLikelihood());
    TextTable few = section.tables().get(0);
    TextTable many = section.tables().get(1);
    for (int row = 0; row < few.size(); row++) {
      assertTrue(few.number(row, "CBM-probit") > few.number(row, "softmax ML"), few.toString());
      double gap = many.number(row, "truth") - many.number(row, "default (categorical)");
      assertTrue(gap > -0.05 && gap < 0.3, many.toString());
    }
  }

  @Test
  void everyMethodIsTimed() throws IOException {
    List<TextTable> tables = run(new TrainingTime()).tables();
    assertEquals(2, tables.size());
    for (TextTable table : tables) {
      assertEquals(11 + AugmentedTraces.COUNT, table.size());
      for (int row = 0; row < table.size(); row++) {
        if (!table.cell(row, "log likelihood").equals("diverged")) {
          assertTrue(table.number(row, "log likelihood") < 0, table.toString());
          assertTrue(table.number(row, "seconds") > 0, table.toString());
        }
      }
    }
  }

  /** The covariance of coordinate ascent is too narrow; Laplace's has about the right width. */
  @Test
  void laplaceHasTheWidthOfNuts() throws IOException {
    TextTable table = run(new PosteriorViolins()).tables().get(0);
    Map<String, Double> widths = new HashMap<>();
    for (int row = 0; row < table.size(); row++) {
      widths.put(table.cell(row, "method"), table.number(row, "relative to NUTS"));
      assertTrue(table.number(row, "mean |difference of means|") < 0.05, table.toString());
    }
    assertTrue(widths.get("IB-CAVI, CAVI") < 0.8, table.toString());
    assertEquals(1, widths.get("IB-CAVI, Laplace"), 0.25);
  }

  /** The published likelihoods to their last digit but for one row, and so the accuracies. */
  @Test
  void publishedScoresComeOutOnThePublishedSplits() throws IOException {
    TextTable table = run(new GlassSplits()).tables().get(0);
    int compared = 0;
    for (int row = 0; row < table.size(); row++) {
      if (table.cell(row, "inference").equals("IB-CAVI")) {
        compared++;
        assertEquals(
            table.number(row, "published likelihood"), table.number(row, "likelihood"), 0.0051);
        assertEquals(table.number(row, "published accuracy"), table.number(row, "accuracy"), 0.01);
      }
    }
    assertEquals(4, compared);
  }

  /** The most probable class is the same for every member of the family. */
  @Test
  void membersOfAFamilyHaveTheSameAccuracy() throws IOException {
    TextTable table = run(new GlassSplits()).tables().get(1);
    Map<String, String> accuracies = new HashMap<>();
    for (int row = 0; row < table.size(); row++) {
      accuracies.put(table.cell(row, "model"), table.cell(row, "accuracy"));
      double likelihood = table.number(row, "likelihood");
      assertTrue(likelihood > 0.25 && likelihood < 0.55, table.toString());
    }
    assertEquals(7, accuracies.size());
    assertEquals(accuracies.get("CBC-logit"), accuracies.get("CBM-logit"));
    assertEquals(accuracies.get("CBC-probit"), accuracies.get("CBM-probit"));
  }

  @Test
  void usersAreToldApart() throws IOException {
    TextTable table = run(new IntrusionDetection()).tables().get(0);
    assertEquals(3, table.size());
    for (int row = 0; row < table.size(); row++) {
      assertTrue(table.number(row, "ID score IB-CAVI") > 1, table.toString());
      assertTrue(table.number(row, "ID score ADVI") > 1, table.toString());
    }
  }

  /** All 49 published marks follow from measured figures. */
  @Test
  void theTableOfModelsIsThePublishedOne() throws IOException {
    TextTable table = run(new InferenceFeatures()).tables().get(0);
    assertEquals(9, table.size());
    int published = 0;
    for (int row = 0; row < table.size(); row++) {
      String different = table.cell(row, "not as published");
      published += different.equals("–") ? 1 : 0;
      assertTrue(different.equals("–") || different.equals("no such row"), table.toString());
    }
    assertEquals(7, published);
  }

  /** Names of categories move sticks and bases; without a base, and for ours, they do not. */
  @Test
  void onlySticksAndBasesDependOnTheOrder() throws IOException {
    TextTable table = run(new CategoryOrder()).tables().get(0);
    Map<String, Double> changes = new HashMap<>();
    for (int row = 0; row < table.size(); row++) {
      changes.put(table.cell(row, "method"), table.number(row, "largest change of p"));
    }
    assertTrue(changes.get("stick-breaking CAVI, order of the names") > 0.05, table.toString());
    assertTrue(changes.get("multinomial probit CAVI, base = first name") > 0.02, table.toString());
    assertTrue(changes.get("multinomial probit CAVI, no base") < 1e-9, table.toString());
    assertTrue(changes.get("ibcavi, default with Laplace's posterior") < 1e-6, table.toString());
    assertTrue(changes.get("ibcavi, default (categorical)") < 1e-6, table.toString());
  }

  @Test
  void thePublishedTableIsWhole() throws IOException {
    List<PublishedAverages.Cell> cells = PublishedAverages.read();
    assertEquals(40, cells.size());
    assertEquals(8, cells.stream().map(PublishedAverages.Cell::stratum).distinct().count());
    for (PublishedAverages.Cell cell : cells) {
      int parameters = cell.categories() * (cell.features() + 1);
      assertEquals(0, cell.rows() % (10 * parameters));
    }
  }

  @Test
  void badArgumentsAreNamed() {
    assertEquals(
        "argument 'quick'; must be one of --quick, --fresh, --categories=…, --cells=…, --datasets=…,"
            + " --many=…, --out=…, --threads=…",
        refusal("quick"));
    for (String wrong : List.of("--dataset=4", "--datasets", "--quick=true", "--user=4")) {
      assertTrue(refusal(wrong).startsWith("argument '" + wrong + "'; must be one of --"), wrong);
    }
    assertEquals(
        "argument '--datasets=3'; must be there once", refusal("--datasets=2", "--datasets=3"));
    assertEquals(
        "--datasets=many; must be a whole number",
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    Arguments.of(new MaximumLikelihood(), "--datasets=many")
                        .number("datasets", 1, 1))
            .getMessage());
    assertEquals(
        "--scale=no; must be none or deviation", refusal(new IntrusionDetection(), "--scale=no"));
  }

  private static String refusal(String... args) {
    return assertThrows(
            IllegalArgumentException.class, () -> Arguments.of(new MaximumLikelihood(), args))
        .getMessage();
  }

  private static String refusal(Experiment experiment, String argument) {
    Arguments arguments = Arguments.of(experiment, "--quick", argument);
    return assertThrows(IllegalArgumentException.class, () -> experiment.run(arguments))
        .getMessage();
  }

  @Test
  void dataAreLookedForBeforeTheFirstRun() {
    assertEquals(
        "--data=iris; there are glass, small, detergent, medium, large",
        refusal(new TrainingTime(), "--data=glass,iris"));
    String message = refusal(new TrainingTime(), "--data=glass,small,detergent");
    assertTrue(message.startsWith("--data=detergent: there is no file "), message);
    assertTrue(message.endsWith("; name it by --detergent=file"), message);
  }

  /** An argument of one of them goes to all; what none knows, and a file for all, is refused. */
  @Test
  void allExperimentsTakeTheArgumentsOfEach() {
    for (String wrong : List.of("--user=4", "--cells=all.cells")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> AllExperiments.main(new String[] {"--quick", wrong}));
    }
    Arguments all = Arguments.of(AllExperiments.list(), "--users=4", "--simulations=3");
    assertEquals(4, all.number("users", 1, 1));
    assertEquals(3, all.number("simulations", 1, 1));
  }

  /** Of uniform ranks about a tenth are in the outer bins; few simulations tell no more. */
  @Test
  void ranksOfTheTruthAreNotAtTheEnds() throws IOException {
    TextTable ranks = run(new RankCalibration()).tables().get(0);
    for (int row = 0; row < ranks.size(); row++) {
      boolean variational = ranks.cell(row, "posterior").equals("variational");
      if (variational && ranks.cell(row, "quantity").startsWith("probability")) {
        assertTrue(ranks.number(row, "in the outer bins") < 0.25, ranks.toString());
        assertEquals(0.5, ranks.number(row, "mean rank"), 0.15, ranks.toString());
      }
    }
  }
}
