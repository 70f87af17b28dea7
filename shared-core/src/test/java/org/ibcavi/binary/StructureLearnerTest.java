// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.ibcavi.RandomData;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
import org.ibcavi.link.Link;
import org.ibcavi.local.LocalPass;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.parallel.Workers;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.Problem;
import org.ibcavi.settings.Solver;
import org.ibcavi.solver.StoppingRule;
import org.ibcavi.structure.GroupedVariances;
import org.ibcavi.structure.GroupedVariances.Grouping;
import org.ibcavi.structure.LearnedStructure;
import org.ibcavi.structure.SharedMean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The bound of regressions and of the unknowns of their prior climbs. */
class StructureLearnerTest {
  static Stream<Arguments> structures() {
    LearnedScale common = Prior.learned().by(LearnedScale.Evidence.ELBO);
    return Link.ALL.stream()
        .flatMap(
            link ->
                Stream.of(
                        new SharedMean(common),
                        new GroupedVariances(Grouping.FEATURE, common),
                        new GroupedVariances(Grouping.ATTRIBUTE, List.of("a", "b", "a"), common),
                        new GroupedVariances(Grouping.CATEGORY, common),
                        new GroupedVariances(Grouping.WEIGHT, common))
                    .flatMap(
                        structure ->
                            Stream.of(false, true)
                                .map(diagonal -> Arguments.of(link, structure, diagonal))));
  }

  @ParameterizedTest
  @MethodSource("structures")
  void theBoundNeverFalls(Link link, LearnedStructure structure, boolean diagonal) {
    // A fifth category has no rows, and a sixth neither: one regression stands for both.
    RandomData random = RandomData.of(5, 90, 3, 4, 1).weighted(2);
    TrainingData data = random.withLabels(random.labels(), 6).dense();
    FitContext context = new FitContext(Workers.sequential(), FitListener.none());
    InferenceSettings settings =
        InferenceSettings.of(
            link, Solver.ACCELERATED, new StoppingRule.Tolerance(1e-8), 1000, diagonal);
    Inference inference =
        new Inference(
            new LocalPass(Problem.of(data, data.features(), true), context), settings, context);
    double[] trace = new StructureLearner(inference, structure, 1).learn(1, null).trace();
    assertTrue(trace.length > 3, "several rounds");
    for (int round = 1; round < trace.length; round++) {
      double before = trace[round - 1];
      assertTrue(trace[round] >= before - 1e-7 * Math.abs(before), "round " + round);
    }
    assertTrue(trace[trace.length - 1] > trace[0]);
  }
}
