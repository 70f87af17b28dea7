// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.special;

import java.util.Arrays;

/**
 * From scores t to probabilities e^t / Σ e^t, without overflow: a shift, which is the largest score
 * unless the caller knows better, is subtracted first. This is the one place that does it.
 */
public final class Softmax {
  /** Terms summed at a time: sums of sums drift less than one long sum. */
  private static final int BLOCK = 128;

  private Softmax() {}

  /**
   * The largest of some scores.
   *
   * @param scores holds them
   * @param from the first
   * @param count how many
   * @return the largest; −∞ if there are none
   */
  public static double maximum(double[] scores, int from, int count) {
    double max = Double.NEGATIVE_INFINITY;
    for (int at = from; at < from + count; at++) {
      max = Math.max(max, scores[at]);
    }
    return max;
  }

  /**
   * Replaces scores by e^(t − shift).
   *
   * @param scores holds them
   * @param from the first
   * @param multiplicities how many categories with the same score each of them stands for
   * @param shift what is subtracted
   * @return the sum of e^(t − shift) over all categories
   */
  public static double exponentiate(double[] scores, int from, int[] multiplicities, double shift) {
    for (int at = from; at < from + multiplicities.length; at++) {
      scores[at] -= shift;
    }
    Exponential.of(scores, from, multiplicities.length);
    return sum(multiplicities, scores, from);
  }

  /**
   * The sum of terms over all categories.
   *
   * @param multiplicities how many categories each term stands for
   * @param terms holds them
   * @param from the first
   * @return Σ multiplicity · term
   */
  public static double sum(int[] multiplicities, double[] terms, int from) {
    double sum = 0;
    for (int start = 0; start < multiplicities.length; start += BLOCK) {
      int end = Math.min(start + BLOCK, multiplicities.length);
      sum += blockSum(multiplicities, terms, from, start, end);
    }
    return sum;
  }

  /** Four sums side by side, since each addition waits for the one before. */
  private static double blockSum(
      int[] multiplicities, double[] terms, int from, int start, int end) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int k = start;
    for (; k + 4 <= end; k += 4) {
      s0 += multiplicities[k] * terms[from + k];
      s1 += multiplicities[k + 1] * terms[from + k + 1];
      s2 += multiplicities[k + 2] * terms[from + k + 2];
      s3 += multiplicities[k + 3] * terms[from + k + 3];
    }
    for (; k < end; k++) {
      s0 += multiplicities[k] * terms[from + k];
    }
    return (s0 + s1) + (s2 + s3);
  }

  /**
   * The log of the sum of e^t.
   *
   * @param scores at least one of them finite; left as they are
   * @return log Σ e^t
   */
  public static double logSum(double[] scores) {
    double max = maximum(scores, 0, scores.length);
    return max + Math.log(Arrays.stream(scores).map(score -> Math.exp(score - max)).sum());
  }

  /**
   * Replaces scores by log probabilities.
   *
   * @param scores the first {@code count} are replaced by finite numbers
   * @param count how many
   */
  public static void logProbabilities(double[] scores, int count) {
    double max = maximum(scores, 0, count);
    double sum = 0;
    double lost = 0;
    for (int k = 0; k < count; k++) {
      // Kahan's sum: with 1e5 categories a plain sum of like terms drifts by 1e-11.
      double term = Math.exp(scores[k] - max) - lost;
      double next = sum + term;
      lost = (next - sum) - term;
      sum = next;
    }
    double logSum = Math.log(sum);
    for (int k = 0; k < count; k++) {
      // Subtracting the maximum first keeps the digits of the largest probabilities.
      scores[k] = Math.max(scores[k] - max - logSum, -Double.MAX_VALUE);
    }
  }

  /**
   * The probabilities of scores that may differ by thousands.
   *
   * @param scores left as they are
   * @return they sum to 1
   */
  public static double[] probabilities(double[] scores) {
    double max = maximum(scores, 0, scores.length);
    double[] terms = Arrays.stream(scores).map(score -> Math.exp(score - max)).toArray();
    double sum = Arrays.stream(terms).sum();
    return Arrays.stream(terms).map(term -> term / sum).toArray();
  }
}
