// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.ibcavi.design.TrainingData;
import org.ibcavi.file.ModelFile;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.CoefficientSummary;
import org.ibcavi.model.Uncertainty;
import org.ibcavi.settings.CovarianceShape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * That nobody changes a model, its report or its data through what their public methods hand out.
 * All methods without arguments, or with one number, are called, on what they return again, and
 * whatever array or collection comes back is overwritten.
 */
class ImmutabilityTest {
  private static final RandomData DATA = RandomData.of(71, 60, 3, 4, 0.7);

  static Stream<IbCavi> kinds() {
    return Stream.of(
        IbCavi.withDefaults(),
        IbCavi.withDefaults().covariance(CovarianceShape.DIAGONAL),
        BinaryFit.withDefaults(),
        BinaryFit.withDefaults().covariance(CovarianceShape.DIAGONAL));
  }

  private static TrainingData data() {
    return DATA.sparse()
        .withFeatureNames(List.of("a", "b", "c"))
        .withCategoryNames(List.of("p", "q", "r", "s"));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aModelCannotBeChangedFromOutside(IbCavi settings) {
    CategoricalModel model = settings.fit(data());
    byte[] before = bytes(model);
    double[] predicted = model.probabilities(DATA.row(0));
    Vandal vandal = new Vandal();
    vandal.visit(model);
    assertArrayEquals(before, bytes(model));
    assertArrayEquals(predicted, model.probabilities(DATA.row(0)));
    for (String type : List.of("FitReport", "Posterior", "Standardization", "AlphaWeights")) {
      assertTrue(vandal.types.contains(type), type + " was not visited: " + vandal.types);
    }
    assertTrue(vandal.overwritten >= 10, vandal.overwritten + " were overwritten");
  }

  @Test
  void trainingDataCannotBeChangedFromOutside() {
    TrainingData data = data();
    double[] before = BinaryFit.withDefaults().fit(data).probabilities(DATA.row(0));
    Vandal vandal = new Vandal();
    vandal.visit(data);
    assertTrue(vandal.overwritten >= 3, vandal.overwritten + " were overwritten");
    CategoricalModel after = BinaryFit.withDefaults().fit(data);
    assertArrayEquals(before, after.probabilities(DATA.row(0)));
    assertEquals(List.of("a", "b", "c"), after.featureNames());
    assertArrayEquals(data().categoryWeights(), after.data().categoryWeights());
  }

  @Test
  void summariesCannotBeChangedFromOutside() {
    CategoricalModel model = IbCavi.withDefaults().fit(data());
    Uncertainty uncertainty = model.uncertainty(DATA.row(0));
    CoefficientSummary coefficients = model.coefficients(1, 0.9);
    String before = uncertainty + "\n" + coefficients;
    Vandal vandal = new Vandal();
    vandal.visit(uncertainty);
    assertTrue(vandal.overwritten >= 4, vandal.overwritten + " were overwritten");
    vandal.visit(coefficients);
    assertEquals(before, uncertainty + "\n" + coefficients);
  }

  @Test
  void arraysThatWereGivenMayBeChangedAfterwards() {
    double[][] rows = Arrays.stream(DATA.rows()).map(double[]::clone).toArray(double[][]::new);
    int[] labels = DATA.labels().clone();
    TrainingData data = TrainingData.of(rows, labels);
    Arrays.fill(rows[3], 1e9);
    Arrays.fill(labels, 0);
    assertArrayEquals(
        BinaryFit.withDefaults().fit(DATA.rows(), DATA.labels()).probabilities(DATA.row(0)),
        BinaryFit.withDefaults().fit(data).probabilities(DATA.row(0)));
  }

  private static byte[] bytes(CategoricalModel model) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      ModelFile.write(model, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** Overwrites what it can get. */
  private static final class Vandal {
    /** A matrix has a squared matrix, which has a squared matrix, and so on. */
    private static final int MAX_DEPTH = 5;

    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<String> types = new TreeSet<>();
    private int overwritten;
    private int depth;

    void visit(Object object) {
      if (object == null || overwrite(object) || !isOurs(object)) {
        return;
      }
      if (depth < MAX_DEPTH && seen.add(object)) {
        depth++;
        visitMethods(object);
        depth--;
      }
    }

    private void visitMethods(Object object) {
      types.add(object.getClass().getSimpleName());
      for (Method method : object.getClass().getMethods()) {
        if (Modifier.isStatic(method.getModifiers()) || !isOurs(method.getDeclaringClass())) {
          continue;
        }
        if (method.getParameterCount() == 0) {
          visit(result(object, method));
        } else if (Arrays.equals(method.getParameterTypes(), new Class<?>[] {int.class})) {
          visit(result(object, method, 0));
        }
      }
    }

    /** True if it is an array, a collection, a map or an optional. */
    private boolean overwrite(Object object) {
      if (object instanceof double[] values) {
        Arrays.fill(values, 77);
      } else if (object instanceof int[] values) {
        Arrays.fill(values, 0);
      } else if (object instanceof Object[] values) {
        Arrays.stream(values).forEach(this::visit);
        Arrays.fill(values, null);
      } else if (object instanceof Collection<?> values) {
        List.copyOf(values).forEach(this::visit);
        attempt(values::clear);
      } else if (object instanceof Map<?, ?> values) {
        attempt(values::clear);
      } else if (object instanceof Optional<?> value) {
        value.ifPresent(this::visit);
        return true;
      } else {
        return false;
      }
      overwritten++;
      return true;
    }

    private static void attempt(Runnable change) {
      try {
        change.run();
      } catch (UnsupportedOperationException e) {
        // As it should be.
      }
    }

    private static boolean isOurs(Object object) {
      return isOurs(object.getClass()) && !(object instanceof Enum);
    }

    private static boolean isOurs(Class<?> type) {
      return type.getName().startsWith("org.ibcavi.");
    }

    /** Only what a user may call: a method of a type that is hidden is none of them. */
    private static Object result(Object object, Method method, Object... arguments) {
      try {
        return publicForm(method).map(form -> invoke(form, object, arguments)).orElse(null);
      } catch (IllegalArgumentException | UnsupportedOperationException e) {
        return null;
      }
    }

    private static Object invoke(Method method, Object object, Object[] arguments) {
      try {
        return method.invoke(object, arguments);
      } catch (InvocationTargetException e) {
        return null; // Refused, which changes nothing.
      } catch (IllegalAccessException e) {
        throw new AssertionError(e);
      }
    }

    /** The method as a public type declares it. */
    private static Optional<Method> publicForm(Method method) {
      Class<?> owner = method.getDeclaringClass();
      return Stream.concat(Stream.of(owner), Arrays.stream(owner.getInterfaces()))
          .filter(type -> Modifier.isPublic(type.getModifiers()))
          .flatMap(type -> Arrays.stream(type.getMethods()))
          .filter(form -> form.getName().equals(method.getName()))
          .filter(form -> Arrays.equals(form.getParameterTypes(), method.getParameterTypes()))
          .findFirst();
    }
  }
}
