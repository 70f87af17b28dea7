// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Component;
import java.awt.Container;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.beans.PropertyEditor;
import java.beans.PropertyEditorManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.swing.JComboBox;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JTextField;
import org.ibcavi.settings.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weka.classifiers.AbstractClassifier;
import weka.classifiers.functions.IBCavi;
import weka.core.OptionMetadata;
import weka.core.SerializedObject;
import weka.gui.GenericObjectEditor;
import weka.gui.PropertyPanel;
import weka.gui.PropertySheetPanel;

/** What the Explorer's property sheet shows and takes. */
class PropertySheetTest {
  private static final Set<String> WEKAS =
      Set.of("batchSize", "debug", "doNotCheckCapabilities", "numDecimalPlaces", "seed");

  private static List<PropertyDescriptor> rows() throws Exception {
    List<PropertyDescriptor> rows = new ArrayList<>();
    for (PropertyDescriptor each :
        Introspector.getBeanInfo(IBCavi.class).getPropertyDescriptors()) {
      boolean shown = each.getReadMethod() != null && each.getWriteMethod() != null;
      if (shown && !each.getName().equals("log") && !each.getName().equals("options")) {
        rows.add(each);
      }
    }
    return rows;
  }

  static <T> List<T> inside(Container container, Class<T> type) {
    List<T> found = new ArrayList<>();
    for (Component child : container.getComponents()) {
      if (type.isInstance(child)) {
        found.add(type.cast(child));
      }
      if (child instanceof Container inner) {
        found.addAll(inside(inner, type));
      }
    }
    return found;
  }

  @Test
  void itHasAtMostEightRowsOfOurs() throws Exception {
    List<String> names = rows().stream().map(PropertyDescriptor::getName).toList();
    assertTrue(names.containsAll(WEKAS), names::toString);
    List<String> ours = names.stream().filter(name -> !WEKAS.contains(name)).toList();
    assertEquals(
        List.of(
            "basis",
            "classWeights",
            "expert",
            "method",
            "numSlots",
            "predict",
            "printAll",
            "resume"),
        ours);
  }

  @Test
  void everyRowHasANameAPlaceAndATip() throws Exception {
    List<Integer> places = new ArrayList<>();
    for (PropertyDescriptor row : rows()) {
      OptionMetadata shown = row.getReadMethod().getAnnotation(OptionMetadata.class);
      assertTrue(shown.displayName().length() > 2, row.getName());
      assertTrue(shown.description().endsWith("."), row.getName());
      places.add(shown.displayOrder());
    }
    assertEquals(places.size(), places.stream().distinct().count());
  }

  @Test
  void tipsOfTheCoresOptionsAreTheTables() throws Exception {
    Map<String, Option<?>> options =
        Map.of(
            "method", Option.METHOD,
            "predict", Option.PREDICT,
            "basis", Option.BASIS,
            "numSlots", Option.THREADS,
            "seed", Option.SEED);
    assertEquals(
        Option.table().stream().filter(option -> !option.isExpert()).count(), options.size());
    for (PropertyDescriptor row : rows()) {
      Option<?> option = options.get(row.getName());
      if (option != null) {
        String sentence = OptionWords.sentence(option);
        assertEquals(
            sentence, row.getReadMethod().getAnnotation(OptionMetadata.class).description());
        assertEquals(
            sentence, IBCavi.class.getMethod(row.getName() + "TipText").invoke(new IBCavi()));
      }
    }
  }

  /** Weka hands over what a text field holds after every key. */
  @ParameterizedTest
  @ValueSource(strings = {"", "0", "0.", "b", "au", "-", " 1"})
  void halfTypedTextIsTakenAsItIs(String text) throws Exception {
    IBCavi classifier = new IBCavi();
    classifier.setClassWeights(text);
    assertEquals(text, classifier.getClassWeights());
    classifier.setExpert(TypedOptions.none().with(Option.TOLERANCE, text));
    assertEquals(text, classifier.getExpert().text(Option.TOLERANCE));
    IBCavi copy = (IBCavi) AbstractClassifier.makeCopy(classifier);
    assertEquals(text.trim(), copy.getClassWeights().replace("equal", "").trim());
  }

  @Test
  void wrongTextIsRefusedWhenTheModelIsBuilt() throws Exception {
    IBCavi classifier = new IBCavi();
    classifier.setExpert(TypedOptions.none().with(Option.PRIOR_VARIANCE, "0."));
    Exception refused =
        assertThrows(
            IllegalArgumentException.class, () -> classifier.buildClassifier(TestData.glass()));
    assertEquals(
        "-prior-variance 0.: must be a finite number above 0, or auto", refused.getMessage());
    classifier.setExpert(TypedOptions.none());
    classifier.setNumSlots(-1);
    refused =
        assertThrows(
            IllegalArgumentException.class, () -> classifier.buildClassifier(TestData.glass()));
    assertEquals(
        "-num-slots -1: must be a whole number, at least 0, or auto", refused.getMessage());
  }

  @Test
  void menusOfferTheTablesWords() {
    IBCavi classifier = new IBCavi();
    assertEquals("auto", Tags.word(classifier.getMethod()));
    assertEquals(Option.METHOD.choices().size(), classifier.getMethod().getTags().length);
    classifier.setMethod(Tags.select(Option.METHOD, "published"));
    classifier.setPredict(Tags.select(Option.PREDICT, "moderated"));
    assertEquals("published", Tags.word(classifier.getMethod()));
    assertEquals("moderated", Tags.word(classifier.getPredict()));
    assertTrue(
        String.join(" ", classifier.getOptions())
            .startsWith("-method published -predict moderated"));
  }

  @Test
  void wekaShowsTheExpertOptionsInARowWithAWindow() {
    GenericObjectEditor.registerEditors(); // As Weka does when it opens a window.
    IBCavi classifier = new IBCavi();
    PropertySheetPanel sheet = new PropertySheetPanel();
    sheet.setTarget(classifier);
    assertEquals(13, sheet.editableProperties());
    assertEquals(1, inside(sheet, PropertyPanel.class).size(), "the row of expert options");
    PropertyEditor editor = PropertyEditorManager.findEditor(TypedOptions.class);
    assertInstanceOf(TypedOptionsEditor.class, editor);
  }

  private static TypedOptionsEditor editor(TypedOptions options) {
    TypedOptionsEditor editor = new TypedOptionsEditor();
    editor.setValue(options);
    return editor;
  }

  private static ExpertPanel panel(TypedOptionsEditor editor) {
    return (ExpertPanel) editor.getCustomEditor();
  }

  @Test
  void theWindowHasARowForEveryExpertOption() {
    ExpertPanel panel = panel(editor(TypedOptions.none()));
    List<String> labels = new ArrayList<>();
    for (JLabel label : inside(panel, JLabel.class)) {
      if (label.getLabelFor() != null) {
        labels.add(label.getText());
      }
    }
    List<Option<?>> expert = new ArrayList<>(Option.table());
    expert.removeIf(option -> !option.isExpert());
    assertEquals(expert.stream().map(OptionWords::label).toList(), labels);
    for (Option<?> option : expert) {
      JComponent field = panel.field(option.name());
      assertTrue(field.getToolTipText().contains(OptionWords.sentence(option)), option.name());
      assertTrue(field.getToolTipText().contains(option.rule()), option.name());
    }
    assertTrue(panel.getPreferredSize().height < 650, "fits a screen of 768 pixels");
  }

  @Test
  void wrongTextIsToldAndNotHandedOn() {
    TypedOptionsEditor editor = editor(TypedOptions.none());
    ExpertPanel panel = panel(editor);
    JTextField tolerance = (JTextField) panel.field("tolerance");
    tolerance.setText("2");
    assertEquals("", panel.message(), "not on a key");
    panel.accept();
    assertEquals("-tolerance 2: must be above 0 and below 1, or auto", panel.message());
    assertEquals(TypedOptions.none(), editor.getValue());
    tolerance.setText("0.2");
    ((JComboBox<?>) panel.field("link")).setSelectedItem("logit");
    ((JComboBox<?>) panel.field("intercept")).setSelectedItem("false");
    panel.accept();
    assertEquals("-link logit -tolerance 0.2 -no-intercept", editor.getValue().toString());
    assertEquals("", panel.message());
  }

  @Test
  void whatIsCancelledIsForgotten() {
    TypedOptionsEditor editor = editor(TypedOptions.none().with(Option.MAX_SWEEPS, "7"));
    JTextField field = (JTextField) panel(editor).field("max-sweeps");
    assertEquals("7", field.getText());
    field.setText("8");
    // Weka sets the old value again when the window is closed.
    editor.setValue(editor.getValue());
    assertEquals("7", field.getText());
  }

  @Test
  void theRowShowsTheOptionsAsOnTheCommandLine() {
    BufferedImage image = new BufferedImage(200, 20, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    editor(TypedOptions.none()).paintValue(graphics, new Rectangle(0, 0, 200, 20));
    graphics.dispose();
    boolean drawn = false;
    for (int x = 0; x < 200; x++) {
      for (int y = 0; y < 20; y++) {
        drawn |= image.getRGB(x, y) != 0xFF000000;
      }
    }
    assertTrue(drawn);
    assertThrows(IllegalArgumentException.class, () -> new TypedOptionsEditor().setValue("text"));
  }

  @Test
  void expertOptionsAreCopiedWithTheClassifier() throws Exception {
    TypedOptions options = TypedOptions.none().with(Option.LINK, "logit");
    TypedOptions copy = (TypedOptions) new SerializedObject(options).getObject();
    assertEquals(options, copy);
    assertEquals(options.hashCode(), copy.hashCode());
    IBCavi classifier = new IBCavi();
    classifier.setMethod(Tags.select(Option.METHOD, "binary"));
    classifier.setExpert(options);
    classifier.setExpert(TypedOptions.none().with(Option.SOLVER, "cavi"));
    String line = String.join(" ", classifier.getOptions());
    assertTrue(line.startsWith("-method binary -solver cavi"), line);
    assertFalse(line.contains("link"), line);
  }
}
