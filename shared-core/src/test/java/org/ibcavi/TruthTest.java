// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.ibcavi.family.PowerFamily;
import org.ibcavi.fit.StopReason;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Component;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.Shape;
import org.ibcavi.report.BinaryReport;
import org.ibcavi.report.FitReport;
import org.ibcavi.report.MemberReport;
import org.ibcavi.report.PriorReport;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.Settings;
import org.ibcavi.settings.Solver;
import org.ibcavi.variational.VariationalSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every statement of a report, of random settings and sizes, against the model it describes. */
class TruthTest {
  /** Seeds of small data; those of larger data follow. */
  private static final long SMALL = 20;

  @ParameterizedTest
  @MethodSource("seeds")
  void everyStatementIsTrueOfTheModel(long seed) {
    Checked fit = new Checked(seed);
    fit.sizesAreThoseOfTheData();
    fit.theMethodIsTheOneThatMadeTheModel();
    if (fit.report.method() == Method.CATEGORICAL) {
      fit.membersAreThoseOfTheModel();
    } else {
      fit.theBinaryStageIsTheModel();
    }
    fit.theTextSaysTheSame();
  }

  @Test
  void withoutFeaturesNoVarianceIsTold() {
    double[][] rows = new double[6][0];
    FitReport report = IbCavi.withDefaults().fit(rows, new int[] {0, 1, 0, 2, 1, 0}).report();
    assertFalse(report.toString().contains("NaN"), report.toString());
    PriorReport start = report.binary().orElseThrow().prior();
    assertEquals("nothing to learn", start.toString());
    assertEquals(Prior.DEFAULT_INTERCEPT_VARIANCE, start.interceptVariance());
    assertEquals(Prior.DEFAULT_INTERCEPT_VARIANCE, report.prior().interceptVariance());
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, SMALL + 5);
  }

  /**
   * A heavy-tailed prior has a variance for each weight, which the report does not tell. At the
   * mode the slope of the log likelihood is β/σ², so that the slopes, by differences, tell the
   * variances and with them the log posterior at the mode. The same modes are the start of
   * variational posteriors, whose bound is then a mean over draws.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void objectivesOfHeavyTailedMembersAreTrue(long seed) {
    Checked modes = heavyTailed(seed, PosteriorKind.LAPLACE);
    MemberReport member = modes.heavyTailedMember();
    Component component = modes.heavyTailedComponent();
    double[][] variances = modes.variancesAtMode(component);
    double[] trace = member.trace();
    double expected = modes.logPosterior(component, modes.means(component), variances);
    assertEquals(expected, trace[trace.length - 1], 1e-6 * Math.abs(expected));

    Checked normals = heavyTailed(seed, PosteriorKind.VARIATIONAL);
    normals.boundIsTrue(normals.heavyTailedMember(), normals.heavyTailedComponent(), variances);
  }

  private static Checked heavyTailed(long seed, PosteriorKind posterior) {
    Settings settings =
        Settings.none()
            .with(Option.METHOD, Method.CATEGORICAL)
            .with(Option.TOLERANCE, 1e-9)
            .with(Option.POSTERIOR, posterior);
    return new Checked(RandomData.of(seed, 120, 3, 3, 1), settings);
  }

  private static Settings settings(SplittableRandom random) {
    List<Method> methods = List.of(Method.values());
    Method method = methods.get(random.nextInt(methods.size()));
    Settings chosen = Settings.none().with(Option.METHOD, method);
    if (random.nextInt(3) == 0) {
      chosen = chosen.with(Option.LINK, Link.ALL.get(random.nextInt(Link.ALL.size())));
    }
    if (random.nextInt(3) == 0) {
      chosen = chosen.with(Option.PRIOR_VARIANCE, Math.exp(random.nextDouble(-3, 3)));
    }
    if (random.nextInt(3) == 0) {
      chosen = chosen.with(Option.COVARIANCE, CovarianceShape.DIAGONAL);
    }
    if (random.nextInt(3) == 0) {
      chosen = chosen.with(Option.MAX_SWEEPS, 1 + random.nextInt(6));
    }
    if (random.nextInt(3) == 0) {
      chosen = chosen.withText(Option.AVERAGE, List.of("bma", "cbm", "0.4").get(random.nextInt(3)));
    }
    if (random.nextInt(3) == 0) {
      chosen = chosen.with(Option.STANDARDIZE, false);
    }
    boolean binary = method == Method.BINARY || method == Method.PUBLISHED;
    if (binary && random.nextInt(2) == 0) {
      chosen = chosen.with(Option.POSTERIOR, PosteriorKind.CAVI);
    }
    if (binary && random.nextInt(3) == 0) {
      chosen = chosen.with(Option.SOLVER, Solver.CAVI);
    }
    return chosen.with(Option.THREADS, 1 + random.nextInt(3));
  }

  /** One fit. */
  private static final class Checked {

    private final Settings settings;
    private final RandomData data;
    private final CategoricalModel model;
    private final FitReport report;

    private Checked(long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      int categories = 2 + random.nextInt(4);
      boolean large = seed > SMALL;
      int some = large ? 10 + random.nextInt(10) : categories;
      RandomData rows =
          large
              ? RandomData.of(seed, 800 + random.nextInt(400), 10 + random.nextInt(10), some, 1)
              : RandomData.of(seed, 40 + random.nextInt(200), 1 + random.nextInt(5), some, 1);
      data = random.nextBoolean() ? rows.weighted(seed) : rows;
      settings = settings(random);
      model = IbCavi.withDefaults().with(settings).fit(data.dense());
      report = model.report();
    }

    private Checked(RandomData data, Settings settings) {
      this.data = data;
      this.settings = settings;
      model = IbCavi.withDefaults().with(settings).fit(data.dense());
      report = model.report();
    }

    private MemberReport heavyTailedMember() {
      return report.members().stream().filter(Checked::isHeavyTailed).findFirst().orElseThrow();
    }

    private static boolean isHeavyTailed(MemberReport member) {
      return member.prior().kind() == PriorReport.Kind.HEAVY_TAILED;
    }

    private Component heavyTailedComponent() {
      return model.components().stream()
          .filter(component -> component.prior().kind() == PriorReport.Kind.HEAVY_TAILED)
          .findFirst()
          .orElseThrow();
    }

    /** σ² = β / (∂ℓ/∂β) of each weight, and the intercept's that the report tells. */
    private double[][] variancesAtMode(Component component) {
      double[][] beta = means(component);
      double[][] variances = new double[beta.length][data.columns() + 1];
      double step = 1e-4;
      for (int k = 0; k < beta.length; k++) {
        for (int m = 0; m < data.columns(); m++) {
          double at = beta[k][m];
          beta[k][m] = at + step;
          double above = logLikelihood(component, beta);
          beta[k][m] = at - step;
          double below = logLikelihood(component, beta);
          beta[k][m] = at;
          variances[k][m] = at * 2 * step / (above - below);
        }
        variances[k][data.columns()] = component.prior().interceptVariance();
      }
      return variances;
    }

    private void sizesAreThoseOfTheData() {
      int[] withWeight =
          IntStream.range(0, data.count()).filter(i -> data.weights()[i] > 0).toArray();
      assertEquals(withWeight.length, report.rows());
      assertEquals(data.columns(), report.features());
      assertEquals(data.categories(), report.categories());
      assertEquals(
          Arrays.stream(withWeight).map(i -> data.labels()[i]).distinct().count(),
          report.categoriesWithRows());
      assertEquals((long) withWeight.length * data.columns(), report.nonzeros());
      assertEquals(settings.get(Option.THREADS).orElseThrow(), report.threads());
    }

    private void theMethodIsTheOneThatMadeTheModel() {
      Method asked = settings.get(Option.METHOD).orElseThrow();
      assertEquals(asked == Method.AUTO, report.reason().startsWith("chosen by auto"));
      if (asked != Method.AUTO) {
        assertEquals(asked, report.method());
      }
      assertEquals(report.method() == Method.CATEGORICAL, !report.members().isEmpty());
      boolean standardized =
          settings.in(report.method(), Option.STANDARDIZE).orElseThrow() && data.columns() > 0;
      assertEquals(standardized, !model.standardization().isIdentity());
    }

    private void membersAreThoseOfTheModel() {
      assertTrue(report.binary().orElseThrow().isStart(), "the binary stage was only a start");
      List<MemberReport> kept =
          report.members().stream()
              .filter(member -> member.weight() > 0)
              .sorted(Comparator.comparingDouble(MemberReport::weight).reversed())
              .toList();
      assertEquals(model.components().size(), kept.size());
      for (int c = 0; c < kept.size(); c++) {
        memberIsTrue(kept.get(c), model.components().get(c));
      }
      assertEquals(1, kept.stream().mapToDouble(MemberReport::weight).sum(), 1e-12);
      boolean given = settings.get(Option.PRIOR_VARIANCE).isPresent();
      assertTrue(!given || report.reason().contains("one prior"), report.reason());
      assertEquals(report.members().stream().allMatch(MemberReport::converged), report.converged());
    }

    private void memberIsTrue(MemberReport member, Component component) {
      assertEquals(component.weight(), member.weight(), 1e-15);
      assertEquals(component.link().name(), member.link());
      settings.get(Option.LINK).ifPresent(link -> assertEquals(link.name(), member.link()));
      assertEquals(1, component.alphas().size());
      assertEquals(component.alphas().alpha(0), member.alpha());
      assertEquals(component.prior(), member.prior());
      assertEquals(component.posterior().covariance().diagonal(), member.isDiagonal());
      assertEquals(
          settings.get(Option.COVARIANCE).isPresent(), member.isDiagonal(), "small data are full");
      priorIsTrue(member.prior());
      int limit = settings.in(Method.CATEGORICAL, Option.MAX_SWEEPS).orElseThrow();
      assertTrue(member.passes() <= limit);
      assertTrue(member.converged() || member.passes() == limit);
      if (member.prior().kind() != PriorReport.Kind.HEAVY_TAILED) {
        objectiveIsTrue(member, component);
      }
    }

    /** At a mode the log posterior is what the ascent ended with. */
    private void objectiveIsTrue(MemberReport member, Component component) {
      assertEquals(member.posterior() == PosteriorKind.VARIATIONAL, member.rounds().isPresent());
      if (member.posterior() == PosteriorKind.VARIATIONAL) {
        assertEquals(VariationalSettings.draws(shape()), member.draws().orElseThrow());
        boundIsTrue(member, component, reportedVariances(component));
        return;
      }
      double[] trace = member.trace();
      double recomputed = logPosterior(component, means(component), reportedVariances(component));
      assertEquals(recomputed, trace[trace.length - 1], 1e-8 * Math.abs(recomputed));
    }

    /**
     * E_q[log p(y, B) − log q(B)] over plain draws of all coefficients; of two categories under
     * softmax over draws of their difference, which is all that it sees. The reported one is a mean
     * over draws too, fewer for each row the more rows there are; its error is below that of as
     * many independent draws.
     */
    private void boundIsTrue(MemberReport member, Component component, double[][] variances) {
      int draws = 400;
      SplittableRandom random = new SplittableRandom(9);
      double[] values = new double[draws];
      double[][] rows = new double[draws][];
      for (int draw = 0; draw < draws; draw++) {
        double[][] beta = means(component);
        double share = 1;
        if (seesOneDifference(component)) {
          share = 0.5;
          double[] noise = new double[beta[0].length];
          values[draw] -= addNoise(component, 0, random, noise);
          for (int p = 0; p < noise.length; p++) {
            beta[0][p] += Math.sqrt(share) * noise[p];
            beta[1][p] -= Math.sqrt(share) * noise[p];
          }
        } else {
          for (int k = 0; k < beta.length; k++) {
            values[draw] -= addNoise(component, k, random, beta[k]);
          }
        }
        rows[draw] = logLikelihoods(component, beta);
        values[draw] +=
            Arrays.stream(rows[draw]).sum()
                - penalty(beta, variances)
                + share * priorConstant(variances);
      }
      double reported = 0;
      for (int i = 0; i < data.count(); i++) {
        int row = i;
        double[] ofRow = Arrays.stream(rows).mapToDouble(draw -> draw[row]).toArray();
        reported += variance(ofRow) / VariationalSettings.draws(shape());
      }
      double error = Math.sqrt(variance(values) / draws);
      double mean = Arrays.stream(values).average().orElseThrow();
      assertEquals(mean, member.logEvidence(), 5 * error + 2 * Math.sqrt(reported));
    }

    private Shape shape() {
      return Problem.of(data.dense(), data.denseMatrix(), true).shape();
    }

    private static double variance(double[] values) {
      double mean = Arrays.stream(values).average().orElseThrow();
      return Arrays.stream(values)
          .map(value -> (value - mean) * (value - mean))
          .average()
          .orElse(0);
    }

    private boolean seesOneDifference(Component component) {
      return component.link() == Link.LOGIT
          && component.alphas().alpha(0) == 1
          && means(component).length == 2;
    }

    /** Draws a category's coefficients; returns the log density but for −½P log 2π. */
    private double addNoise(
        Component component, int category, SplittableRandom random, double[] beta) {
      PosteriorCovariance covariance = component.posterior().covariance();
      int vector = component.posterior().vectorOf(category);
      double[] z = new double[beta.length];
      double logDensity = 0;
      for (int p = 0; p < z.length; p++) {
        z[p] = random.nextGaussian();
        logDensity -= 0.5 * z[p] * z[p];
      }
      if (covariance.diagonal()) {
        double[] variances = covariance.variances(vector);
        for (int p = 0; p < z.length; p++) {
          z[p] *= Math.sqrt(variances[p]);
          logDensity -= 0.5 * Math.log(variances[p]);
        }
      } else {
        covariance.precision(vector).solveUpper(z, 0, 1, 1);
        logDensity += 0.5 * covariance.precision(vector).logDeterminant();
      }
      for (int p = 0; p < z.length; p++) {
        beta[p] += z[p];
      }
      return logDensity;
    }

    /** −½Σ log σ² over all coefficients. */
    private static double priorConstant(double[][] variances) {
      return -0.5 * Arrays.stream(variances).flatMapToDouble(Arrays::stream).map(Math::log).sum();
    }

    /** The prior variance of every coefficient that the report tells. */
    private double[][] reportedVariances(Component component) {
      double[][] variances = new double[data.categories()][data.columns() + 1];
      for (double[] own : variances) {
        Arrays.fill(own, component.prior().weightVariance());
        own[data.columns()] = component.prior().interceptVariance();
      }
      return variances;
    }

    private double[][] means(Component component) {
      double[][] beta = new double[data.categories()][];
      Arrays.setAll(beta, k -> component.posterior().mean(component.posterior().vectorOf(k)));
      return beta;
    }

    private void priorIsTrue(PriorReport prior) {
      boolean given = settings.in(report.method(), Option.PRIOR_VARIANCE).isPresent();
      assertEquals(given, prior.kind() == PriorReport.Kind.GIVEN);
      settings
          .in(report.method(), Option.PRIOR_VARIANCE)
          .ifPresent(variance -> assertEquals(variance, prior.weightVariance()));
      assertEquals(
          settings.in(report.method(), Option.INTERCEPT_VARIANCE).orElseThrow(),
          prior.interceptVariance());
    }

    /** Σ ω log p_α(y) − ½Σβ²/σ² from the definitions. */
    private double logPosterior(Component component, double[][] beta, double[][] variances) {
      return logLikelihood(component, beta) - penalty(beta, variances);
    }

    private double penalty(double[][] beta, double[][] variances) {
      double sum = 0;
      for (int k = 0; k < beta.length; k++) {
        for (int p = 0; p <= data.columns(); p++) {
          sum += 0.5 * beta[k][p] * beta[k][p] / variances[k][p];
        }
      }
      return sum;
    }

    private double logLikelihood(Component component, double[][] beta) {
      return Arrays.stream(logLikelihoods(component, beta)).sum();
    }

    private double[] logLikelihoods(Component component, double[][] beta) {
      double[] logs = new double[data.count()];
      double[] center = model.standardization().center();
      double[] scale = model.standardization().scale();
      for (int i = 0; i < data.count(); i++) {
        double[] row = data.row(i);
        double[] eta = new double[beta.length];
        for (int k = 0; k < eta.length; k++) {
          eta[k] = beta[k][data.columns()];
          for (int m = 0; m < row.length; m++) {
            eta[k] += beta[k][m] * (row[m] - center[m]) / scale[m];
          }
        }
        PowerFamily.logProbabilities(component.link(), component.alphas().alpha(0), eta, eta);
        logs[i] = data.weights()[i] * eta[data.labels()[i]];
      }
      return logs;
    }

    private void theBinaryStageIsTheModel() {
      BinaryReport stage = report.binary().orElseThrow();
      Component only = model.components().get(0);
      assertFalse(stage.isStart());
      assertEquals(1, model.components().size());
      assertEquals(only.link().name(), stage.link());
      assertEquals(settings.in(report.method(), Option.LINK).orElseThrow(), only.link());
      assertEquals(only.prior(), stage.prior());
      priorIsTrue(stage.prior());
      assertEquals(only.posterior().covariance().diagonal(), stage.isDiagonal());
      boolean cavi =
          settings.in(report.method(), Option.POSTERIOR).orElseThrow() == PosteriorKind.CAVI;
      assertEquals(cavi, stage.posterior().orElseThrow() == PosteriorKind.CAVI);
      assertEquals(settings.in(report.method(), Option.SOLVER).orElseThrow(), stage.solver());
      assertEquals(only.alphas().toString(), stage.average().orElseThrow().toString());
      int limit = settings.in(report.method(), Option.MAX_SWEEPS).orElseThrow();
      assertTrue(stage.sweeps() <= limit);
      assertEquals(stage.stopReason() == StopReason.SWEEP_LIMIT, !report.converged());
      assertTrue(report.converged() || stage.sweeps() == limit);
      double[] trace = stage.trace();
      for (int sweep = 1; sweep < trace.length; sweep++) {
        assertTrue(trace[sweep] >= trace[sweep - 1] - 1e-9 * Math.abs(trace[sweep]), "ELBO falls");
      }
    }

    private void theTextSaysTheSame() {
      String text = report.toString();
      assertTrue(text.contains(report.rows() + " rows, " + report.features() + " features"), text);
      assertTrue(text.contains(report.reason()), text);
      for (MemberReport member : report.members()) {
        assertTrue(text.contains(member.toString()), text);
        assertTrue(member.toString().contains(member.prior().toString()));
      }
      assertEquals(report.converged(), !text.contains("warning: the"), text);
      String expected = report.method() == Method.CATEGORICAL ? "\nstart" : "\nbinary stage";
      assertTrue(text.contains(expected), text);
    }
  }
}
