// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.pass;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.RegressionMeans;
import org.ibcavi.problem.Shape;

/**
 * A pass as an engine would implement it that holds the rows elsewhere, in partitions: every sum is
 * that of the first partition plus that of the second and so on. It knows the shape of the problem
 * and no row.
 */
final class PartitionedPass implements RowPass {
  private final Shape shape;
  private final List<RowPass> partitions;
  private final BiFunction<Integer, Long, Problem> collect;

  /**
   * Puts partitions together.
   *
   * @param shape of all rows
   * @param partitions each with some of the rows and all regressions
   * @param collect brings a sample of some size and seed here
   */
  PartitionedPass(
      Shape shape, List<RowPass> partitions, BiFunction<Integer, Long, Problem> collect) {
    this.shape = shape;
    this.partitions = List.copyOf(partitions);
    this.collect = collect;
  }

  private static double[] sum(List<double[]> parts) {
    double[] total = new double[parts.get(0).length];
    for (double[] part : parts) {
      Arrays.setAll(total, at -> total[at] + part[at]);
    }
    return total;
  }

  private static double[] joined(List<double[]> parts) {
    return parts.stream().flatMapToDouble(Arrays::stream).toArray();
  }

  private static Coefficients sum(int size, List<Coefficients> parts) {
    Coefficients total = new Coefficients(size, parts.get(0).vectors());
    for (int regression = 0; regression < total.vectors(); regression++) {
      int vector = regression;
      total.set(regression, sum(parts.stream().map(part -> part.vector(vector)).toList()));
    }
    return total;
  }

  private <T> List<T> each(Function<RowPass, T> ask) {
    return partitions.stream().map(ask).toList();
  }

  @Override
  public Shape shape() {
    return shape;
  }

  @Override
  public void spread(int tasks, Task task) {
    IntStream.range(0, tasks).forEach(index -> task.run(this, index));
  }

  @Override
  public int blockWidth(int regressions) {
    return regressions;
  }

  @Override
  public BlockSums block(Link link, int[] regressions, double[] coefficients, double[] variances) {
    List<BlockSums> parts = each(part -> part.block(link, regressions, coefficients, variances));
    return new BlockSums(
        sum(parts.stream().map(BlockSums::values).toList()),
        sum(parts.stream().map(BlockSums::gradients).toList()),
        sum(parts.stream().map(BlockSums::weightedSquares).toList()));
  }

  @Override
  public RegressionRows regression(Link link, int regression, double[] mean, Cholesky precision) {
    return new Rows(each(part -> part.regression(link, regression, mean, precision)));
  }

  @Override
  public RegressionRows regression(Link link, int regression, double[] mean, double[] variances) {
    return new Rows(each(part -> part.regression(link, regression, mean, variances)));
  }

  @Override
  public Curvatures curvatures(Link link) {
    return new Summed(each(part -> part.curvatures(link)));
  }

  @Override
  public CategoricalRows categorical(Likelihood member) {
    List<CategoricalRows> parts = each(part -> part.categorical(member));
    return new CategoricalRows() {
      @Override
      public double valueAndGradient(Coefficients b, Coefficients gradient) {
        double value = 0;
        List<Coefficients> slopes = parts.stream().map(part -> b.copy()).toList();
        for (int i = 0; i < parts.size(); i++) {
          value += parts.get(i).valueAndGradient(b, slopes.get(i));
        }
        Coefficients total = sum(shape.size(), slopes);
        for (int regression = 0; regression < total.vectors(); regression++) {
          gradient.set(regression, total.vector(regression));
        }
        return value;
      }

      @Override
      public Curvatures curvatures(Coefficients b) {
        return new Summed(parts.stream().map(part -> part.curvatures(b)).toList());
      }
    };
  }

  @Override
  public double[] gram() {
    return sum(each(RowPass::gram));
  }

  @Override
  public double[] squareSums() {
    return sum(each(RowPass::squareSums));
  }

  /**
   * Each partition deals its own rows, so that the parts differ from those of rows in one place.
   */
  @Override
  public Folds folds(int parts, int[] regressions, long seed) {
    List<Folds> folds = each(partition -> partition.folds(parts, regressions, seed));
    return new Folds() {
      @Override
      public int candidates() {
        return folds.stream().mapToInt(Folds::candidates).sum();
      }

      @Override
      public RowPass others(int part, int among) {
        List<RowPass> others = folds.stream().map(fold -> fold.others(part, among)).toList();
        int rows = others.stream().mapToInt(other -> other.shape().rows()).sum();
        long values = others.stream().mapToLong(other -> other.shape().nonzeros()).sum();
        return new PartitionedPass(shape.withRows(rows, values), others, collect);
      }

      @Override
      public double[] weights(int part) {
        return joined(folds.stream().map(fold -> fold.weights(part)).toList());
      }

      @Override
      public double[] logDensities(int part, Likelihood likelihood, Coefficients means) {
        return joined(
            folds.stream().map(fold -> fold.logDensities(part, likelihood, means)).toList());
      }
    };
  }

  @Override
  public Problem sample(int rows, long seed) {
    return collect.apply(rows, seed);
  }

  /** One regression's rows in partitions. */
  private static final class Rows implements RegressionRows {
    private final List<RegressionRows> parts;

    Rows(List<RegressionRows> parts) {
      this.parts = parts;
    }

    private double[] total(Function<RegressionRows, double[]> ask) {
      return sum(parts.stream().map(ask).toList());
    }

    @Override
    public double bound() {
      return parts.stream().mapToDouble(RegressionRows::bound).sum();
    }

    @Override
    public double[] slopes() {
      return total(RegressionRows::slopes);
    }

    @Override
    public double[] curvature() {
      return total(RegressionRows::curvature);
    }

    @Override
    public double[] weights() {
      return total(RegressionRows::weights);
    }

    @Override
    public double[] pulls() {
      return total(RegressionRows::pulls);
    }

    @Override
    public Line along(double[] direction) {
      List<Line> lines = parts.stream().map(part -> part.along(direction)).toList();
      return new Line() {
        @Override
        public RegressionRows at(double step) {
          return new Rows(lines.stream().map(line -> line.at(step)).toList());
        }

        @Override
        public double squaredLength() {
          return lines.stream().mapToDouble(Line::squaredLength).sum();
        }
      };
    }
  }

  /** Curvatures of rows in partitions. */
  private final class Summed implements Curvatures {
    private final List<Curvatures> parts;

    Summed(List<Curvatures> parts) {
      this.parts = parts;
    }

    @Override
    public void forEachMatrix(RegressionMeans fits, int rows, long seed, MatrixTask task) {
      int count = fits.regressions().length;
      double[][][] found = new double[parts.size()][count][];
      for (int part = 0; part < found.length; part++) {
        double[][] own = found[part];
        parts.get(part).forEachMatrix(fits, rows, seed + part, (i, upper) -> own[i] = upper);
      }
      for (int i = 0; i < count; i++) {
        int regression = i;
        task.take(i, sum(Arrays.stream(found).map(own -> own[regression]).toList()));
      }
    }

    @Override
    public void forEachProduct(RegressionMeans fits, ProductTask task) {
      int count = fits.regressions().length;
      Product[][] found = new Product[parts.size()][count];
      for (int part = 0; part < found.length; part++) {
        Product[] own = found[part];
        parts.get(part).forEachProduct(fits, (i, product) -> own[i] = product);
      }
      for (int i = 0; i < count; i++) {
        int regression = i;
        task.take(
            i,
            (block, width) ->
                sum(Arrays.stream(found).map(own -> own[regression].times(block, width)).toList()));
      }
    }

    @Override
    public Coefficients squareSums(RegressionMeans fits) {
      return sum(shape.size(), parts.stream().map(part -> part.squareSums(fits)).toList());
    }
  }
}
