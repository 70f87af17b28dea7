// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.pass;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.ibcavi.IbCavi;
import org.ibcavi.RandomData;
import org.ibcavi.columns.ColumnMoments;
import org.ibcavi.columns.Standardization;
import org.ibcavi.design.DataSummary;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
import org.ibcavi.local.LocalPass;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.parallel.Workers;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.Shape;
import org.ibcavi.settings.BasisKind;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A whole fit of rows that are elsewhere: here, two lists of rows that only their source knows. */
class RowSourceTest {
  private static final RandomData DATA = RandomData.of(23, 260, 5, 4, 1).weighted(3);
  private static final int FIRST_ROWS = 100;

  /** Category 4 has no rows. */
  private static TrainingData data(RandomData rows) {
    return rows.withLabels(rows.labels(), 5).dense();
  }

  private static RandomData some(int from, int to) {
    int[] chosen = new int[to - from];
    Arrays.setAll(chosen, i -> from + i);
    return DATA.select(chosen);
  }

  /** The rows in two places. */
  private static final class TwoPlaces implements RowSource {
    private final List<TrainingData> places =
        List.of(data(some(0, FIRST_ROWS)), data(some(FIRST_ROWS, DATA.count())));

    @Override
    public DataSummary summary() {
      DataSummary one = places.get(0).summary();
      return one.and(places.get(1).summary());
    }

    @Override
    public int rows() {
      return places.stream().mapToInt(TrainingData::rows).sum();
    }

    @Override
    public long nonzeros() {
      return places.stream().mapToLong(place -> place.features().nonzeros()).sum();
    }

    @Override
    public Standardization standardization(boolean intercept) {
      return Standardization.of(
          places.stream()
              .map(place -> ColumnMoments.of(place.features(), place::weight))
              .reduce(ColumnMoments::and)
              .orElseThrow(),
          intercept);
    }

    @Override
    public RowPass pass(Shape shape, Standardization standardization) {
      List<RowPass> passes = new ArrayList<>();
      for (TrainingData place : places) {
        DesignMatrix features = standardization.apply(place.features());
        passes.add(
            new LocalPass(
                part(shape, features, place),
                new FitContext(Workers.sequential(), FitListener.none())));
      }
      TrainingData all = data(DATA);
      Problem whole = part(shape, standardization.apply(all.features()), all);
      return new PartitionedPass(
          shape, passes, (count, seed) -> whole.sample(count, new SplittableRandom(seed)));
    }

    private static Problem part(Shape shape, DesignMatrix features, TrainingData place) {
      int[] labels = new int[place.rows()];
      Arrays.setAll(labels, place::label);
      double[] weights = new double[place.rows()];
      Arrays.setAll(weights, place::weight);
      return Problem.part(shape, features, labels, weights);
    }

    @Override
    public List<String> notes() {
      return List.of("rows were in two places");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Method.class,
      names = {"BINARY", "CATEGORICAL"})
  void theModelIsThatOfRowsInOnePlace(Method method) {
    IbCavi settings = IbCavi.withDefaults().method(method).posterior(PosteriorKind.LAPLACE);
    CategoricalModel here = settings.fit(data(DATA));
    CategoricalModel elsewhere = settings.fitElsewhere(new TwoPlaces());
    for (int i = 0; i < DATA.count(); i++) {
      assertArrayEquals(
          here.probabilities(DATA.row(i)), elsewhere.probabilities(DATA.row(i)), 1e-8);
    }
    assertEquals(here.report().method(), elsewhere.report().method());
    assertEquals(here.report().rows(), elsewhere.report().rows());
    assertArrayEquals(here.data().categoryWeights(), elsewhere.data().categoryWeights(), 1e-10);
    assertTrue(elsewhere.report().notes().contains("rows were in two places"));
  }

  @Test
  void aBasisIsRefused() {
    IbCavi settings = IbCavi.withDefaults().basis(BasisKind.THRESHOLDS);
    TwoPlaces rows = new TwoPlaces();
    assertEquals(
        "basis thresholds: is made of rows in one place, and they are elsewhere",
        assertThrows(IllegalArgumentException.class, () -> settings.fitElsewhere(rows))
            .getMessage());
  }
}
