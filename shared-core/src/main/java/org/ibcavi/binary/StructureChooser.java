// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ibcavi.problem.Cost;
import org.ibcavi.problem.RegressionMeans;
import org.ibcavi.problem.RegressionSample;
import org.ibcavi.problem.Shape;
import org.ibcavi.scale.EvidenceSample;
import org.ibcavi.structure.LearnedStructure;
import org.ibcavi.structure.StructureChoice;

/** Chooses by evidence between one variance for all weights and structures that learn more. */
final class StructureChooser {
  /**
   * A difference of log evidences from which on it speaks strongly, a ratio of 20 (Kass and Raftery
   * 1995).
   */
  private static final double STRONG = 3;

  private final Inference inference;
  private final StructureChoice choice;
  private final long seed;
  private String note;

  /**
   * Prepares the choice.
   *
   * @param inference how a regression is fitted
   * @param choice what to compare
   * @param seed of the rows from which curvatures are taken
   */
  StructureChooser(Inference inference, StructureChoice choice, long seed) {
    this.inference = inference;
    this.choice = choice;
    this.seed = seed;
  }

  /**
   * Compares.
   *
   * @param variance of all weights, learned before
   * @param evidence under it
   * @param start means under it
   * @return the structure of the largest evidence if that is larger by enough
   */
  Optional<StructureLearner> better(double variance, double evidence, RegressionMeans start) {
    Optional<String> obstacle = obstacle();
    if (obstacle.isPresent()) {
      note =
          "one variance for all weights: evidences of priors were not compared, " + obstacle.get();
      return Optional.empty();
    }
    StructureLearner best = null;
    List<String> compared = new ArrayList<>();
    for (LearnedStructure structure : choice.candidates()) {
      StructureLearner tried =
          new StructureLearner(inference, structure, seed).learn(variance, start);
      compared.add(
          String.format(
              Locale.ROOT, "%+.1f with %s", tried.evidence() - evidence, tried.state().report()));
      if (best == null || tried.evidence() > best.evidence()) {
        best = tried;
      }
    }
    boolean taken = best != null && best.evidence() >= evidence + STRONG;
    note =
        "log evidence beside that of one variance for all weights: "
            + String.join("; ", compared)
            + (taken ? "; the largest was taken" : "; the one variance was kept");
    return taken ? Optional.of(best) : Optional.empty();
  }

  /** Why evidences cannot be compared; empty if they can. */
  private Optional<String> obstacle() {
    Shape shape = inference.pass().shape();
    Cost cost = new Cost(shape);
    if (ScaleLearner.holdsOut(shape, choice.common()) || !cost.determinesCurvatures()) {
      return Optional.of("rows are too few for each coefficient");
    }
    if (RegressionSample.withRows(shape).count() < shape.categories()) {
      return Optional.of("some categories have no rows");
    }
    boolean sampled = !new EvidenceSample(shape, seed).notes().isEmpty();
    return sampled || cost.searchRows() < shape.rows()
        ? Optional.of("they would have been estimated from samples")
        : Optional.empty();
  }

  /** What was compared, and what came out. */
  String note() {
    return note;
  }
}
