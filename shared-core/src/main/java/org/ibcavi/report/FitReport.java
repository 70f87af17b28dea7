// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.StopReason;
import org.ibcavi.settings.Method;

/**
 * What a fit did, of the posterior that the model holds: for programs through its methods, for
 * people as text. Immutable.
 */
public final class FitReport {
  private final Map<String, String> settings;
  private final int rows;
  private final long earlierRows;
  private final int features;
  private final int categories;
  private final int categoriesWithRows;
  private final long nonzeros;
  private final Method method;
  private final String reason;
  private final BinaryReport binary;
  private final List<MemberReport> members;
  private final int threads;
  private final String kernel;
  private final Map<FitPhase, Duration> times;
  private final List<String> notes;

  private FitReport(Builder builder) {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(builder.settings));
    rows = builder.rows;
    earlierRows = builder.earlierRows;
    features = builder.features;
    categories = builder.categories;
    categoriesWithRows = builder.categoriesWithRows;
    nonzeros = builder.nonzeros;
    method = builder.method;
    reason = builder.reason;
    binary = builder.binary;
    members = List.copyOf(builder.members);
    threads = builder.threads;
    kernel = builder.kernel;
    Map<FitPhase, Duration> ordered = new EnumMap<>(FitPhase.class);
    ordered.putAll(builder.times);
    times = Collections.unmodifiableMap(ordered);
    notes = List.copyOf(builder.notes);
    if (members.isEmpty() && (binary == null || binary.isStart())) {
      throw new IllegalArgumentException("a report of no posterior; must have members or a stage");
    }
  }

  /**
   * The options that were set, as they were written; all others were left to the method.
   *
   * @return names and values in the order of the table of options
   */
  public Map<String, String> settings() {
    return settings;
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
   * The number of rows that the model has learned from: its own, and those of all models that it
   * goes on from.
   *
   * @return at least {@link #rows()}
   */
  public long allRows() {
    return rows + earlierRows;
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
   * The method that made the model, never {@code AUTO}.
   *
   * @return categorical, binary or published
   */
  public Method method() {
    return method;
  }

  /**
   * Why it was this method, and what it chose where choices were left to it.
   *
   * @return a phrase
   */
  public String reason() {
    return reason;
  }

  /**
   * What the binary stage did.
   *
   * @return empty if it did not run, as when categorical members were continued
   */
  public Optional<BinaryReport> binary() {
    return Optional.ofNullable(binary);
  }

  /**
   * The categorical members that were fitted, those of no weight included.
   *
   * @return empty if the binary stage predicts
   */
  public List<MemberReport> members() {
    return members;
  }

  /**
   * The categorical member of the largest weight.
   *
   * @return empty if the binary stage predicts
   */
  public Optional<MemberReport> leadingMember() {
    return members.stream().max(Comparator.comparingDouble(MemberReport::weight));
  }

  /**
   * The prior of the posterior that has the most weight in predictions.
   *
   * @return where it is from, and its variances
   */
  public PriorReport prior() {
    return leadingMember().map(MemberReport::prior).orElseGet(() -> binary.prior());
  }

  /**
   * Whether everything that predicts converged before the limit of sweeps or passes.
   *
   * @return true if so
   */
  public boolean converged() {
    return members.isEmpty()
        ? binary.stopReason() != StopReason.SWEEP_LIMIT
        : members.stream().allMatch(MemberReport::converged);
  }

  /**
   * The objective of what has the most weight in predictions, pass after pass: the ELBO of the
   * binary stage, also where its regressions are the leading member, or the log posterior of
   * another leading member.
   *
   * @return a copy
   */
  public double[] objectiveTrace() {
    return leadingMember().map(MemberReport::trace).orElseGet(() -> binary.trace());
  }

  /**
   * What {@link #objectiveTrace} is of.
   *
   * @return such as {@code ELBO}
   */
  public String objectiveName() {
    return leadingMember().map(MemberReport::objectiveName).orElse("ELBO");
  }

  /**
   * The threads that fitted.
   *
   * @return at least 1
   */
  public int threads() {
    return threads;
  }

  /**
   * The kernel that computed the large products.
   *
   * @return {@code plain}, {@code vector} or {@code native}
   */
  public String kernel() {
    return kernel;
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
   * Time of the whole fit.
   *
   * @return the sum over the phases
   */
  public Duration time() {
    return times.values().stream().reduce(Duration.ZERO, Duration::plus);
  }

  /**
   * What else should be known: what was sampled or estimated, and warnings.
   *
   * @return sentences
   */
  public List<String> notes() {
    return notes;
  }

  /** A line for each thing that should be known. */
  @Override
  public String toString() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%d rows%s, %d features, %d categories (%d with rows), %d stored values",
            rows,
            earlierRows == 0 ? "" : " after " + earlierRows + " of earlier fits",
            features,
            categories,
            categoriesWithRows,
            nonzeros));
    lines.add(line("method", method.name().toLowerCase(Locale.ROOT) + ", " + reason));
    if (!settings.isEmpty()) {
      lines.add(line("options set", settings.toString().replaceAll("[{}]", "")));
    }
    if (binary != null) {
      lines.add(line(binary.isStart() ? "start" : "binary stage", binary));
      binary.average().ifPresent(weights -> lines.add(line("average", weights.without(5e-4))));
    }
    members.forEach(member -> lines.add(line("member", member)));
    lines.add(line("time", timeText()));
    notes.forEach(note -> lines.add(line("note", note)));
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private static String line(String name, Object value) {
    return String.format("%-14s %s", name, value);
  }

  private String timeText() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%.3g s on %d thread%s, %s kernel",
            seconds(time()),
            threads,
            threads == 1 ? "" : "s",
            kernel));
    times.forEach(
        (phase, time) ->
            text.append(
                String.format(
                    Locale.ROOT,
                    ", %s %.3g",
                    phase.name().toLowerCase(Locale.ROOT),
                    seconds(time))));
    return text.toString();
  }

  private static double seconds(Duration time) {
    return time.toNanos() * 1e-9;
  }

  /** Collects a report while a model is fitted or read. */
  public static final class Builder {
    private Map<String, String> settings = Map.of();
    private Map<FitPhase, Duration> times = new EnumMap<>(FitPhase.class);
    private final List<String> notes = new ArrayList<>();
    private final List<MemberReport> members = new ArrayList<>();
    private int rows;
    private long earlierRows;
    private int features;
    private int categories;
    private int categoriesWithRows;
    private long nonzeros;
    private Method method = Method.BINARY;
    private String reason = "";
    private BinaryReport binary;
    private int threads = 1;
    private String kernel = "plain";

    /** An empty report. */
    public Builder() {}

    /**
     * States the options that were set.
     *
     * @param texts names and values
     * @return this
     */
    public Builder settings(Map<String, String> texts) {
      settings = texts;
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
     * States how many rows the models have learned from that this fit goes on from.
     *
     * @param count 0 unless it goes on from one
     * @return this
     */
    public Builder earlierRows(long count) {
      earlierRows = count;
      return this;
    }

    /**
     * States the method.
     *
     * @param newMethod categorical, binary or published
     * @param newReason why, and what was chosen
     * @return this
     */
    public Builder method(Method newMethod, String newReason) {
      method = newMethod;
      reason = newReason;
      return this;
    }

    /**
     * States what the binary stage did.
     *
     * @param stage its report
     * @return this
     */
    public Builder binary(BinaryReport stage) {
      binary = stage;
      return this;
    }

    /**
     * Adds a member of the categorical stage.
     *
     * @param member what it is and how it went
     * @return this
     */
    public Builder member(MemberReport member) {
      members.add(member);
      return this;
    }

    /**
     * States who computed.
     *
     * @param count threads
     * @param productKernel the kernel of large products
     * @return this
     */
    public Builder computedBy(int count, String productKernel) {
      threads = count;
      kernel = productKernel;
      return this;
    }

    /**
     * States the times.
     *
     * @param newTimes of the phases
     * @return this
     */
    public Builder times(Map<FitPhase, Duration> newTimes) {
      times = newTimes;
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
