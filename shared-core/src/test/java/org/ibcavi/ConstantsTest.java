// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every number of the library that has a name, by what it is. A new one fails a test here until
 * somebody has thought about which kind it is of, and those that decide what users get are few.
 */
class ConstantsTest {
  /** Constants that decide which model, plan or prediction comes out, at the most. */
  private static final int MOST_DECIDING = 40;

  private static final Pattern DECLARATION =
      Pattern.compile(
          "^ +(?:(?:public|private|static|final) )*(?:byte|int|long|double)(?:\\[\\])? "
              + "([A-Z][A-Z0-9_]*) =\\s+([^;]*);",
          Pattern.MULTILINE);

  /** A name in capitals inside an initializer. */
  private static final Pattern OTHER_CONSTANT = Pattern.compile("\\b[A-Z][A-Z0-9_]{2,}\\b");

  /** The line of the table in architecture.md that names some of them. */
  private static final Pattern ROW = Pattern.compile("^\\| `(\\w+)` \\| ([^|]*) \\|", 8);

  /** Kinds of constants that do not decide what users get, or say so elsewhere. */
  private static final Map<String, List<String>> OTHERS =
      Map.of(
          "is computed from other constants",
          List.of(
              "CategoricalStage.WIDEST",
              "JointAscent.GAIN_PASSES",
              "LanczosDeterminant.COST",
              "LanczosDeterminant.PROBES",
              "ModelFields.MAX_FEATURES",
              "PairTable.ROW",
              "ScaleSearch.MOST",
              "Validation.MAX_COLUMNS",
              "VariationalSettings.MAX_PASSES",
              "VectorKernel.STEP",
              "VectorKernel.WIDTH",
              "Exponential.STEPS_PER_UNIT"),
          "is the value of an option or of an argument that users are told",
          List.of(
              "Average.DEFAULT_GRID",
              "Prior.DEFAULT_INTERCEPT_VARIANCE",
              "Uncertainty.USUAL_LEVEL"),
          "is part of an algorithm, a prior or a score as it was published",
          List.of(
              "LearnedVariances.SHAPE",
              "Psis.CANDIDATES",
              "Psis.LEAST_TAIL",
              "Psis.PRIOR_SHAPE",
              "Psis.PRIOR_TAIL",
              "Psis.REACH",
              "Psis.TAIL_ROOTS",
              "Psis.TAIL_SHARE",
              "Psis.WORST_SHAPE",
              "ReliabilityTable.DEFAULT_BINS",
              "SpikeSlabAscent.PSEUDO_COUNT",
              "StructureChooser.STRONG"),
          "guards against rounding and overflow, or is the length of a series or table",
          List.of(
              "AlphaWeights.LEAST_PRIOR",
              "ComponentFamily.NEGLIGIBLE",
              "Exponential.LARGEST",
              "Exponential.ROUND",
              "Exponential.SHIFT",
              "Exponential.STEPS",
              "Exponential.STEP_HIGH",
              "Exponential.STEP_LOW",
              "Exponential.TABLE",
              "LanczosDeterminant.STEPS",
              "Lbfgs.LEAST_CURVATURE",
              "Lbfgs.ROUNDING",
              "Logistic.HIGH",
              "Logistic.INTERVALS",
              "Logit.FLAT",
              "Logit.QUARTER",
              "PairTable.ROUNDER",
              "PairTable.TERMS",
              "PowerAverage.LARGEST_TOTAL",
              "PowerAverage.ROUNDING",
              "PriorState.LEAST_VARIANCE",
              "RegressionStep.LEAST_TOLERANCE",
              "RowPredictor.GOLDEN",
              "Score.LEAST_PROBABILITY",
              "StackedMeans.LARGEST",
              "StandardNormal.DENSITY_AT_0",
              "StandardNormal.FRACTION_DEPTH",
              "StandardNormal.HALF_LOG_2_PI",
              "StandardNormal.HIGH",
              "StandardNormal.INTERVALS",
              "StandardNormal.INVERSE_SQRT_2",
              "StandardNormal.LOW",
              "StandardNormal.SQRT_2_OVER_PI",
              "Standardization.SMALLEST",
              "VariationalAscent.ROUNDING",
              "Waves.LARGEST"),
          "changes the time that something takes, and its end by no more than its tolerance",
          List.of(
              "BlockedAscent.REFINE_AFTER",
              "Cost.SOLVE_TO_PASS",
              "CategoricalFit.HELD_SHARE",
              "Coordinates.LEVEL_RATIO",
              "Lbfgs.MAX_SHORTENINGS",
              "Lbfgs.SUFFICIENT_GAIN",
              "Repeats.MERGING_SHARE",
              "RegressionPath.MAX_POINTS",
              "RegressionPath.MAX_VALUES",
              "RegressionStep.SHORTEST_STEP",
              "ScaleLearner.TYPICAL_SUM",
              "ScaleSearch.GROWTH",
              "ScaleSearch.SLOW",
              "VariationalAscent.MOST_HALVINGS"),
          "states what the code takes or holds, for estimates of time and memory",
          List.of(
              "BinaryPlan.SHARED_MATRICES",
              "Cost.LINK_COST",
              "Cost.MEMBER_PASSES",
              "Cost.MODE_PASSES",
              "Plan.FEATURE_COPIES",
              "Plan.VALUES_OF_A_ROW"),
          "is the size of a block of memory; sums have the same terms whatever it is",
          List.of(
              "Cholesky.PANEL",
              "Coefficients.MAX_BLOCK",
              "Coefficients.MAX_WIDTH",
              "DesignMatrix.CHUNK_ROWS",
              "Exponential.BLOCK",
              "LocalCurvatures.GROUP",
              "LocalPass.MAX_BLOCK",
              "LocalPass.MAX_WIDTH",
              "LocalPass.MIN_WIDTH",
              "NativeKernel.STRIPE",
              "NativeKernel.WORTH_A_CALL",
              "PlainKernel.WIDE",
              "Products.FEW",
              "RowPairs.MOST_SIZE",
              "RowScores.BATCH_VALUES",
              "Shape.MAX_SEGMENTS",
              "Shape.MIN_SEGMENT_CHUNKS",
              "Shape.MIN_VALUES_PER_SUM",
              "Softmax.BLOCK",
              "TiledProduct.DEPTH",
              "TiledProduct.HEIGHT",
              "TiledProduct.LINE",
              "TiledProduct.PADDING",
              "TiledProduct.WIDTH",
              "TriangularOperation.BLOCK",
              "TriangularOperation.NARROW",
              "VectorKernel.COLUMNS",
              "VectorKernel.DEPTH",
              "VectorKernel.HEIGHT",
              "VectorKernel.ROWS"),
          "is a number of the file format, a limit of arrays or a mark",
          List.of(
              "BasisFields.LEAVES",
              "BasisFields.LINEAR",
              "BasisFields.STEPS",
              "BasisFields.WAVES",
              "Cholesky.MAX_SIZE",
              "FieldInput.FIRST_LENGTH",
              "FieldInput.TELLING",
              "Framing.FIRST_VERSION",
              "Framing.MAGIC",
              "Framing.MAX_ARRAY",
              "Framing.MAX_CHUNK",
              "Framing.MAX_TEXT",
              "Framing.VERSION",
              "Framing.WITH_EARLIER_ROWS",
              "ModelFields.MAX_MEMBERS",
              "ModelFields.SUM_TOLERANCE",
              "PosteriorFields.DIAGONAL_PER_CATEGORY",
              "PosteriorFields.FACTOR_PER_CATEGORY",
              "PosteriorFields.SHARED_DIAGONAL",
              "PosteriorFields.SHARED_FACTOR",
              "Shape.LEFT_OUT",
              "SparseMatrix.MAX_ARRAY"),
          "says how much a text shows",
          List.of(
              "CoefficientSummary.SHOWN",
              "LearnedVariances.MOST_TOLD",
              "MemberDiagnosis.NAMED",
              "Standardization.SHOWN",
              "Uncertainty.SHOWN"));

  /**
   * A constant in the source.
   *
   * @param initializer what it is set to
   * @param explained whether a comment stands right above it
   */
  private record Constant(String initializer, boolean explained) {}

  @Test
  void theDocumentNamesEveryConstantThatDecides() throws IOException {
    Set<String> deciding = new TreeSet<>(constants().keySet());
    OTHERS.values().forEach(deciding::removeAll);
    assertEquals(String.join("\n", documented()), String.join("\n", deciding));
  }

  @Test
  void fewConstantsDecide() throws IOException {
    int count = documented().size();
    assertTrue(count <= MOST_DECIDING, () -> count + " constants decide what users get");
  }

  @Test
  void everyConstantThatDecidesIsExplainedWhereItStands() throws IOException {
    Map<String, Constant> constants = constants();
    assertAll(
        documented().stream().map(name -> () -> assertTrue(constants.get(name).explained(), name)));
  }

  @Test
  void theOtherKindsNameConstantsThatExist() throws IOException {
    Set<String> known = constants().keySet();
    List<String> gone =
        OTHERS.values().stream()
            .flatMap(List::stream)
            .filter(name -> !known.contains(name))
            .sorted()
            .toList();
    assertEquals(List.of(), gone);
  }

  @Test
  void computedConstantsNameWhatTheyAreComputedFrom() throws IOException {
    Map<String, Constant> constants = constants();
    assertAll(
        OTHERS.get("is computed from other constants").stream()
            .map(
                name ->
                    () ->
                        assertTrue(
                            OTHER_CONSTANT.matcher(constants.get(name).initializer()).find(),
                            name)));
  }

  /** Those of the table in architecture.md, as {@code Type.NAME}. */
  private static Set<String> documented() throws IOException {
    String document = Files.readString(Path.of("../docs/architecture.md"));
    String section = document.substring(document.indexOf("## Constants that decide"));
    int next = section.indexOf("\n## ");
    Set<String> names = new TreeSet<>();
    Matcher row = ROW.matcher(next < 0 ? section : section.substring(0, next));
    while (row.find()) {
      for (String name : row.group(2).replace("`", "").split(", ", -1)) {
        names.add(row.group(1) + "." + name);
      }
    }
    return names;
  }

  private static Map<String, Constant> constants() throws IOException {
    Map<String, Constant> constants = new TreeMap<>();
    for (Path file : sources()) {
      String source = Files.readString(file);
      String type = file.getFileName().toString().replace(".java", "");
      Matcher matcher = DECLARATION.matcher(source);
      while (matcher.find()) {
        boolean explained = source.substring(0, matcher.start()).stripTrailing().endsWith("*/");
        constants.put(type + "." + matcher.group(1), new Constant(matcher.group(2), explained));
      }
    }
    return constants;
  }

  private static List<Path> sources() throws IOException {
    List<Path> files = new ArrayList<>();
    for (String root : List.of("src/main/java", "src/main/vector")) {
      try (Stream<Path> paths = Files.walk(Path.of(root))) {
        files.addAll(
            paths.filter(path -> path.toString().endsWith(".java")).collect(Collectors.toList()));
      }
    }
    return files;
  }
}
