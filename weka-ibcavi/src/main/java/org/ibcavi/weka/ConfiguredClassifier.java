// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.Settings;
import weka.classifiers.IterativeClassifier;
import weka.classifiers.RandomizableClassifier;
import weka.core.OptionMetadata;
import weka.core.SelectedTag;
import weka.core.Utils;

/**
 * What users set: the options of the core's table, on the command line all of them by name, in the
 * property sheet the few that everybody understands as rows and the others behind a single one. An
 * option that is added to the table as an expert's needs no change here.
 */
public abstract class ConfiguredClassifier extends RandomizableClassifier
    implements IterativeClassifier {
  private static final long serialVersionUID = 1L;

  private static final String CLASS_WEIGHTS = "class-weights";

  // Weka shows these as tool tips, and Java wants them to be constants; a test compares those of
  // the core's options with the table.

  private static final String METHOD_TIP =
      "Auto (categorical where the size of the data allows it), categorical (a "
          + "binary regression for each category, and from there on categorical models of "
          + "all of them together), binary (the regressions alone) or published (these as "
          + "in the paper: its prior, stopping rule and average).";

  private static final String PREDICT_TIP =
      "Probabilities at the posterior means (plugin), at means shrunk by their "
          + "uncertainty (moderated), as the mean over draws of the posterior "
          + "(montecarlo) or auto (categorical members under wide priors as the mean over "
          + "draws, all else at the means).";

  private static final String CLASS_WEIGHTS_TIP =
      "What the instances of a class weigh: equal, balanced (all classes the same in sum), or pairs"
          + " such as sick:5,well:1; classes that are not mentioned weigh 1.";

  private static final String BASIS_TIP =
      "What the categorical models are linear in: the features (none), the features and "
          + "steps at their quantiles (thresholds), the features and random waves of all of "
          + "them (smooth), the features and leaves of random trees (trees), or models of each "
          + "kind weighed by leave-one-out (auto).";

  private static final String NUM_SLOTS_TIP =
      "Threads that fit, 0 for all cores; the model has the same bits for any number.";

  private static final String SEED_TIP =
      "Seed of all that is random; the same data, options and seed give the same model.";

  private static final String EXPERT_TIP =
      "All other options, left to the method unless they are set here: link, members of the"
          + " average, prior variance and how it is learned, shape of the posterior, tolerances and the like.";

  private static final String PRINT_ALL_TIP = "Print every class and coefficient of a long model.";

  private static final String RESUME_TIP =
      "Let a model that was built, or saved and loaded, be continued where it ended: in the"
          + " Explorer by 'Continue iterating' in the menu of the result list, on the command line"
          + " by -continue-iterating. Start always begins anew. The model is no larger for it.";

  // A subclass that is saved writes the command line in place of these fields.

  private transient TypedOptions typed = TypedOptions.none();
  private transient String classWeights = ClassWeights.EQUAL;
  private transient boolean printAll;
  private transient boolean resume;

  /** With the defaults. */
  protected ConfiguredClassifier() {}

  /**
   * The core's settings.
   *
   * @return what was set
   * @throws IllegalArgumentException if an option has a value that it does not take
   */
  protected final Settings settings() {
    return typed.with(Option.SEED, Integer.toString(getSeed())).settings();
  }

  /**
   * The number of threads.
   *
   * @return at least 1
   */
  protected final int threads() {
    int slots = getNumSlots();
    return slots == 0 ? Runtime.getRuntime().availableProcessors() : slots;
  }

  @Override
  public Enumeration<weka.core.Option> listOptions() {
    List<weka.core.Option> options = new ArrayList<>(CommandLine.list());
    options.add(
        CommandLine.described(
            CLASS_WEIGHTS_TIP + " Default equal.",
            CLASS_WEIGHTS,
            1,
            CLASS_WEIGHTS + " equal|balanced|<class:weight,...>"));
    options.add(CommandLine.described(PRINT_ALL_TIP, "print-all", 0, "print-all"));
    options.add(CommandLine.described(RESUME_TIP, "resume", 0, "resume"));
    options.addAll(Collections.list(super.listOptions()));
    return Collections.enumeration(options);
  }

  /**
   * Reads options, those of the core's table and Weka's; those that are absent get their defaults.
   *
   * @param options the command line
   * @throws Exception if a value is refused or an option is unknown
   */
  @Override
  public void setOptions(String[] options) throws Exception {
    takeOptions(options);
    settings();
  }

  /**
   * Reads options without a look at values of the core's options: those of a classifier that was
   * copied while somebody was typing are looked at when a model is built.
   *
   * @param options the command line
   * @throws Exception if an option is unknown or has no value
   */
  protected final void takeOptions(String[] options) throws Exception {
    typed = CommandLine.read(options);
    String weights = Utils.getOption(CLASS_WEIGHTS, options);
    classWeights = weights.isEmpty() ? ClassWeights.EQUAL : weights;
    printAll = Utils.getFlag("print-all", options);
    resume = Utils.getFlag("resume", options);
    int seed = CommandLine.readSeed(options, 1);
    super.setOptions(options);
    setSeed(seed);
    Utils.checkForRemainingOptions(options);
  }

  /** Those of the core's options that differ from their defaults, then Weka's. */
  @Override
  public String[] getOptions() {
    List<String> options = new ArrayList<>(CommandLine.write(typed));
    if (!classWeights.isBlank() && !classWeights.equals(ClassWeights.EQUAL)) {
      Collections.addAll(options, "-" + CLASS_WEIGHTS, CommandLine.value(classWeights));
    }
    if (printAll) {
      options.add("-print-all");
    }
    if (resume) {
      options.add("-resume");
    }
    Collections.addAll(options, super.getOptions());
    return options.toArray(new String[0]);
  }

  /**
   * What is fitted.
   *
   * @return the setting
   */
  @OptionMetadata(displayName = "Method", description = METHOD_TIP, displayOrder = 1)
  public SelectedTag getMethod() {
    return Tags.select(Option.METHOD, typed.text(Option.METHOD));
  }

  /**
   * Changes it; nothing is checked before a model is built.
   *
   * @param value the setting
   */
  public void setMethod(SelectedTag value) {
    typed = typed.with(Option.METHOD, Tags.word(value));
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String methodTipText() {
    return OptionWords.sentence(Option.METHOD);
  }

  /**
   * How probabilities are computed.
   *
   * @return the setting
   */
  @OptionMetadata(displayName = "Prediction", description = PREDICT_TIP, displayOrder = 2)
  public SelectedTag getPredict() {
    return Tags.select(Option.PREDICT, typed.text(Option.PREDICT));
  }

  /**
   * Changes it; nothing is checked before a model is built.
   *
   * @param value the setting
   */
  public void setPredict(SelectedTag value) {
    typed = typed.with(Option.PREDICT, Tags.word(value));
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String predictTipText() {
    return OptionWords.sentence(Option.PREDICT);
  }

  /**
   * What the instances of a class weigh, as it was typed.
   *
   * @return the setting
   */
  @OptionMetadata(displayName = "Class weights", description = CLASS_WEIGHTS_TIP, displayOrder = 4)
  public String getClassWeights() {
    return classWeights;
  }

  /**
   * Changes it; nothing is checked before a model is built.
   *
   * @param value the setting
   */
  public void setClassWeights(String value) {
    classWeights = value;
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String classWeightsTipText() {
    return CLASS_WEIGHTS_TIP;
  }

  /**
   * What the categorical models are linear in.
   *
   * @return the setting
   */
  @OptionMetadata(displayName = "Basis", description = BASIS_TIP, displayOrder = 3)
  public SelectedTag getBasis() {
    return Tags.select(Option.BASIS, typed.text(Option.BASIS));
  }

  /**
   * Changes it; nothing is checked before a model is built.
   *
   * @param value the setting
   */
  public void setBasis(SelectedTag value) {
    typed = typed.with(Option.BASIS, Tags.word(value));
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String basisTipText() {
    return OptionWords.sentence(Option.BASIS);
  }

  /**
   * The number of threads.
   *
   * @return the setting
   */
  @OptionMetadata(
      displayName = "Number of slots (threads)",
      description = NUM_SLOTS_TIP,
      displayOrder = 5)
  public int getNumSlots() {
    String text = typed.text(Option.THREADS).trim();
    return Integer.parseInt(
        text.equalsIgnoreCase(TypedOptions.AUTO) ? OptionWords.initial(Option.THREADS) : text);
  }

  /**
   * Changes it; nothing is checked before a model is built.
   *
   * @param value the setting
   */
  public void setNumSlots(int value) {
    typed = typed.with(Option.THREADS, Integer.toString(value));
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String numSlotsTipText() {
    return OptionWords.sentence(Option.THREADS);
  }

  /**
   * All options that are no row of their own.
   *
   * @return the setting
   */
  @OptionMetadata(displayName = "Expert options", description = EXPERT_TIP, displayOrder = 6)
  public TypedOptions getExpert() {
    return typed.expert();
  }

  /**
   * Changes it; nothing is checked before a model is built.
   *
   * @param value the setting
   */
  public void setExpert(TypedOptions value) {
    typed = typed.withExpert(value);
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String expertTipText() {
    return EXPERT_TIP;
  }

  /**
   * Whether every class and coefficient of a long model is printed.
   *
   * @return the setting
   */
  @OptionMetadata(displayName = "Print all", description = PRINT_ALL_TIP, displayOrder = 7)
  public boolean getPrintAll() {
    return printAll;
  }

  /**
   * Changes it; nothing is checked before a model is built.
   *
   * @param value the setting
   */
  public void setPrintAll(boolean value) {
    printAll = value;
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String printAllTipText() {
    return PRINT_ALL_TIP;
  }

  /**
   * Whether iterations go on from a model that was built before.
   *
   * @return the setting
   */
  @OptionMetadata(displayName = "Resume", description = RESUME_TIP, displayOrder = 8)
  @Override
  public boolean getResume() {
    return resume;
  }

  /**
   * Changes it; nothing is checked before a model is built.
   *
   * @param value the setting
   */
  @Override
  public void setResume(boolean value) {
    resume = value;
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String resumeTipText() {
    return RESUME_TIP;
  }

  // Weka's own properties, overridden for their names and places in the property sheet.

  /**
   * Seeds all that is random.
   *
   * @return the setting
   */
  @OptionMetadata(displayName = "Seed", description = SEED_TIP, displayOrder = 9)
  @Override
  public int getSeed() {
    return super.getSeed();
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  @Override
  public String seedTipText() {
    return OptionWords.sentence(Option.SEED);
  }

  /**
   * How many digits of a number the printed model has.
   *
   * @return the setting
   */
  @OptionMetadata(
      displayName = "Significant digits",
      description = "The number of significant digits in the printed model.",
      displayOrder = 10)
  @Override
  public int getNumDecimalPlaces() {
    return super.getNumDecimalPlaces();
  }

  /**
   * How many instances Weka lets it predict at once.
   *
   * @return the setting
   */
  @OptionMetadata(
      displayName = "Batch size",
      description = "The number of instances that Weka passes on at once for prediction.",
      displayOrder = 11)
  @Override
  public String getBatchSize() {
    return super.getBatchSize();
  }

  /**
   * Whether the data are fitted unchecked.
   *
   * @return the setting
   */
  @OptionMetadata(
      displayName = "Do not check capabilities",
      description = "Fit without checking the data first.",
      displayOrder = 12)
  @Override
  public boolean getDoNotCheckCapabilities() {
    return super.getDoNotCheckCapabilities();
  }

  /**
   * Whether every sweep is printed on the console.
   *
   * @return the setting
   */
  @OptionMetadata(
      displayName = "Debug",
      description = "Print every sweep on the console.",
      displayOrder = 13)
  @Override
  public boolean getDebug() {
    return super.getDebug();
  }
}
