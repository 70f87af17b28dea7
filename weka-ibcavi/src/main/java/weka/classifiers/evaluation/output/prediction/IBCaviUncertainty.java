// SPDX-License-Identifier: GPL-3.0-or-later
package weka.classifiers.evaluation.output.prediction;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ibcavi.model.Uncertainty;
import org.ibcavi.weka.PredictedBatch;
import weka.classifiers.Classifier;
import weka.classifiers.functions.IBCavi;
import weka.core.Instance;
import weka.core.Option;
import weka.core.Utils;

/**
 * Prints for each instance how sure IBCavi is of its prediction: the probability of the predicted
 * class with a credible interval, and the doubt about the class split into noise, which stays
 * however many data there are, and lack of data, which more of them would remove. Instances that
 * another classifier predicted have question marks there.
 */
public class IBCaviUncertainty extends AbstractOutput {
  private static final long serialVersionUID = 1L;

  private static final double USUAL_LEVEL = 0.9;

  /** What stands for a number that is not known. */
  private static final String UNKNOWN = "?";

  /** What a number takes beside its decimals: a digit, a point, and a sign or a second digit. */
  private static final int BEFORE_DECIMALS = 3;

  /** The probability that an interval holds. */
  private double level = USUAL_LEVEL;

  /** Whether columns are separated by commas instead of aligned. */
  private boolean csv;

  /** Of the aligned columns, made with the header; longer values push the others to the right. */
  private int[] widths = {};

  /** Instances printed so far. */
  private int printed;

  /** Instances of them whose classifier says nothing of uncertainty. */
  private int withoutUncertainty;

  /** Made by Weka. */
  public IBCaviUncertainty() {
    // Options come later.
  }

  @Override
  public String globalInfo() {
    // The property sheet shows the first sentence, the button beside it the others.
    return "Outputs the predictions of IBCavi with their uncertainty. In columns or as CSV: the"
        + " probability of the predicted class, its credible interval, and the entropy of the"
        + " predicted distribution in nats as the sum of noise, which stays however many data there"
        + " are, and lack of data, which more of them would remove. For other classifiers the"
        + " uncertainty is not known and question marks are printed.";
  }

  @Override
  public String getDisplay() {
    return "IBCavi with uncertainty";
  }

  @Override
  public Enumeration<Option> listOptions() {
    List<Option> options = new ArrayList<>(Collections.list(super.listOptions()));
    options.add(
        new Option(
            "\tThe probability that an interval holds, above 0 and below 1\n\t(default: 0.9)",
            "level",
            1,
            "-level <probability>"));
    options.add(new Option("\tCSV instead of aligned columns", "csv", 0, "-csv"));
    return Collections.enumeration(options);
  }

  @Override
  public void setOptions(String[] options) throws Exception {
    String given = Utils.getOption("level", options);
    setLevel(given.isEmpty() ? USUAL_LEVEL : Double.parseDouble(given));
    setCsv(Utils.getFlag("csv", options));
    super.setOptions(options);
  }

  @Override
  public String[] getOptions() {
    List<String> options = new ArrayList<>(List.of(super.getOptions()));
    options.addAll(List.of("-level", Double.toString(level)));
    if (csv) {
      options.add("-csv");
    }
    return options.toArray(new String[0]);
  }

  /**
   * The probability that an interval holds.
   *
   * @return 0.9 unless told otherwise
   */
  public double getLevel() {
    return level;
  }

  /**
   * Sets the probability that an interval holds; it is checked when the header is printed, so that
   * a half-typed number raises no dialog.
   *
   * @param value above 0 and below 1
   */
  public void setLevel(double value) {
    level = value;
  }

  /**
   * For the property sheet.
   *
   * @return what the level is
   */
  public String levelTipText() {
    return "The probability that an interval holds, above 0 and below 1.";
  }

  /**
   * Whether CSV is printed instead of aligned columns.
   *
   * @return false unless told otherwise
   */
  public boolean getCsv() {
    return csv;
  }

  /**
   * Chooses CSV, for programs, instead of aligned columns, for people.
   *
   * @param value true for CSV
   */
  public void setCsv(boolean value) {
    csv = value;
  }

  /**
   * For the property sheet.
   *
   * @return what the choice is
   */
  public String csvTipText() {
    return "Print CSV instead of aligned columns.";
  }

  @Override
  protected void doPrintHeader() {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("level " + level + "; must be above 0 and below 1");
    }
    printed = 0;
    withoutUncertainty = 0;
    List<String> names =
        new ArrayList<>(
            List.of(
                "inst#",
                "actual",
                "predicted",
                "error",
                "probability",
                "lower",
                "upper",
                "noise",
                "lack_of_data"));
    if (m_OutputDistribution && m_Header.classAttribute().isNominal()) {
      for (int k = 0; k < m_Header.numClasses(); k++) {
        names.add("p(" + m_Header.classAttribute().value(k) + ")");
      }
    }
    for (int attribute : shownAttributes()) {
      names.add(m_Header.attribute(attribute).name());
    }
    widths = names.stream().mapToInt(this::width).toArray();
    printLine(names);
  }

  /** Enough for a column's name, and for its numbers or classes. */
  private int width(String name) {
    int values =
        switch (name) {
          case "inst#", "error" -> 0;
          case "actual", "predicted" -> longestClass();
          default -> m_NumDecimals + BEFORE_DECIMALS;
        };
    return Math.max(name.length(), values);
  }

  private int longestClass() {
    return m_Header.classAttribute().isNominal()
        ? IntStream.range(0, m_Header.numClasses()).map(k -> className(k).length()).max().orElse(0)
        : m_NumDecimals + BEFORE_DECIMALS;
  }

  private List<Integer> shownAttributes() {
    List<Integer> shown = new ArrayList<>();
    if (m_Attributes != null) {
      m_Attributes.setUpper(m_Header.numAttributes() - 1);
      for (int attribute = 0; attribute < m_Header.numAttributes(); attribute++) {
        if (m_Attributes.isInRange(attribute) && attribute != m_Header.classIndex()) {
          shown.add(attribute);
        }
      }
    }
    return shown;
  }

  /** Here alone the classifier is known before it predicts. */
  @Override
  public void printClassification(Classifier classifier, Instance instance, int index)
      throws Exception {
    if (classifier instanceof IBCavi model) {
      print(
          model.distributionForInstance(instance),
          model.uncertainty(instance, level),
          instance,
          index);
    } else {
      super.printClassification(classifier, instance, index);
    }
  }

  @Override
  protected void doPrintClassification(Classifier classifier, Instance instance, int index)
      throws Exception {
    printClassification(classifier, instance, index);
  }

  @Override
  protected void doPrintClassification(double[] distribution, Instance instance, int index) {
    print(distribution, PredictedBatch.uncertainty(distribution, level), instance, index);
  }

  private void print(
      double[] distribution, Optional<Uncertainty> uncertainty, Instance instance, int index) {
    printed++;
    withoutUncertainty += uncertainty.isPresent() ? 0 : 1;
    List<String> values = new ArrayList<>();
    values.add(Integer.toString(index + 1));
    if (m_Header.classAttribute().isNominal()) {
      addNominal(distribution, uncertainty, instance, values);
    } else {
      values.add(instance.classIsMissing() ? UNKNOWN : number(instance.classValue()));
      values.add(number(distribution[0]));
      values.addAll(Collections.nCopies(6, UNKNOWN));
    }
    for (int attribute : shownAttributes()) {
      values.add(instance.isMissing(attribute) ? UNKNOWN : instance.toString(attribute));
    }
    printLine(values);
  }

  private void addNominal(
      double[] distribution,
      Optional<Uncertainty> uncertainty,
      Instance instance,
      List<String> values) {
    boolean predicts = Utils.sum(distribution) > 0;
    int predicted = Utils.maxIndex(distribution);
    boolean wrong =
        predicts && !instance.classIsMissing() && (int) instance.classValue() != predicted;
    values.add(instance.classIsMissing() ? UNKNOWN : className((int) instance.classValue()));
    values.add(predicts ? className(predicted) : UNKNOWN);
    values.add(wrong ? "+" : "");
    values.add(predicts ? number(distribution[predicted]) : UNKNOWN);
    values.add(uncertainty.map(u -> number(u.lower()[predicted])).orElse(UNKNOWN));
    values.add(uncertainty.map(u -> number(u.upper()[predicted])).orElse(UNKNOWN));
    values.add(uncertainty.map(u -> number(u.expectedEntropy())).orElse(UNKNOWN));
    values.add(uncertainty.map(u -> number(u.mutualInformation())).orElse(UNKNOWN));
    if (m_OutputDistribution) {
      for (double p : distribution) {
        values.add(number(p));
      }
    }
  }

  /** With its number, as Weka's own outputs. */
  private String className(int category) {
    return (category + 1) + ":" + m_Header.classAttribute().value(category);
  }

  private String number(double value) {
    return String.format(Locale.ROOT, "%." + m_NumDecimals + "f", value);
  }

  private void printLine(List<String> values) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < values.size(); column++) {
      String value = values.get(column);
      if (csv) {
        line.append(column == 0 ? "" : ",").append(quoted(value));
      } else {
        line.append(String.format(Locale.ROOT, "%" + widths[column] + "s  ", value));
      }
    }
    append(line.toString().stripTrailing() + "\n");
  }

  /** As RFC 4180 asks where a value holds a comma, a quote or an end of line. */
  private static String quoted(String value) {
    boolean plain = value.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? value : '"' + value.replace("\"", "\"\"") + '"';
  }

  /** Not in the file, where a line that is no row would disturb readers of CSV. */
  @Override
  protected void doPrintFooter() {
    if (withoutUncertainty > 0 && !m_SuppressOutput) {
      m_Buffer.append(
          String.format(
              Locale.ROOT,
              "%nUncertainty is not known for %d of %d instances: they were not predicted by IBCavi,"
                  + " another classifier stands between it and Weka, or all their values are"
                  + " missing.%n",
              withoutUncertainty,
              printed));
    }
  }
}
