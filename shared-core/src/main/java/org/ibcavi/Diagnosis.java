// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.ibcavi.diagnostics.PsisLoo;
import org.ibcavi.model.CategoricalModel;

/**
 * A fitted model, and how far the posteriors of its members can be trusted: importance-weighted
 * bounds, Pareto-smoothed importance sampling and its leave-one-out estimate (Vehtari et al. 2017
 * and 2024). Made by {@link IbCavi#diagnose}; {@code docs/draws.md} tells how to read it.
 * Immutable.
 */
public final class Diagnosis {
  private final CategoricalModel model;
  private final List<MemberDiagnosis> members;
  private final double[] contributions;

  Diagnosis(CategoricalModel model, List<MemberDiagnosis> members) {
    this.model = model;
    this.members = List.copyOf(members);
    this.contributions = contributions(members);
  }

  /** ω log Σ_m w_m p_m(y), each p_m without the row. */
  private static double[] contributions(List<MemberDiagnosis> members) {
    double[] rowWeights = members.get(0).rowWeights();
    double[] sums = new double[rowWeights.length];
    for (MemberDiagnosis member : members) {
      double[] logs = member.rowDensities();
      double weight = member.member().weight();
      Arrays.setAll(sums, i -> sums[i] + weight * Math.exp(logs[i]));
    }
    Arrays.setAll(sums, i -> rowWeights[i] * Math.log(sums[i]));
    return sums;
  }

  /**
   * The model.
   *
   * @return the same that {@link IbCavi#fit} gives
   */
  public CategoricalModel model() {
    return model;
  }

  /**
   * What was found about each member of a weight above 0.
   *
   * @return at least one
   */
  public List<MemberDiagnosis> members() {
    return members;
  }

  /**
   * The expected log pointwise predictive density of the members' weighted average by leaving out
   * each row; the weights are those found with all rows.
   *
   * @return elpd
   */
  public double expectedLogDensity() {
    return Arrays.stream(contributions).sum();
  }

  /**
   * The standard error of {@link #expectedLogDensity()}, by the differences between rows.
   *
   * @return √(N · variance of the rows' contributions)
   */
  public double standardError() {
    return PsisLoo.standardError(contributions);
  }

  /**
   * What is not to be trusted.
   *
   * @return sentences; none if every k̂ is at most 0.7
   */
  public List<String> warnings() {
    return members.stream().flatMap(member -> member.warnings().stream()).toList();
  }

  /** A line for the average, one for each member, then the warnings. */
  @Override
  public String toString() {
    StringJoiner lines = new StringJoiner(System.lineSeparator());
    lines.add(
        String.format(
            Locale.ROOT,
            "expected log predictive density of %d rows left out one at a time: %.2f (standard"
                + " error %.2f)",
            contributions.length,
            expectedLogDensity(),
            standardError()));
    members.forEach(member -> lines.add(member.toString()));
    warnings().forEach(warning -> lines.add("warning: " + warning));
    return lines.toString();
  }
}
