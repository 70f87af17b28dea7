// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.util.Locale;
import java.util.Optional;
import org.ibcavi.basis.FittedBasis;
import org.ibcavi.binary.BinaryPlan;
import org.ibcavi.categorical.CategoricalPlan;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.problem.Shape;
import org.ibcavi.settings.Method;

/**
 * What a fit is going to do: the method, and the plans of its stages. Choices left open are made
 * from the sizes of the data, and step down where memory does not suffice; the reason says so.
 */
final class Plan {
  /** What may help where the categorical stage lacks memory. */
  static final String WAYS_OUT_OF_CATEGORICAL =
      "method binary, the diagonal covariance, fewer threads or a larger heap";

  /** Copies of the features that estimates of memory count at the most: two, and three squares. */
  private static final int FEATURE_COPIES = 5;

  /** Values of a row for each thread that estimates of memory count at the most. */
  private static final int VALUES_OF_A_ROW = 16;

  private final Method method;
  private final String why;
  private final String what;
  private final BinaryPlan binary;
  private final CategoricalPlan categorical;

  private Plan(
      Method method, String why, String what, BinaryPlan binary, CategoricalPlan categorical) {
    this.method = method;
    this.why = why;
    this.what = what;
    this.binary = binary;
    this.categorical = categorical;
  }

  static Plan of(Choices choices, Shape shape, int threads, boolean rowsHere) {
    return new Planner(choices, shape, threads, rowsHere).plan();
  }

  /** Categorical, binary or published. */
  Method method() {
    return method;
  }

  /** Why it is this method. */
  String why() {
    return why;
  }

  /** What the categorical stage is to do on the features themselves; empty if there is none. */
  String what() {
    return what;
  }

  /** Why, and what was chosen. */
  String reason() {
    return what.isEmpty() ? why : why + ": " + what;
  }

  /** The binary stage, or that of the start. */
  BinaryPlan binary() {
    return binary;
  }

  /** Null if there is no categorical stage. */
  CategoricalPlan categorical() {
    return categorical;
  }

  /** The bytes that a fit may take beside what there is already. */
  static double available(Choices choices, double needed) {
    if (choices.memoryLimit() > 0) {
      return choices.memoryLimit();
    }
    if (needed > freeMemory()) {
      // What looks used may be garbage: worth a look before stepping down.
      System.gc();
    }
    return freeMemory();
  }

  private static long freeMemory() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.maxMemory() - (runtime.totalMemory() - runtime.freeMemory());
  }

  /** The largest plan up to a given one that fits into memory beside some features, if any. */
  static Optional<CategoricalPlan> fitting(
      Choices choices, CategoricalPlan largest, double features, int threads) {
    double available = available(choices, features + largest.bytes(threads));
    return within(largest, available - features, threads);
  }

  /** Steps down from a plan until one takes no more than some bytes. */
  private static Optional<CategoricalPlan> within(
      CategoricalPlan largest, double bytes, int threads) {
    Optional<CategoricalPlan> fitting = Optional.of(largest);
    while (fitting.isPresent() && fitting.get().bytes(threads) > bytes) {
      fitting = fitting.get().lesser();
    }
    return fitting;
  }

  /** What a stage is to do, and whether memory made it less than the largest plan. */
  static String description(Choices choices, CategoricalPlan plan, CategoricalPlan largest) {
    return (choices.earlier() == null ? plan.description() : plan.continuedDescription())
        + (plan == largest ? "" : ", less than else for want of memory");
  }

  /** Makes a plan. */
  private static final class Planner {
    private final Choices choices;
    private final Shape shape;
    private final int threads;
    private final double bytesElsewhere;

    Planner(Choices choices, Shape shape, int threads, boolean rowsHere) {
      this.choices = choices;
      this.shape = shape;
      this.threads = threads;
      this.bytesElsewhere =
          rowsHere
              ? 0
              : Double.BYTES
                  * (FEATURE_COPIES * (double) shape.nonzeros()
                      + VALUES_OF_A_ROW * threads * (double) shape.rows());
    }

    Plan plan() {
      return switch (choices.asked()) {
        case AUTO -> automatic();
        case CATEGORICAL -> categorical();
        case BINARY, PUBLISHED -> binary(choices.asked(), "as asked for");
      };
    }

    private Plan automatic() {
      CategoricalPlan affordable = CategoricalPlan.quick(shape, choices.categorical());
      Optional<String> tooDear = affordable.tooDear();
      if (tooDear.isPresent()) {
        return binary(Method.BINARY, "chosen by auto: " + tooDear.get());
      }
      Optional<Plan> fitting = within("chosen by auto", affordable);
      return fitting.orElseGet(
          () -> binary(Method.BINARY, "chosen by auto for want of memory: " + lack(affordable)));
    }

    private Plan categorical() {
      boolean continues = choices.earlier() != null;
      CategoricalPlan whole =
          continues
              ? CategoricalPlan.continuing(
                  shape, choices.categorical(), choices.earlierLikelihoods(FittedBasis::isLinear))
              : CategoricalPlan.whole(shape, choices.categorical());
      return within(continues ? "as the earlier model" : "as asked for", whole)
          .orElseThrow(
              () -> new MemoryLimitException(lack(whole) + "; use " + WAYS_OUT_OF_CATEGORICAL));
    }

    /** The largest plan of the categorical stage that fits, beside the data. */
    private Optional<Plan> within(String why, CategoricalPlan largest) {
      BinaryPlan start = BinaryPlan.of(shape, choices.binaryStart(), null);
      boolean standardize = choices.standardize(Method.CATEGORICAL);
      double data = start.dataBytes(standardize);
      double available = available(data + largest.bytes(threads));
      Optional<CategoricalPlan> fitting = Plan.within(largest, available - data, threads);
      return fitting.map(
          plan ->
              new Plan(
                  Method.CATEGORICAL,
                  why,
                  Plan.description(choices, plan, largest),
                  start.within(standardize, threads, available),
                  plan));
    }

    private String lack(CategoricalPlan plan) {
      double data =
          BinaryPlan.of(shape, choices.binaryStart(), null)
              .dataBytes(choices.standardize(Method.CATEGORICAL));
      double needed = data + plan.bytes(threads);
      return String.format(
          Locale.ROOT,
          "the categorical stage needs about %.0f MB of memory and %.0f MB are available",
          Math.ceil(needed / 1e6),
          Math.max(0, available(needed) / 1e6));
    }

    private Plan binary(Method method, String why) {
      Posterior earlier = choices.earlier() == null ? null : choices.earlier().posterior();
      BinaryPlan plan = BinaryPlan.of(shape, choices.binary(method), earlier);
      boolean standardize = choices.standardize(method);
      double available = available(plan.bytes(standardize, threads));
      return new Plan(method, why, "", plan.within(standardize, threads, available), null);
    }

    /** The bytes there are here, and those that rows elsewhere take where they are. */
    private double available(double needed) {
      return Plan.available(choices, needed - bytesElsewhere) + bytesElsewhere;
    }
  }
}
