// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;
import org.ibcavi.examples.baselines.BinaryFamily;
import org.ibcavi.examples.baselines.CategoricalLikelihood;
import org.ibcavi.examples.baselines.CategoricalTarget;
import org.ibcavi.examples.baselines.CoordinateAscent;
import org.ibcavi.examples.baselines.DiagonalOrthantCavi;
import org.ibcavi.examples.baselines.DiagonalOrthantGibbs;
import org.ibcavi.examples.baselines.GibbsSampler;
import org.ibcavi.examples.baselines.LogDensity;
import org.ibcavi.examples.baselines.LogisticSoftmaxCavi;
import org.ibcavi.examples.baselines.LogisticSoftmaxGibbs;
import org.ibcavi.examples.baselines.MultinomialProbit;
import org.ibcavi.examples.baselines.MultinomialProbitCavi;
import org.ibcavi.examples.baselines.MultinomialProbitGibbs;
import org.ibcavi.examples.baselines.MultinomialProbitTarget;
import org.ibcavi.examples.baselines.PolyaGamma;
import org.ibcavi.examples.baselines.PolyaGammaGibbs;
import org.ibcavi.examples.baselines.QuasiNewton;
import org.ibcavi.examples.baselines.StickBreaking;
import org.ibcavi.examples.baselines.StickBreakingCavi;
import org.ibcavi.examples.baselines.StickBreakingGibbs;
import org.ibcavi.examples.baselines.TruncatedNormal;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.parallel.Workers;

/** The rows of the paper's table 1, and two that it does not have. */
final class TableRows {
  /** Sweeps of every fit: the bounds have long settled, and no fit ends by another's doing. */
  private static final int SWEEPS = 150;

  /** Sweeps that are timed together. */
  static final int TIMED_SWEEPS = 20;

  private TableRows() {}

  /** All rows; those of samplers with so many sweeps. */
  static List<TableRow> all(int sweeps) {
    return List.of(
        new Softmax(),
        new Probit(),
        new SoftmaxPolyaGamma(sweeps),
        new Sticks(),
        new ProbitAlbertChib(),
        new IndependentBinary(Link.PROBIT),
        new IndependentBinary(Link.LOGIT),
        new DiagonalOrthant(),
        new LogisticSoftmax());
  }

  /** Columns of P × count coefficients as a vector for each. */
  private static double[][] columns(double[] theta, int count) {
    double[][] columns = new double[count][theta.length / count];
    for (int at = 0; at < theta.length; at++) {
      columns[at % count][at / count] = theta[at];
    }
    return columns;
  }

  private static TableRow.Fitted mode(
      LogDensity density, CategoricalLikelihood likelihood, DesignMatrix test) {
    double[] theta = new QuasiNewton(density, 1000, 1e-7).run(point -> {});
    return fitted(theta, likelihood, test);
  }

  private static TableRow.Fitted fitted(
      double[] theta, CategoricalLikelihood likelihood, DesignMatrix test) {
    return new TableRow.Fitted(
        likelihood.predict(theta, test), columns(theta, likelihood.predictors()));
  }

  private static TableRow.Fitted fitted(CoordinateAscent ascent, DesignMatrix test) {
    sweep(ascent, SWEEPS);
    return fitted(ascent.theta(), ascent.likelihood(), test);
  }

  private static void sweep(CoordinateAscent ascent, int sweeps) {
    for (int t = 0; t < sweeps; t++) {
      ascent.sweep();
    }
  }

  /** Bounds until a sweep gains less than a millionth. */
  private static double[] bounds(CoordinateAscent ascent) {
    List<Double> bounds = new ArrayList<>(List.of(ascent.sweep(), ascent.sweep()));
    for (int last = 1; last < SWEEPS && bounds.get(last) - bounds.get(last - 1) > 1e-6; last++) {
      bounds.add(ascent.sweep());
    }
    return bounds.stream().mapToDouble(value -> value).toArray();
  }

  /** A binary regression of some rows as a density of P coefficients. */
  private static LogDensity binary(
      TrainingData data, Link link, IntPredicate rows, IntPredicate positive) {
    int[] chosen = IntStream.range(0, data.rows()).filter(i -> rows.test(data.label(i))).toArray();
    int columns = data.features().columns();
    double[][] x = new double[chosen.length][columns];
    IntUnaryOperator label = at -> positive.test(data.label(chosen[at])) ? 0 : 1;
    for (int at = 0; at < chosen.length; at++) {
      data.features().copyRow(chosen[at], x[at]);
    }
    int[] labels = IntStream.range(0, chosen.length).map(label).toArray();
    TrainingData part = TrainingData.of(DesignMatrix.of(x), labels, 2);
    // With two categories, one of them at zero, conditioning leaves H(η) itself.
    return CategoricalTarget.of(part, link, 1, 1).identified();
  }

  /** e^(κη − ωη²/2)/2 with ω from PG(1, 0) has the mean σ(±η), κ = ±½; Polson et al. 2013. */
  private static double polyaGammaFactor(double eta, boolean positive, RandomGenerator random) {
    double omega = PolyaGamma.draw(0, random);
    return 0.5 * Math.exp((positive ? 0.5 : -0.5) * eta - 0.5 * omega * eta * eta);
  }

  private static double logSumOfOthers(double[] eta, int k) {
    double sum = 0;
    for (int j = 0; j < eta.length; j++) {
      sum += j == k ? 0 : Math.exp(eta[j]);
    }
    return Math.log(sum);
  }

  /** Softmax, its posterior mode. */
  private static class Softmax implements TableRow {
    @Override
    public String name() {
      return "Softmax";
    }

    @Override
    public String published() {
      return "+-++---";
    }

    @Override
    public CategoricalLikelihood likelihood(int categories) {
      return new BinaryFamily(Link.LOGIT, true, categories);
    }

    @Override
    public Fitted fit(TrainingData data, DesignMatrix test, long seed) {
      return mode(densities(data).get(0), likelihood(data.categories()), test);
    }

    @Override
    public List<LogDensity> densities(TrainingData data) {
      return List.of(CategoricalTarget.softmax(data, 1));
    }
  }

  /** Multinomial probit, its posterior mode. */
  private static class Probit implements TableRow {
    @Override
    public String name() {
      return "MNP";
    }

    @Override
    public String published() {
      return "+-+----";
    }

    @Override
    public MultinomialProbit likelihood(int categories) {
      return new MultinomialProbit(categories, MultinomialProbit.NO_BASE);
    }

    @Override
    public Fitted fit(TrainingData data, DesignMatrix test, long seed) {
      return mode(densities(data).get(0), likelihood(data.categories()), test);
    }

    @Override
    public List<LogDensity> densities(TrainingData data) {
      return List.of(new MultinomialProbitTarget(data, 1, likelihood(data.categories())));
    }
  }

  /** Softmax by Pólya-Gamma Gibbs, all categories with coefficients. */
  private static final class SoftmaxPolyaGamma extends Softmax {
    private final int sweeps;

    SoftmaxPolyaGamma(int sweeps) {
      this.sweeps = sweeps;
    }

    @Override
    public String name() {
      return "Softmax+PGA";
    }

    @Override
    public String published() {
      return "+++++--";
    }

    @Override
    public Fitted fit(TrainingData data, DesignMatrix test, long seed) {
      GibbsSampler sampler = gibbs(data, seed).orElseThrow();
      RunningMean mean = new RunningMean(sampler.theta().length);
      for (int t = 0; t < sweeps; t++) {
        sampler.sweep();
        // The first tenth still remembers the start.
        if (t >= sweeps / 10) {
          mean.add(sampler.theta());
        }
      }
      return fitted(centred(mean.value(), data.categories()), likelihood(data.categories()), test);
    }

    /**
     * Coefficients less their mean over categories. Softmax knows only their differences; the mean
     * is known from the prior alone, and the sampler is slow to average it.
     */
    private static double[] centred(double[] theta, int categories) {
      double[] result = theta.clone();
      for (int from = 0; from < theta.length; from += categories) {
        double mean = Arrays.stream(theta, from, from + categories).average().orElseThrow();
        for (int k = 0; k < categories; k++) {
          result[from + k] -= mean;
        }
      }
      return result;
    }

    @Override
    public Optional<GibbsSampler> gibbs(TrainingData data, long seed) {
      return Optional.of(new PolyaGammaGibbs(data, 1, false, seed));
    }

    @Override
    public double[] auxiliaries(double[] eta, int label, RandomGenerator random) {
      return IntStream.range(0, eta.length)
          .mapToDouble(k -> PolyaGamma.draw(eta[k] - logSumOfOthers(eta, k), random))
          .toArray();
    }

    /** The conditional likelihood of one category's coefficients: logistic, with an offset. */
    @Override
    public double augmented(double[] eta, int label, RandomGenerator random) {
      return polyaGammaFactor(eta[label] - logSumOfOthers(eta, label), true, random);
    }
  }

  /** Stick-breaking in the order of the names. */
  private static final class Sticks implements TableRow {
    @Override
    public String name() {
      return "SB-Softmax+PGA";
    }

    @Override
    public String published() {
      return "-+++++-";
    }

    private static StickBreaking order(int categories) {
      return StickBreaking.inOrder(IntStream.range(0, categories).toArray());
    }

    /** As many categories as asked for, though they need one predictor less. */
    @Override
    public CategoricalLikelihood likelihood(int categories) {
      return order(categories);
    }

    private static CoordinateAscent ascent(TrainingData data, Workers workers) {
      return new StickBreakingCavi(data, 1, order(data.categories()), workers);
    }

    /** The last category takes what is left and has no coefficients. */
    @Override
    public Fitted fit(TrainingData data, DesignMatrix test, long seed) {
      Fitted fitted = fitted(ascent(data, Workers.sequential()), test);
      double[][] coefficients = Arrays.copyOf(fitted.coefficients(), data.categories());
      coefficients[data.categories() - 1] = new double[0];
      return new Fitted(fitted.probabilities(), coefficients);
    }

    @Override
    public List<LogDensity> densities(TrainingData data) {
      return IntStream.range(0, data.categories() - 1)
          .mapToObj(j -> binary(data, Link.LOGIT, label -> label >= j, label -> label == j))
          .toList();
    }

    @Override
    public Optional<GibbsSampler> gibbs(TrainingData data, long seed) {
      return Optional.of(new StickBreakingGibbs(data, 1, order(data.categories()), seed));
    }

    @Override
    public double[] bounds(TrainingData data) {
      return TableRows.bounds(ascent(data, Workers.sequential()));
    }

    @Override
    public double[] auxiliaries(double[] eta, int label, RandomGenerator random) {
      return Arrays.stream(eta).map(value -> PolyaGamma.draw(value, random)).toArray();
    }

    @Override
    public double augmented(double[] eta, int label, RandomGenerator random) {
      double product = 1;
      for (int j = 0; j < eta.length - 1 && j <= label; j++) {
        product *= polyaGammaFactor(eta[j], j == label, random);
      }
      return product;
    }

    @Override
    public double exact(double[] eta, int label) {
      double[] p = new double[eta.length];
      order(eta.length).probabilities(Arrays.copyOf(eta, eta.length - 1), p);
      return p[label];
    }

    @Override
    public Optional<Runnable> sharedSweeps(TrainingData data, Workers workers) {
      return Optional.of(() -> sweep(ascent(data, workers), TIMED_SWEEPS));
    }
  }

  /** Multinomial probit with utilities; a category each has coefficients. */
  private static final class ProbitAlbertChib extends Probit {
    @Override
    public String name() {
      return "MNP+ACA";
    }

    @Override
    public String published() {
      return "++--++-";
    }

    private CoordinateAscent ascent(TrainingData data) {
      return new MultinomialProbitCavi(data, 1, likelihood(data.categories()));
    }

    @Override
    public Fitted fit(TrainingData data, DesignMatrix test, long seed) {
      return fitted(ascent(data), test);
    }

    @Override
    public Optional<GibbsSampler> gibbs(TrainingData data, long seed) {
      return Optional.of(new MultinomialProbitGibbs(data, 1, likelihood(data.categories()), seed));
    }

    @Override
    public double[] bounds(TrainingData data) {
      return TableRows.bounds(ascent(data));
    }

    /** Utilities with the label's the largest, by drawing until it is. */
    @Override
    public double[] auxiliaries(double[] eta, int label, RandomGenerator random) {
      double[] z = new double[eta.length];
      do {
        Arrays.setAll(z, k -> eta[k] + random.nextGaussian());
      } while (z[label] < Arrays.stream(z).max().orElseThrow());
      return z;
    }

    @Override
    public double augmented(double[] eta, int label, RandomGenerator random) {
      return likelihood(eta.length).simulate(eta, random) == label ? 1 : 0;
    }
  }

  /** Auxiliary variables of separate binary regressions. */
  private abstract static class Separate implements TableRow {
    private final Link link;

    Separate(Link link) {
      this.link = link;
    }

    @Override
    public CategoricalLikelihood likelihood(int categories) {
      return new BinaryFamily(link, true, categories);
    }

    @Override
    public List<LogDensity> densities(TrainingData data) {
      return IntStream.range(0, data.categories())
          .mapToObj(k -> binary(data, link, label -> true, label -> label == k))
          .toList();
    }

    @Override
    public Optional<GibbsSampler> gibbs(TrainingData data, long seed) {
      return Optional.of(new DiagonalOrthantGibbs(data, 1, link, seed));
    }

    @Override
    public double[] auxiliaries(double[] eta, int label, RandomGenerator random) {
      return IntStream.range(0, eta.length)
          .mapToDouble(k -> auxiliary(eta[k], k == label, random))
          .toArray();
    }

    private double auxiliary(double eta, boolean positive, RandomGenerator random) {
      if (link == Link.LOGIT) {
        return PolyaGamma.draw(eta, random);
      }
      return positive
          ? TruncatedNormal.above(eta, 0, random)
          : TruncatedNormal.below(eta, 0, random);
    }

    @Override
    public double augmented(double[] eta, int label, RandomGenerator random) {
      double product = 1;
      for (int k = 0; k < eta.length; k++) {
        boolean positive = k == label;
        if (link == Link.LOGIT) {
          product *= polyaGammaFactor(eta[k], positive, random);
        } else {
          product *= eta[k] + random.nextGaussian() > 0 == positive ? 1 : 0;
        }
      }
      return product;
    }

    /** Of all binary variables together: what is fitted is the product of their likelihoods. */
    @Override
    public double exact(double[] eta, int label) {
      double log = 0;
      for (int k = 0; k < eta.length; k++) {
        log += k == label ? link.logCdf(eta[k]) : link.logSurvival(eta[k]);
      }
      return Math.exp(log);
    }
  }

  /**
   * Ours, by the core: the posterior of the binary stage, predictions of the conditioning member.
   */
  private static final class IndependentBinary extends Separate {
    private final Link link;

    IndependentBinary(Link link) {
      super(link);
      this.link = link;
    }

    @Override
    public String name() {
      return link == Link.PROBIT ? "IB-Probit+ACA" : "IB-Logit+PGA";
    }

    @Override
    public String published() {
      return "+++++++";
    }

    /** Never stopped by the rule, so that sweeps are as many as asked for. */
    private CategoricalModel model(TrainingData data, int sweeps, int threads) {
      return PublishedMethod.with(link, Double.MIN_NORMAL)
          .average(Average.fixed(1))
          .maxSweeps(sweeps)
          .threads(threads)
          .fit(data);
    }

    @Override
    public Fitted fit(TrainingData data, DesignMatrix test, long seed) {
      CategoricalModel model = model(data, SWEEPS, 1);
      double[][] coefficients = new double[data.categories()][];
      Arrays.setAll(coefficients, k -> model.posterior().mean(model.posterior().vectorOf(k)));
      return new Fitted(model.probabilities(test), coefficients);
    }

    @Override
    public double[] bounds(TrainingData data) {
      return model(data, SWEEPS, 1).report().binary().orElseThrow().trace();
    }

    @Override
    public Optional<Runnable> sharedSweeps(TrainingData data, Workers workers) {
      return Optional.of(() -> model(data, TIMED_SWEEPS, workers.parallelism()));
    }
  }

  /** The same posterior by the sampler's authors' own updates. */
  private static final class DiagonalOrthant extends Separate {
    DiagonalOrthant() {
      super(Link.PROBIT);
    }

    @Override
    public String name() {
      return "DO-Probit+ACA";
    }

    @Override
    public String published() {
      return "";
    }

    private static CoordinateAscent ascent(TrainingData data, Workers workers) {
      return new DiagonalOrthantCavi(data, 1, Link.PROBIT, workers);
    }

    @Override
    public Fitted fit(TrainingData data, DesignMatrix test, long seed) {
      return fitted(ascent(data, Workers.sequential()), test);
    }

    @Override
    public double[] bounds(TrainingData data) {
      return TableRows.bounds(ascent(data, Workers.sequential()));
    }

    @Override
    public Optional<Runnable> sharedSweeps(TrainingData data, Workers workers) {
      return Optional.of(() -> sweep(ascent(data, workers), TIMED_SWEEPS));
    }
  }

  /** Logistic-softmax by its mean-field updates. */
  private static final class LogisticSoftmax implements TableRow {
    @Override
    public String name() {
      return "Logistic-softmax+PGA";
    }

    @Override
    public String published() {
      return "";
    }

    @Override
    public CategoricalLikelihood likelihood(int categories) {
      return new BinaryFamily(Link.LOGIT, false, categories);
    }

    @Override
    public Fitted fit(TrainingData data, DesignMatrix test, long seed) {
      return fitted(new LogisticSoftmaxCavi(data, 1), test);
    }

    @Override
    public List<LogDensity> densities(TrainingData data) {
      return List.of(CategoricalTarget.of(data, Link.LOGIT, 0, 1));
    }

    @Override
    public Optional<GibbsSampler> gibbs(TrainingData data, long seed) {
      return Optional.of(new LogisticSoftmaxGibbs(data, 1, seed));
    }

    @Override
    public double[] bounds(TrainingData data) {
      return TableRows.bounds(new LogisticSoftmaxCavi(data, 1));
    }

    /** ω_k of y_k plus the category's refusals, drawn as in the sampler. */
    @Override
    public double[] auxiliaries(double[] eta, int label, RandomGenerator random) {
      double[] omega = new double[eta.length];
      omega[label] = PolyaGamma.draw(eta[label], random);
      int k = random.nextInt(eta.length);
      while (random.nextDouble() >= 1 / (1 + Math.exp(-eta[k]))) {
        omega[k] += PolyaGamma.draw(eta[k], random);
        k = random.nextInt(eta.length);
      }
      return omega;
    }

    /**
     * 1/Σσ(η_k) = ∫ Π_k exp(−λσ(η_k)) dλ with λ from an exponential distribution of rate 1 and its
     * density divided out. Each factor is the mean of σ(−η_k)^n over counts n from Poisson(λ), and
     * each power one over Pólya-Gamma variables.
     */
    @Override
    public double augmented(double[] eta, int label, RandomGenerator random) {
      double lambda = -Math.log1p(-random.nextDouble());
      double product = polyaGammaFactor(eta[label], true, random) * Math.exp(lambda);
      for (int k = 0; k < eta.length; k++) {
        // Poisson draws of mean λ as arrivals of a process until time λ.
        double time = -Math.log1p(-random.nextDouble());
        while (time < lambda) {
          product *= polyaGammaFactor(eta[k], false, random);
          time -= Math.log1p(-random.nextDouble());
        }
      }
      return product;
    }
  }
}
