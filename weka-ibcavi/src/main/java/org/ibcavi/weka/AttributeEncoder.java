// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;
import weka.core.Attribute;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.SparseInstance;
import weka.core.Utils;

/**
 * From a Weka instance to the row of numbers that the core takes; learned from training data.
 *
 * <ul>
 *   <li>A numeric or date attribute is one column.
 *   <li>A nominal attribute of two values is one column: 1 for the second value, 0 for the first.
 *       One of more values is a column for each. This is how Weka's NominalToBinary does it.
 *   <li>A missing value is replaced by the weighted mean or mode of the training data. An attribute
 *       that has missing values there gets one more column, {@code attribute=?}: 1 where the value
 *       is missing, else 0.
 *   <li>A column that is constant in the training data is left out, and so is an attribute that has
 *       no value in them. Of an attribute with one value, which is sometimes missing, the column
 *       {@code attribute=?} is left. A value that was never seen there has no column and counts as
 *       "none of the others".
 * </ul>
 *
 * <p>Rows are stored sparsely if the instances are, or if they would be large and mostly zeros, as
 * with a nominal attribute of thousands of values.
 *
 * <p>Immutable, hence safe for use by many threads, unlike Weka's filters.
 */
public final class AttributeEncoder implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int NO_COLUMN = -1;

  /**
   * Values of a dense matrix, 128 MiB, above which rows that are mostly zeros are stored sparsely.
   */
  private static final long MOST_DENSE_VALUES = 1 << 24;

  /** Columns for each attribute from which on rows are mostly zeros. */
  private static final int MOSTLY_ZEROS = 4;

  private final int classIndex;
  private final boolean sparse;

  /** For each attribute the columns of its levels; a numeric one has a single "level". */
  private final int[][] columns;

  /**
   * For each attribute the column that tells whether its value is missing. Null in an encoder that
   * was saved before there were such columns.
   */
  private final int[] missingColumns;

  private final boolean[] nominal;
  private final double[] replacements;
  private final String[] attributeNames;
  private final String[] columnNames;
  private final String[] replacementTexts;
  private final String[] dropped;

  /** Whether any value was missing; which attributes had such was not always saved. */
  private final boolean sawMissing;

  private final String className;
  private final String[] classValues;

  /** The row of an instance that stores nothing: what sparse instances leave out. */
  private final double[] rowOfZeros;

  /** Of everything above, so that a damaged file is noticed. */
  private final long checksum;

  /**
   * Learns how to encode.
   *
   * @param data training data; instances without class are passed over
   */
  public AttributeEncoder(Instances data) {
    int attributes = data.numAttributes();
    classIndex = data.classIndex();
    className = data.classAttribute().name();
    classValues = new String[data.numClasses()];
    Arrays.setAll(classValues, k -> data.classAttribute().value(k));
    columns = new int[attributes][];
    missingColumns = new int[attributes];
    Arrays.fill(missingColumns, NO_COLUMN);
    nominal = new boolean[attributes];
    replacements = new double[attributes];
    attributeNames = new String[attributes];
    replacementTexts = new String[attributes];
    List<String> names = new ArrayList<>();
    List<String> left = new ArrayList<>();
    AttributeSummary[] summaries = AttributeSummary.of(data);
    boolean missing = false;
    for (int a = 0; a < attributes; a++) {
      Attribute attribute = data.attribute(a);
      attributeNames[a] = attribute.name();
      nominal[a] = attribute.isNominal();
      columns[a] = new int[nominal[a] ? attribute.numValues() : 1];
      Arrays.fill(columns[a], NO_COLUMN);
      if (a == classIndex) {
        continue;
      }
      AttributeSummary summary = summaries[a];
      missing |= summary.sawMissing();
      replacements[a] = summary.replacement();
      if (summary.isEmpty()) {
        left.add(attribute.name() + " (no value)");
      } else if (summary.isConstant() && !summary.sawMissing()) {
        left.add(attribute.name() + " (always " + text(attribute, replacements[a]) + ")");
      } else {
        replacementTexts[a] = text(attribute, replacements[a]);
        if (!summary.isConstant()) {
          addColumns(attribute, summary, columns[a], names);
        }
      }
    }
    for (int a = 0; a < attributes; a++) {
      if (replacementTexts[a] != null && summaries[a].sawMissing()) {
        missingColumns[a] = names.size();
        names.add(attributeNames[a] + "=?");
      }
    }
    columnNames = names.toArray(new String[0]);
    sparse = storesSparsely(data, columnNames.length);
    dropped = left.toArray(new String[0]);
    sawMissing = missing;
    rowOfZeros = new double[columnNames.length];
    for (int a = 0; a < attributes; a++) {
      put(a, 0, rowOfZeros);
    }
    checksum = sum();
  }

  /**
   * As the instances do, or where values of nominal attributes make so many columns that it pays.
   */
  private static boolean storesSparsely(Instances data, int columns) {
    boolean large = (long) data.numInstances() * columns > MOST_DENSE_VALUES;
    return !data.isEmpty()
        && (data.stream().allMatch(SparseInstance.class::isInstance)
            || (large && columns > (long) MOSTLY_ZEROS * data.numAttributes()));
  }

  private long sum() {
    CRC32 crc = new CRC32();
    try (DataOutputStream out =
        new DataOutputStream(new CheckedOutputStream(OutputStream.nullOutputStream(), crc))) {
      out.writeInt(classIndex);
      out.writeBoolean(sparse);
      out.writeBoolean(sawMissing);
      for (int a = 0; a < columns.length; a++) {
        out.writeBoolean(nominal[a]);
        out.writeDouble(replacements[a]);
        for (int column : columns[a]) {
          out.writeInt(column);
        }
        if (missingColumns != null) {
          out.writeInt(missingColumns[a]);
        }
      }
      for (double value : rowOfZeros) {
        out.writeDouble(value);
      }
      String texts =
          String.join(
              "\n",
              className,
              Arrays.toString(classValues),
              Arrays.toString(attributeNames),
              Arrays.toString(columnNames),
              Arrays.toString(replacementTexts),
              Arrays.toString(dropped));
      out.write(texts.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return crc.getValue();
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    boolean whole;
    try {
      whole = checksum == sum();
    } catch (RuntimeException e) {
      whole = false;
    }
    if (!whole) {
      throw new InvalidObjectException("saved IBCavi: the list of attributes is damaged");
    }
  }

  private static void addColumns(
      Attribute attribute, AttributeSummary summary, int[] columns, List<String> names) {
    if (!attribute.isNominal()) {
      columns[0] = names.size();
      names.add(attribute.name());
      return;
    }
    for (int level = attribute.numValues() == 2 ? 1 : 0; level < columns.length; level++) {
      if (summary.sawLevel(level)) {
        columns[level] = names.size();
        names.add(attribute.name() + "=" + attribute.value(level));
      }
    }
  }

  static String text(Attribute attribute, double value) {
    if (attribute.isNominal()) {
      return attribute.value((int) value);
    }
    return attribute.isDate() ? attribute.formatDate(value) : Utils.doubleToString(value, 6);
  }

  private void put(int attribute, double value, double[] row) {
    int[] levels = columns[attribute];
    if (nominal[attribute]) {
      for (int column : levels) {
        if (column != NO_COLUMN) {
          row[column] = 0;
        }
      }
      int level = (int) value;
      if (level < levels.length && levels[level] != NO_COLUMN) {
        row[levels[level]] = 1;
      }
    } else if (levels[0] != NO_COLUMN) {
      row[levels[0]] = value;
    }
  }

  /**
   * The row of an instance.
   *
   * @param instance of the training data's attributes; its class is not looked at
   * @return a value for each column
   * @throws IllegalArgumentException if a value is infinite, or there are more or fewer attributes
   */
  public double[] encode(Instance instance) {
    if (instance.numAttributes() != attributeNames.length) {
      throw new IllegalArgumentException(
          instance.numAttributes()
              + " attributes; the model was trained on "
              + attributeNames.length
              + ", the class among them");
    }
    double[] row = rowOfZeros.clone();
    for (int i = 0; i < instance.numValues(); i++) {
      int attribute = instance.index(i);
      if (attribute != classIndex) {
        double value = instance.valueSparse(i);
        if (Utils.isMissingValue(value)) {
          value = replacements[attribute];
          if (tellsMissing(attribute)) {
            row[missingColumns[attribute]] = 1;
          }
        } else if (Double.isInfinite(value)) {
          throw new IllegalArgumentException(
              "attribute '" + attributeNames[attribute] + "': " + value + "; must be finite");
        }
        put(attribute, value, row);
      }
    }
    return row;
  }

  /**
   * Whether a column tells that an attribute's value is missing.
   *
   * @param attribute its index in the training data
   * @return true if the training data had such values, and others
   */
  public boolean tellsMissing(int attribute) {
    return missingColumns != null && missingColumns[attribute] != NO_COLUMN;
  }

  private boolean hasValueColumn(int attribute) {
    return Arrays.stream(columns[attribute]).anyMatch(column -> column != NO_COLUMN);
  }

  /**
   * Whether an attribute has a column.
   *
   * @param attribute its index in the training data
   * @return false for the class and for what was left out
   */
  public boolean uses(int attribute) {
    return attribute != classIndex && (hasValueColumn(attribute) || tellsMissing(attribute));
  }

  /**
   * Whether nothing is known of an instance that the model could use.
   *
   * @param instance of the training data's attributes
   * @return true if the values of all attributes that have a column are missing; but never where
   *     every column only tells whether a value is missing
   */
  public boolean knowsNothingOf(Instance instance) {
    boolean values = false;
    for (int a = 0; a < columns.length; a++) {
      if (uses(a) && !instance.isMissing(a)) {
        return false;
      }
      values |= hasValueColumn(a);
    }
    return values;
  }

  /**
   * The rows of instances, stored as the training data were.
   *
   * @param instances the instances
   * @return a row for each
   */
  public DesignMatrix encodeAll(Instances instances) {
    if (sparse) {
      DesignMatrix.Builder rows = DesignMatrix.sparse(columnNames.length);
      for (int i = 0; i < instances.numInstances(); i++) {
        double[] row = encodeRow(instances, i);
        int[] stored = nonzeros(row);
        rows.add(stored, values(row, stored));
      }
      return rows.build();
    }
    DesignMatrix.Builder rows = DesignMatrix.dense(columnNames.length);
    for (int i = 0; i < instances.numInstances(); i++) {
      rows.add(encodeRow(instances, i));
    }
    return rows.build();
  }

  /**
   * The training data for the core: instances that have a class, with their weights, and the names
   * of columns and classes.
   *
   * @param data training data
   * @param classWeights what the weights of instances are multiplied by, for each class
   * @return rows, labels and weights
   * @throws IllegalArgumentException if a value is infinite or a weight below 0
   */
  public TrainingData trainingData(Instances data, double[] classWeights) {
    Instances labelled = new Instances(data);
    labelled.deleteWithMissingClass();
    int rows = labelled.numInstances();
    int[] labels = new int[rows];
    double[] weights = new double[rows];
    for (int i = 0; i < rows; i++) {
      labels[i] = (int) labelled.instance(i).classValue();
      weights[i] = labelled.instance(i).weight();
      if (!(weights[i] >= 0 && weights[i] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "an instance of class '"
                + classValues[labels[i]]
                + "': weight "
                + weights[i]
                + "; must be finite and at least 0");
      }
    }
    TrainingData plain =
        TrainingData.of(encodeAll(labelled), labels, weights, data.numClasses())
            .withCategoryWeights(classWeights)
            .withCategoryNames(List.of(classValues));
    // An attribute may have the name of another one's indicator; then columns go by number.
    boolean unique = Arrays.stream(columnNames).distinct().count() == columnNames.length;
    return unique ? plain.withFeatureNames(List.of(columnNames)) : plain;
  }

  private double[] encodeRow(Instances instances, int i) {
    try {
      return encode(instances.instance(i));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("instance " + (i + 1) + ", " + e.getMessage(), e);
    }
  }

  private static int[] nonzeros(double[] row) {
    int count = 0;
    int[] found = new int[row.length];
    for (int m = 0; m < row.length; m++) {
      if (row[m] != 0) {
        found[count++] = m;
      }
    }
    return Arrays.copyOf(found, count);
  }

  private static double[] values(double[] row, int[] stored) {
    return Arrays.stream(stored).mapToDouble(m -> row[m]).toArray();
  }

  /**
   * Checks that rows have the same columns and classes as those of an earlier encoder.
   *
   * @param earlier what a model was fitted with
   * @throws IllegalArgumentException if they differ, with the first difference
   */
  public void requireColumnsOf(AttributeEncoder earlier) {
    requireSame("columns", earlier.columnNames, columnNames);
    requireSame("values of '" + className + "'", earlier.classValues, classValues);
  }

  private static void requireSame(String what, String[] earlier, String[] here) {
    int first = Arrays.mismatch(earlier, here);
    if (first >= 0) {
      throw new IllegalArgumentException(
          "cannot resume: the "
              + what
              + " differ from the earlier model's, number "
              + (first + 1)
              + " is "
              + name(here, first)
              + " and was "
              + name(earlier, first));
    }
  }

  private static String name(String[] names, int i) {
    return i < names.length ? "'" + names[i] + "'" : "not there";
  }

  /**
   * Whether instances have the attributes of the training data, by name and kind.
   *
   * @param instances any
   * @return true if they can be encoded
   */
  public boolean accepts(Instances instances) {
    if (instances.numAttributes() != attributeNames.length) {
      return false;
    }
    for (int a = 0; a < attributeNames.length; a++) {
      Attribute attribute = instances.attribute(a);
      if (!attribute.name().equals(attributeNames[a]) || attribute.isNominal() != nominal[a]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Refuses instances that cannot be encoded.
   *
   * @param what is made from them, the beginning of the sentence
   * @param instances null if there are none
   * @throws IllegalArgumentException if there are none, or of other attributes
   */
  public void requireReadable(String what, Instances instances) {
    if (instances == null || instances.isEmpty() || !accepts(instances)) {
      throw new IllegalArgumentException(
          what
              + " with the attributes that the model was trained on,"
              + " loaded in the Preprocess panel, and for IBCavi itself, not for one inside another"
              + " classifier.");
    }
  }

  /**
   * Where the class attribute stands.
   *
   * @return its index in the training data
   */
  public int classIndex() {
    return classIndex;
  }

  /**
   * How many columns a row has.
   *
   * @return at least 0
   */
  public int size() {
    return columnNames.length;
  }

  /**
   * The name of a column: an attribute, or {@code attribute=value} for an indicator.
   *
   * @param column which one
   * @return its name
   */
  public String columnName(int column) {
    return columnNames[column];
  }

  /**
   * The name of the class attribute.
   *
   * @return its name
   */
  public String className() {
    return className;
  }

  /**
   * How many classes there are.
   *
   * @return K
   */
  public int classes() {
    return classValues.length;
  }

  /**
   * The name of a class.
   *
   * @param category which one
   * @return the value of the class attribute
   */
  public String classValue(int category) {
    return classValues[category];
  }

  /**
   * The attribute whose values make most of the columns.
   *
   * @return what it makes, and how it could make fewer; empty unless it makes more than half of
   *     several
   */
  public Optional<String> widestAttribute() {
    int widest = 0;
    for (int a = 1; a < columns.length; a++) {
      widest = columnsOf(a) > columnsOf(widest) ? a : widest;
    }
    int count = columnsOf(widest);
    return count > 1 && 2L * count > size()
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "attribute '%s' alone makes %d of the %d columns: remove it or merge its rare"
                    + " values",
                attributeNames[widest],
                count,
                size()))
        : Optional.empty();
  }

  private int columnsOf(int attribute) {
    long values = Arrays.stream(columns[attribute]).filter(column -> column != NO_COLUMN).count();
    return (int) values + (tellsMissing(attribute) ? 1 : 0);
  }

  /**
   * Attributes that were left out.
   *
   * @return each with the reason
   */
  public List<String> dropped() {
    return List.of(dropped);
  }

  /**
   * What stands for the missing values of the training data.
   *
   * @return {@code attribute value} for each attribute that had such, and different values
   */
  public List<String> replacements() {
    boolean all = missingColumns == null && sawMissing;
    return IntStream.range(0, columns.length)
        .filter(a -> replacementTexts[a] != null && (all || tellsMissing(a)))
        .filter(this::hasValueColumn)
        .mapToObj(a -> attributeNames[a] + " " + replacementTexts[a])
        .toList();
  }

  /**
   * Attributes of which the model only uses whether their value is missing.
   *
   * @return {@code attribute (else value)} for each
   */
  public List<String> missingOrNot() {
    return IntStream.range(0, columns.length)
        .filter(a -> tellsMissing(a) && !hasValueColumn(a))
        .mapToObj(a -> attributeNames[a] + " (else " + replacementTexts[a] + ")")
        .toList();
  }
}
