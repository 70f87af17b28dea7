// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.StopReason;

/** How a model was fitted: for programs through its methods, for people as text. Immutable. */
public final class FitReport {
  /** The name of the setting that tells which product kernel was used. */
  public static final String KERNEL = "kernel";

  private final Map<String, String> settings;
  private final int rows;
  private final int features;
  private final int categories;
  private final int categoriesWithRows;
  private final long nonzeros;
  private final double[] objectiveTrace;
  private final StopReason stopReason;
  private final double weightVariance;
  private final double evidence;
  private final AlphaWeights alphaWeights;
  private final List<MemberReport> finished;
  private final Map<FitPhase, Duration> times;
  private final List<String> notes;

  private FitReport(Builder builder) {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(builder.settings));
    rows = builder.rows;
    features = builder.features;
    categories = builder.categories;
    categoriesWithRows = builder.categoriesWithRows;
    nonzeros = builder.nonzeros;
    objectiveTrace = builder.objectiveTrace.clone();
    stopReason = builder.stopReason;
    weightVariance = builder.weightVariance;
    evidence = builder.evidence;
    alphaWeights = builder.alphaWeights;
    finished = List.copyOf(builder.finished);
    times = Collections.unmodifiableMap(new EnumMap<>(builder.times));
    notes = List.copyOf(builder.notes);
  }

  /**
   * The settings, defaults resolved to what was used.
   *
   * @return names and values in a fixed order
   */
  public Map<String, String> settings() {
    return settings;
  }

  /**
   * The kernel that computed the large products: {@code plain}, {@code vector} or {@code native}.
   *
   * @return its name; {@code unknown} if the model was saved before kernels were reported
   */
  public String kernel() {
    return settings.getOrDefault(KERNEL, "unknown");
  }

  /**
   * The number of training rows.
   *
   * @return N
   */
  public int rows() {
    return rows;
  }

  /**
   * The number of features.
   *
   * @return M
   */
  public int features() {
    return features;
  }

  /**
   * The number of categories.
   *
   * @return K
   */
  public int categories() {
    return categories;
  }

  /**
   * The number of categories that had training rows.
   *
   * @return at most K
   */
  public int categoriesWithRows() {
    return categoriesWithRows;
  }

  /**
   * The number of stored feature values.
   *
   * @return N·M for dense data
   */
  public long nonzeros() {
    return nonzeros;
  }

  /**
   * Sweeps of the final inference.
   *
   * @return at least 0
   */
  public int sweeps() {
    return objectiveTrace.length - 1;
  }

  /**
   * The ELBO, summed over categories, at the start and after each sweep of the final inference.
   *
   * @return sweeps + 1 values; a copy
   */
  public double[] objectiveTrace() {
    return objectiveTrace.clone();
  }

  /**
   * The final ELBO, summed over categories.
   *
   * @return the last of the trace
   */
  public double elbo() {
    return objectiveTrace[objectiveTrace.length - 1];
  }

  /**
   * Why inference ended.
   *
   * @return the reason
   */
  public StopReason stopReason() {
    return stopReason;
  }

  /**
   * The prior variance of the weights, on the fitted scale, if there is one for all.
   *
   * @return learned or given; NaN if the prior has no such variance
   */
  public double weightVariance() {
    return weightVariance;
  }

  /**
   * The log evidence of the learned variance.
   *
   * @return summed over categories; NaN if nothing was learned
   */
  public double evidence() {
    return evidence;
  }

  /**
   * The weights of the categorical family's members.
   *
   * @return the average
   */
  public AlphaWeights alphaWeights() {
    return alphaWeights;
  }

  /**
   * The categorical likelihoods that were finished, those of no weight included.
   *
   * @return empty if there was no finish
   */
  public List<MemberReport> finished() {
    return finished;
  }

  /**
   * Time spent in each phase.
   *
   * @return in the order of the phases
   */
  public Map<FitPhase, Duration> times() {
    return times;
  }

  /**
   * What else should be known: what was sampled or estimated, and warnings.
   *
   * @return sentences
   */
  public List<String> notes() {
    return notes;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%d rows, %d features, %d categories (%d with rows), %d stored values%n",
            rows,
            features,
            categories,
            categoriesWithRows,
            nonzeros));
    settings.forEach((name, value) -> text.append(String.format("%-20s %s%n", name, value)));
    text.append(
        String.format(
            Locale.ROOT,
            "%-20s %s after %d sweeps, ELBO %.6g%n",
            "inference",
            stopReason.description(),
            sweeps(),
            elbo()));
    if (!Double.isNaN(evidence)) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-20s %.4g, log evidence %.6g%n",
              "learned variance",
              weightVariance,
              evidence));
    }
    if (alphaWeights != null) {
      text.append(String.format("%-20s %s%n", "average", alphaWeights.without(5e-4)));
    }
    finished.forEach(member -> text.append(String.format("%-20s %s%n", "finished", member)));
    double total = times.values().stream().mapToDouble(FitReport::seconds).sum();
    text.append(String.format(Locale.ROOT, "%-20s %.3g s", "time", total));
    times.forEach(
        (phase, time) ->
            text.append(
                String.format(
                    Locale.ROOT,
                    ", %s %.3g",
                    phase.name().toLowerCase(Locale.ROOT),
                    seconds(time))));
    text.append(System.lineSeparator());
    notes.forEach(note -> text.append("note: ").append(note).append(System.lineSeparator()));
    return text.toString();
  }

  private static double seconds(Duration time) {
    return time.toNanos() * 1e-9;
  }

  /** Collects a report while a model is fitted or read. */
  public static final class Builder {
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final Map<FitPhase, Duration> times = new EnumMap<>(FitPhase.class);
    private final List<String> notes = new ArrayList<>();
    private int rows;
    private int features;
    private int categories;
    private int categoriesWithRows;
    private long nonzeros;
    private double[] objectiveTrace = {Double.NaN};
    private StopReason stopReason = StopReason.CONVERGED;
    private double weightVariance = Double.NaN;
    private double evidence = Double.NaN;
    private AlphaWeights alphaWeights;
    private final List<MemberReport> finished = new ArrayList<>();

    /** An empty report. */
    public Builder() {}

    /**
     * Adds a setting.
     *
     * @param name its name
     * @param value what was used
     * @return this
     */
    public Builder setting(String name, Object value) {
      settings.put(name, String.valueOf(value));
      return this;
    }

    /**
     * States the data's size.
     *
     * @param newRows N
     * @param newFeatures M
     * @param newCategories K
     * @param withRows categories that have rows
     * @param newNonzeros stored values
     * @return this
     */
    public Builder size(
        int newRows, int newFeatures, int newCategories, int withRows, long newNonzeros) {
      rows = newRows;
      features = newFeatures;
      categories = newCategories;
      categoriesWithRows = withRows;
      nonzeros = newNonzeros;
      return this;
    }

    /**
     * States how inference went.
     *
     * @param trace the ELBO at the start and after each sweep
     * @param reason why it ended
     * @return this
     */
    public Builder inference(double[] trace, StopReason reason) {
      objectiveTrace = Arrays.copyOf(trace, trace.length);
      stopReason = reason;
      return this;
    }

    /**
     * States another reason for the end.
     *
     * @param reason why the fit ended
     * @return this
     */
    public Builder stopReason(StopReason reason) {
      stopReason = reason;
      return this;
    }

    /**
     * States another trace.
     *
     * @param trace an objective after each pass
     * @return this
     */
    public Builder objectiveTrace(double[] trace) {
      objectiveTrace = trace.clone();
      return this;
    }

    /**
     * States the prior variance of the weights.
     *
     * @param variance learned or given
     * @param logEvidence of a learned one, else NaN
     * @return this
     */
    public Builder weightVariance(double variance, double logEvidence) {
      weightVariance = variance;
      evidence = logEvidence;
      return this;
    }

    /**
     * States the weights of the family's members.
     *
     * @param weights the average
     * @return this
     */
    public Builder alphaWeights(AlphaWeights weights) {
      alphaWeights = weights;
      return this;
    }

    /**
     * Adds a finished likelihood.
     *
     * @param member what it is and how it went
     * @return this
     */
    public Builder finished(MemberReport member) {
      finished.add(member);
      return this;
    }

    /**
     * Adds the time of a phase.
     *
     * @param phase which
     * @param time how long
     * @return this
     */
    public Builder time(FitPhase phase, Duration time) {
      times.merge(phase, time, Duration::plus);
      return this;
    }

    /**
     * Adds a note.
     *
     * @param note a sentence
     * @return this
     */
    public Builder note(String note) {
      notes.add(note);
      return this;
    }

    /**
     * The report.
     *
     * @return immutable
     */
    public FitReport build() {
      return new FitReport(this);
    }
  }
}
