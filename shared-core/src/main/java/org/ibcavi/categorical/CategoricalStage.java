// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.joint.Mode;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.pass.RowPass;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.problem.Sampling;
import org.ibcavi.problem.Shape;
import org.ibcavi.report.PriorReport;
import org.ibcavi.scale.EvidenceSample;
import org.ibcavi.scale.ScaleSearch;
import org.ibcavi.structure.LearnedVariances;
import org.ibcavi.variational.VariationalResult;
import org.ibcavi.variational.VariationalSettings;

/**
 * The categorical stage: modes and posteriors of categorical likelihoods under one or several
 * priors, from the means of the binary stage on, and the weights of these members.
 */
public final class CategoricalStage {
  /**
   * The first likelihood is also fitted under a prior of this many times the best variance, if
   * posteriors are variational. Where all members predict by the mean over draws, which is softer
   * than a prediction at the means, heavy-tailed variances are multiplied by half of this, and
   * there is no member with the learned one: on wine its mean had 1.5 times the log loss of its
   * mode.
   */
  private static final double WIDER = 8;

  /** All likelihoods are fitted under a prior of this many times the best variance too. */
  private static final double WIDEST = WIDER * WIDER;

  /**
   * Rows that a member is given before the rows are asked if its prior is the learned one or near
   * it: the others are given one row and must earn their weight. With Laplace's posteriors, all of
   * these rows are the leading member's. The comparisons in docs/laboratory chose the members and
   * these rows.
   */
  private static final double LEADING_ROWS = 5;

  /**
   * Times the loss of left-out rows at modes that variational posteriors may have where they are in
   * doubt. They usually predict better than left-out rows say; where they fail, it is by far more
   * (docs/laboratory/posterior.md).
   */
  private static final double MOST_LOSS = 1.1;

  /**
   * Where the learned variance of the weights stands before the stage.
   *
   * @param variance of the weights
   * @param link for which it is
   * @param searched whether it was searched already; else a search of this stage begins there
   */
  public record StartScale(double variance, Link link, boolean searched) {
    /** The variance that means the same for another link. */
    double of(Link other) {
      double ratio = other.deviation() / link.deviation();
      return ratio * ratio * variance;
    }
  }

  /**
   * The binary stage's regressions, as a member beside those that are fitted to all categories
   * together.
   *
   * @param likelihood that predicts from them
   * @param prior of their coefficients
   * @param mode their means, and the trace of their ascent
   * @param refit fits the same regressions to the rows of another pass
   */
  public record StartMember(
      Likelihood likelihood, PriorReport prior, Mode mode, Function<RowPass, Coefficients> refit) {}

  /**
   * A member of an earlier stage to go on from.
   *
   * @param likelihood link and α
   * @param posterior of its coefficients, now the prior
   * @param prior that the posterior was found with
   * @param priorRows how many rows its earlier weight is worth
   * @param regressions fits the binary stage's regressions if these are the member, with the same
   *     posterior for a prior; empty if all categories are fitted together
   */
  public record EarlierMember(
      Likelihood likelihood,
      Posterior posterior,
      PriorReport prior,
      double priorRows,
      Optional<Supplier<Mode>> regressions) {}

  private final Shape shape;
  private final CategoricalSettings settings;
  private final CategoricalPlan plan;
  private final FitContext context;
  private final MemberFitter fitter;
  private final List<String> notes = new ArrayList<>();

  /**
   * Prepares the stage.
   *
   * @param pass over the rows to fit
   * @param settings how
   * @param plan what was left to choose
   * @param context threads, listener, clock
   */
  public CategoricalStage(
      RowPass pass, CategoricalSettings settings, CategoricalPlan plan, FitContext context) {
    this.shape = pass.shape();
    this.settings = settings;
    this.plan = plan;
    this.context = context;
    this.fitter = new MemberFitter(pass, settings, plan, context);
  }

  /**
   * Fits the members of the plan. Under a prior to learn, the variance of the largest evidence is
   * searched with the first likelihood and serves the others.
   *
   * @param scale where the variance stands; not looked at if the prior is given
   * @param starts where each likelihood's ascent begins
   * @param startMember what the ascents begin from, as a member; looked at if the plan takes it
   * @return members, to be weighed
   */
  public Candidates fit(
      StartScale scale,
      Function<Likelihood, Coefficients> starts,
      Supplier<StartMember> startMember) {
    boolean weights = shape.columns() > 0;
    if (weights && plan.holdsOut()) {
      return heldOut((LearnedScale) settings.prior(), scale, starts, startMember);
    }
    List<FittedMember> members =
        settings.prior() instanceof LearnedScale learned && weights
            ? learned(learned, scale, starts)
            : given(starts);
    return candidates(members, priorRows(members.stream().map(FittedMember::likelihood).toList()));
  }

  /** With rows held out, which choose the variance and the weights. */
  private Candidates heldOut(
      LearnedScale prior,
      StartScale scale,
      Function<Likelihood, Coefficients> starts,
      Supplier<StartMember> startMember) {
    HeldOutRows rows = new HeldOutRows(fitter, plan.heldOutShare());
    notes.add(rows.note());
    List<Likelihood> likelihoods = new ArrayList<>(plan.likelihoods());
    List<Supplier<FittedMember>> all = new ArrayList<>();
    List<double[]> logDensities = new ArrayList<>();
    double best = Double.NaN;
    for (Likelihood likelihood : plan.likelihoods()) {
      context.model(all.size() + 1, likelihoods.size());
      HeldOutRows.Search search = rows.new Search(likelihood, prior, starts.apply(likelihood));
      double variance = all.isEmpty() ? search.best(scale.of(likelihood.link())) : best;
      best = variance;
      logDensities.add(search.logDensities(variance));
      // The mode of a few rows is farther away than the binary stage's means of all.
      Coefficients near = plan.heldOutShare() > 1 ? starts.apply(likelihood) : search.nearest();
      all.add(() -> new ScalePath(fitter, likelihood, prior, near).at(variance));
    }
    context.end(FitPhase.CATEGORICAL);
    if (plan.takesStart()) {
      StartMember start = startMember.get();
      likelihoods.add(start.likelihood());
      all.add(() -> fitter.taken(start));
      logDensities.add(rows.logDensities(start.likelihood(), start.refit()));
    }
    double[] priorRows = priorRows(likelihoods);
    int[] kept = worthFitting(logDensities, rows.weights(), priorRows);
    List<FittedMember> members = new ArrayList<>();
    for (int m : kept) {
      context.model(members.size() + 1, kept.length);
      members.add(all.get(m).get());
    }
    if (plan.variational()) {
      members = variational(members);
    }
    context.end(FitPhase.CATEGORICAL);
    addNotes(members);
    return new Candidates(
        members,
        Arrays.stream(kept).mapToDouble(m -> priorRows[m]).toArray(),
        Arrays.stream(kept).mapToObj(logDensities::get).toArray(double[][]::new),
        rows.weights(),
        false,
        notes);
  }

  /** Members that held-out rows give a weight; only these are fitted to all rows. */
  private int[] worthFitting(List<double[]> logDensities, double[] rowWeights, double[] priorRows) {
    double[] weights =
        new Stack(logDensities.toArray(double[][]::new), rowWeights, priorRows).weights();
    int[] kept = counted(weights);
    if (kept.length < weights.length) {
      notes.add(
          String.format(
              Locale.ROOT,
              "%d of %d members had too little weight on the held-out rows and were not fitted to"
                  + " all rows",
              weights.length - kept.length,
              weights.length));
    }
    return kept;
  }

  private static int[] counted(double[] weights) {
    return IntStream.range(0, weights.length)
        .filter(m -> MemberWeights.counts(weights, m))
        .toArray();
  }

  private double[] priorRows(List<Likelihood> members) {
    double[] rows = new double[members.size()];
    Arrays.setAll(rows, m -> settings.priorShare(members.get(m)));
    if (plan.variational() && plan.severalPriors() && !plan.holdsOut()) {
      int leading = members.size() - plan.likelihoods().size();
      Arrays.fill(rows, 0, leading, LEADING_ROWS);
    } else if (plan.leads()) {
      rows[0] += 2 * LEADING_ROWS;
    }
    return rows;
  }

  /**
   * Goes on from earlier members: each has its posterior there for a prior.
   *
   * @param earlier the members
   * @return members, to be weighed
   */
  public Candidates continued(List<EarlierMember> earlier) {
    List<FittedMember> members = new ArrayList<>();
    for (EarlierMember member : earlier) {
      context.model(members.size() + 1, earlier.size());
      members.add(continued(member));
    }
    double[] priorRows = earlier.stream().mapToDouble(EarlierMember::priorRows).toArray();
    return candidates(members, priorRows);
  }

  private FittedMember continued(EarlierMember member) {
    Likelihood likelihood = member.likelihood();
    RegressionPriors priors = RegressionPriors.earlier(shape, member.posterior());
    PriorReport report = member.prior().continuing();
    if (member.regressions().isPresent()) {
      return fitter.ofRegressions(likelihood, priors, report, member.regressions().get().get());
    }
    Mode mode = fitter.ascent(likelihood, priors).climb(priors.means(shape.regressions()));
    return fitter.fitted(likelihood, priors, report, mode);
  }

  private Candidates candidates(List<FittedMember> allModes, double[] allPriorRows) {
    LeftOutRows leftOut = new LeftOutRows(fitter, plan, plan.stackingRows(), context);
    int[] kept = worthPosteriors(allModes, allPriorRows, leftOut);
    List<FittedMember> modes = Arrays.stream(kept).mapToObj(allModes::get).toList();
    double[] priorRows = Arrays.stream(kept).mapToDouble(m -> allPriorRows[m]).toArray();
    List<FittedMember> members = plan.variational() ? variational(modes) : modes;
    boolean compared = members.size() > 1 || plan.hasCompanions();
    double[][] logDensities = compared ? leftOut.logDensities(members) : null;
    if (compared && plan.doubtsVariational()) {
      double[][] ofModes = leftOut.logDensities(modes);
      double loss = loss(logDensities, leftOut, priorRows);
      if (loss > MOST_LOSS * loss(ofModes, leftOut, priorRows)) {
        members = modes;
        logDensities = ofModes;
        notes.add(
            "variational posteriors would have predicted left-out rows worse than modes, which were"
                + " kept with Laplace's posteriors");
      }
    }
    if (compared && plan.refits()) {
      logDensities = Refits.corrected(logDensities, modes, allModes.get(0), fitter, context);
    }
    addNotes(members);
    context.end(FitPhase.CATEGORICAL);
    boolean keepsFirst = keepsFirst();
    return new Candidates(
        members, priorRows, logDensities, leftOut.rowWeights(), keepsFirst, notes);
  }

  /**
   * Members whose posteriors are wanted. Where rows are many, modes tell already which variational
   * ones would have no weight.
   */
  private int[] worthPosteriors(List<FittedMember> modes, double[] priorRows, LeftOutRows leftOut) {
    int[] all = IntStream.range(0, modes.size()).toArray();
    if (all.length == 1 || !plan.variational() || !VariationalSettings.hasManyRows(shape)) {
      return all;
    }
    double[] weights =
        new Stack(leftOut.logDensities(modes), leftOut.rowWeights(), priorRows).weights();
    int[] kept =
        Arrays.stream(all)
            .filter(m -> (m == 0 && keepsFirst()) || MemberWeights.counts(weights, m))
            .toArray();
    if (kept.length < all.length) {
      notes.add(
          String.format(
              Locale.ROOT,
              "%d of %d members had too little weight at their modes and were left out before"
                  + " posteriors were found",
              all.length - kept.length,
              all.length));
    }
    return kept;
  }

  private boolean keepsFirst() {
    return plan.leads() && plan.hasCompanions();
  }

  /** Of the left-out rows under the best weights of some members. */
  private static double loss(double[][] logDensities, LeftOutRows leftOut, double[] priorRows) {
    return -new Stack(logDensities, leftOut.rowWeights(), priorRows).logDensity();
  }

  /**
   * The same members with variational posteriors. Regressions that were fitted each by itself keep
   * theirs: the bound of all categories together is largest elsewhere.
   */
  private List<FittedMember> variational(List<FittedMember> modes) {
    List<FittedMember> members = new ArrayList<>();
    for (FittedMember mode : modes) {
      context.model(members.size() + 1, modes.size());
      members.add(mode.prior().isOfRegressions() ? mode : fitter.variational(mode));
    }
    if (modes.stream().anyMatch(mode -> mode.prior().isOfRegressions())) {
      notes.add("the member of binary regressions keeps Laplace's posterior of each");
    }
    return members;
  }

  /** Tells the listener which member comes next where each likelihood has one. */
  private void announce(List<FittedMember> before) {
    context.model(before.size() + 1, plan.likelihoods().size());
  }

  private List<FittedMember> given(Function<Likelihood, Coefficients> starts) {
    boolean learned = settings.prior() instanceof LearnedScale;
    Prior prior = settings.prior() instanceof LearnedScale scale ? scale.at(1) : settings.prior();
    PriorReport report =
        PriorReport.of(
            learned ? PriorReport.Kind.LEARNED : PriorReport.Kind.GIVEN,
            prior,
            shape.columns(),
            shape.hasIntercept());
    RegressionPriors priors =
        RegressionPriors.shared(prior.over(shape.columns(), shape.hasIntercept()));
    List<FittedMember> members = new ArrayList<>();
    for (Likelihood likelihood : plan.likelihoods()) {
      announce(members);
      Mode mode = fitter.ascent(likelihood, priors).climb(starts.apply(likelihood));
      members.add(fitter.fitted(likelihood, priors, report, mode));
    }
    return members;
  }

  private List<FittedMember> learned(
      LearnedScale prior, StartScale scale, Function<Likelihood, Coefficients> starts) {
    List<FittedMember> members = new ArrayList<>();
    double variance = scale.of(plan.likelihoods().get(0).link());
    LearnedVariances own = null;
    for (Likelihood likelihood : plan.likelihoods()) {
      ScalePath path = new ScalePath(fitter, likelihood, prior, starts.apply(likelihood));
      if (members.isEmpty() && !scale.searched()) {
        variance = searched(path, variance);
      }
      if (own != null) {
        path.use(own);
      } else if (settings.structure().isPresent()) {
        own = path.learn(settings.structure().get(), variance);
        notes.add(own.summary());
      }
      addUnderPriors(path, variance, scale.searched(), members);
    }
    return members;
  }

  private double searched(ScalePath path, double first) {
    if (plan.comparesByLeftOut()) {
      return path.bestLeftOut(first, new LeftOutRows(fitter, plan, Sampling.ENOUGH_ROWS, context));
    }
    EvidenceSample sample = new EvidenceSample(shape, settings.seed());
    notes.addAll(sample.notes());
    // Modes are found roughly here, so that the way to the variance shows in its last digits, and
    // in where ascents to one of several modes end: with these the search always looks up first.
    double stride = plan.hasOneMode() ? ScaleSearch.strideTowards(first) : ScaleSearch.STEP;
    return path.best(first, stride, sample);
  }

  /**
   * Adds a likelihood's members. The first likelihood has one for each prior, each other has one.
   * The widest variance comes last: it is the farthest from where the others are.
   */
  private void addUnderPriors(
      ScalePath path, double variance, boolean searchedBefore, List<FittedMember> members) {
    boolean leads = members.isEmpty();
    List<Supplier<FittedMember>> next = new ArrayList<>();
    if (leads || !plan.severalPriors()) {
      next.add(() -> path.at(variance));
    }
    if (leads && !searchedBefore && plan.heavyTails()) {
      double widening = plan.averagesAll() ? WIDER / 2 : 1;
      next.add(() -> path.heavyTailed(members.get(0), widening));
    }
    if (leads && plan.severalPriors() && plan.variational()) {
      next.add(() -> path.wider(WIDER, variance));
    }
    if (plan.severalPriors()) {
      next.add(() -> path.wider(WIDEST, variance));
    }
    int others = plan.likelihoods().size() - 1;
    int count = leads ? next.size() + others : context.models();
    for (Supplier<FittedMember> member : next) {
      context.model(members.size() + 1, count);
      members.add(member.get());
    }
    if (leads && plan.severalPriors() && plan.averagesAll()) {
      members.remove(0);
    }
  }

  private void addNotes(List<FittedMember> members) {
    if (!plan.diagonal() && plan.curvatureRows() < shape.rows()) {
      notes.add(sampled("covariances were taken from", plan.curvatureRows()));
    }
    if (members.size() > 1 && !plan.holdsOut() && plan.stackingRows() < shape.rows()) {
      notes.add(sampled("members were weighed by", plan.stackingRows()));
    }
    notes.addAll(
        VariationalResult.notes(
            members.stream().map(FittedMember::variational).filter(Objects::nonNull).toList()));
    if (!members.stream().allMatch(FittedMember::converged)) {
      notes.add("warning: the limit of passes ended the categorical stage before it converged");
    }
  }

  private String sampled(String what, int rows) {
    return String.format(Locale.ROOT, "%s %d of %d rows", what, rows, shape.rows());
  }
}
