// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.explorer;

import java.awt.AWTException;
import java.awt.Component;
import java.awt.Container;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.Window;
import java.awt.event.InputEvent;
import java.awt.event.KeyEvent;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.swing.AbstractButton;
import javax.swing.JButton;
import javax.swing.JDialog;
import javax.swing.JFileChooser;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JList;
import javax.swing.JMenuItem;
import javax.swing.JOptionPane;
import javax.swing.JTextArea;
import javax.swing.JTextField;
import javax.swing.JTree;
import javax.swing.SwingUtilities;
import javax.swing.tree.TreePath;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instances;
import weka.core.WekaPackageManager;
import weka.core.converters.ArffLoader;
import weka.gui.LookAndFeel;
import weka.gui.PropertyPanel;
import weka.gui.explorer.ClassifierPanel;
import weka.gui.explorer.Explorer;

/**
 * Uses the Explorer as a person would, by mouse, and takes screenshots. It ends with an error if
 * something is not where a person would look for it.
 */
public final class DriveExplorer {
  private static final long PATIENCE_MILLIS = 60_000;
  private static final int SETTLE_MILLIS = 700;
  private static final Rectangle EXPLORER = new Rectangle(20, 30, 1080, 860);

  private final Screen screen;
  private final Robot robot;

  private DriveExplorer(Path folder) throws AWTException {
    this.screen = new Screen(folder, EXPLORER, PATIENCE_MILLIS);
    this.robot = screen.robot();
  }

  /**
   * Drives.
   *
   * @param arguments an ARFF file and a folder for the screenshots
   * @throws Exception if something goes wrong
   */
  public static void main(String[] arguments) throws Exception {
    Screen.endAtErrors();
    new DriveExplorer(Path.of(arguments[1])).drive(new File(arguments[0]));
    Screen.end();
  }

  private void drive(File data) throws Exception {
    WekaPackageManager.loadPackages(false);
    LookAndFeel.setLookAndFeel();
    Explorer explorer = Screen.swing(DriveExplorer::open);
    Screen.swing(() -> load(explorer, data));
    screen.await("the data", () -> explorer.getPreprocessPanel().getInstances() != null);
    Screen.swing(() -> select(explorer));
    ClassifierPanel panel = (ClassifierPanel) find(explorer, ClassifierPanel.class::isInstance);
    chooseFromTheTree(panel, "1-tree", "functions", "IBCavi");
    lookAtTheProperties(panel);
    chooseTheOutput(panel);
    crossValidate(panel);
    lookAtThePredictions(panel);
    for (String entry :
        new String[] {
          "Reliability diagram",
          "Class probabilities",
          "Attribute effects",
          "Coefficient intervals",
          "Objective trace"
        }) {
      openFromTheResultList(panel, entry);
    }
    lookAtTheExport(panel);
    stop(explorer, panel);
  }

  private static Explorer open() {
    Explorer explorer = new Explorer();
    JFrame frame = new JFrame("Weka Explorer");
    frame.add(explorer);
    frame.setBounds(EXPLORER);
    frame.setVisible(true);
    return explorer;
  }

  private static boolean load(Explorer explorer, File data) throws IOException {
    ArffLoader loader = new ArffLoader();
    loader.setFile(data);
    explorer.getPreprocessPanel().setInstancesFromFile(loader);
    return true;
  }

  private static boolean select(Explorer explorer) {
    explorer.getTabbedPane().setSelectedIndex(1);
    return true;
  }

  /** Opens a tree of classes by its button and takes a leaf of it. */
  private void chooseFromTheTree(Container place, String shot, String... names) throws Exception {
    click(find(place, button("Choose")), InputEvent.BUTTON1_DOWN_MASK);
    JTree tree = (JTree) screen.await("the tree", () -> showing(JTree.class::isInstance));
    robot.delay(SETTLE_MILLIS);
    TreePath path = Screen.swing(() -> expandTo(tree, names));
    robot.delay(SETTLE_MILLIS);
    Rectangle leaf = Screen.swing(() -> tree.getPathBounds(path));
    Point corner = Screen.swing(tree::getLocationOnScreen);
    robot.mouseMove(corner.x + leaf.x + 20, corner.y + leaf.y + leaf.height / 2);
    screen.shot(shot);
    click(InputEvent.BUTTON1_DOWN_MASK);
    robot.delay(SETTLE_MILLIS);
  }

  private static TreePath expandTo(JTree tree, String... names) {
    TreePath path = null;
    for (String name : names) {
      path =
          IntStream.range(0, tree.getRowCount())
              .mapToObj(tree::getPathForRow)
              .filter(row -> row.getLastPathComponent().toString().contains(name))
              .findFirst()
              .orElseThrow(() -> new AssertionError("no '" + name + "' in the tree"));
      tree.expandPath(path);
    }
    tree.scrollPathToVisible(path);
    return path;
  }

  private void lookAtTheProperties(ClassifierPanel panel) throws Exception {
    Component text = find(panel, PropertyPanel.class::isInstance);
    click(text, InputEvent.BUTTON1_DOWN_MASK);
    Component ok = screen.await("the property sheet", () -> showing(button("OK")));
    robot.delay(SETTLE_MILLIS);
    screen.shot("2-properties");
    Window sheet = SwingUtilities.getWindowAncestor(ok);
    require(
        Screen.swing(sheet::getHeight) < 740, "the sheet fits a screen of 768 pixels with its bar");
    typeClassWeights();
    lookAtTheExpertOptions();
    click(ok, InputEvent.BUTTON1_DOWN_MASK);
    robot.delay(SETTLE_MILLIS);
  }

  /** Half a word raises no complaint; it is taken back again. */
  private void typeClassWeights() throws Exception {
    Component row =
        screen.await("the row", () -> inADialog("", f -> f instanceof JTextField t && isEqual(t)));
    click(row, InputEvent.BUTTON1_DOWN_MASK);
    for (int key : new int[] {KeyEvent.VK_END, KeyEvent.VK_B, KeyEvent.VK_A}) {
      press(key);
    }
    robot.delay(SETTLE_MILLIS);
    require(showing(JOptionPane.class::isInstance) == null, "no complaint on a key");
    screen.shot("2-half-typed");
    press(KeyEvent.VK_BACK_SPACE);
    press(KeyEvent.VK_BACK_SPACE);
  }

  private static boolean isEqual(JTextField field) {
    return field.getText().equals("equal");
  }

  private void press(int key) {
    robot.keyPress(key);
    robot.keyRelease(key);
    robot.waitForIdle();
  }

  private static void require(boolean held, String claim) {
    if (!held) {
      throw new AssertionError("not so: " + claim);
    }
  }

  /** The output of predictions with their uncertainty, among the more options. */
  private void chooseTheOutput(ClassifierPanel panel) throws Exception {
    click(find(panel, button("More options...")), InputEvent.BUTTON1_DOWN_MASK);
    Container options =
        (Container) screen.await("the options", () -> windowOf("Classifier evaluation options"));
    robot.delay(SETTLE_MILLIS);
    screen.shot("2-more-options");
    chooseFromTheTree(options, "2-outputs", "IBCaviUncertainty");
    click(find(options, PropertyPanel.class::isInstance), InputEvent.BUTTON1_DOWN_MASK);
    Component ok =
        screen.await("the output's sheet", () -> inADialog("GenericObjectEditor", button("OK")));
    robot.delay(SETTLE_MILLIS);
    screen.shot("2-output-sheet");
    click(ok, InputEvent.BUTTON1_DOWN_MASK);
    robot.delay(SETTLE_MILLIS);
    click(find(options, button("OK")), InputEvent.BUTTON1_DOWN_MASK);
    robot.delay(SETTLE_MILLIS);
  }

  private static Component windowOf(String title) {
    return windows()
        .filter(window -> window instanceof JDialog dialog && dialog.getTitle().equals(title))
        .findFirst()
        .orElse(null);
  }

  private void lookAtThePredictions(ClassifierPanel panel) throws Exception {
    JTextArea output = (JTextArea) find(panel, JTextArea.class::isInstance);
    int start = Screen.swing(() -> output.getText().indexOf("inst#"));
    require(start > 0, "predictions are in the output");
    Screen.swing(
        () -> {
          output.setCaretPosition(start);
          output.scrollRectToVisible(
              new Rectangle(0, (int) output.modelToView2D(start).getY() - 60, 10, 500));
          return true;
        });
    robot.delay(SETTLE_MILLIS);
    screen.shot("3-predictions");
    Screen.swing(
        () -> {
          output.setCaretPosition(output.getText().indexOf("Coefficients in"));
          return true;
        });
    robot.delay(SETTLE_MILLIS);
    screen.shot("3-coefficients");
  }

  private void lookAtTheExport(ClassifierPanel panel) throws Exception {
    chooseFromTheMenu(panel, "Export model");
    screen.await("the file chooser", () -> showing(JFileChooser.class::isInstance));
    robot.delay(SETTLE_MILLIS);
    screen.shot("6-export");
    press(KeyEvent.VK_ENTER);
    Component ok = screen.await("what was written", () -> showing(button("OK")));
    robot.delay(SETTLE_MILLIS);
    screen.shot("6-exported");
    click(ok, InputEvent.BUTTON1_DOWN_MASK);
    robot.delay(SETTLE_MILLIS);
  }

  /** A fit that takes long enough for its status line, and the Stop button. */
  private void stop(Explorer explorer, ClassifierPanel panel) throws Exception {
    Instances large = large();
    Screen.swing(
        () -> {
          explorer.getPreprocessPanel().setInstances(large);
          return true;
        });
    robot.delay(2 * SETTLE_MILLIS);
    Component start = find(panel, button("Start"));
    Component stop = find(panel, button("Stop"));
    click(start, InputEvent.BUTTON1_DOWN_MASK);
    screen.await("the status line", () -> showing(label("Building model on training data: ")));
    robot.delay(3 * SETTLE_MILLIS);
    screen.shot("7-status");
    click(stop, InputEvent.BUTTON1_DOWN_MASK);
    screen.await("the word Interrupted", () -> showing(label("Interrupted")));
    robot.delay(SETTLE_MILLIS);
    screen.shot("7-interrupted");
  }

  private static Instances large() {
    ArrayList<Attribute> attributes = new ArrayList<>();
    for (int m = 0; m < 60; m++) {
      attributes.add(new Attribute("x" + m));
    }
    attributes.add(new Attribute("class", List.of("a", "b", "c", "d", "e", "f", "g", "h")));
    Instances data = new Instances("large", attributes, 20000);
    data.setClassIndex(60);
    Random random = new Random(1);
    for (int i = 0; i < 20000; i++) {
      double[] values = random.doubles(61).toArray();
      values[60] = random.nextInt(8);
      data.add(new DenseInstance(1, values));
    }
    return data;
  }

  private static Predicate<Component> label(String start) {
    return component ->
        component instanceof JLabel l && l.getText() != null && l.getText().startsWith(start);
  }

  /** Opens their window, types a wrong value, reads the complaint, and leaves by Cancel. */
  private void lookAtTheExpertOptions() throws Exception {
    Component row =
        screen.await(
            "the row of expert options", () -> inADialog("", PropertyPanel.class::isInstance));
    click(row, InputEvent.BUTTON1_DOWN_MASK);
    String title = "IBCavi: expert options";
    Component field =
        screen.await("the expert options", () -> inADialog(title, JTextField.class::isInstance));
    robot.delay(SETTLE_MILLIS);
    screen.shot("2-expert");
    click(field, InputEvent.BUTTON1_DOWN_MASK);
    press(KeyEvent.VK_X);
    press(KeyEvent.VK_TAB);
    screen.await(
        "the complaint",
        () ->
            inADialog(
                title, text -> text instanceof JTextArea t && t.getText().contains("must be")));
    robot.delay(SETTLE_MILLIS);
    screen.shot("2-expert-complaint");
    click(inADialog(title, button("Cancel")), InputEvent.BUTTON1_DOWN_MASK);
    robot.delay(SETTLE_MILLIS);
  }

  private static Component inADialog(String title, Predicate<Component> wanted) {
    return windows()
        .filter(window -> window instanceof JDialog dialog && dialog.getTitle().contains(title))
        .map(window -> findOrNull(window, wanted))
        .filter(found -> found != null)
        .findFirst()
        .orElse(null);
  }

  private void crossValidate(ClassifierPanel panel) throws Exception {
    AbstractButton start = (AbstractButton) find(panel, button("Start"));
    click(start, InputEvent.BUTTON1_DOWN_MASK);
    screen.await(
        "the result",
        () -> panel.getResultHistory().getList().getModel().getSize() == 1 && start.isEnabled());
    robot.delay(SETTLE_MILLIS);
    screen.shot("3-result");
  }

  /** Leaves the mouse on the entry of the menu. */
  private void pointAtTheMenu(ClassifierPanel panel, String entry) throws Exception {
    JList<?> results = panel.getResultHistory().getList();
    Point corner = Screen.swing(results::getLocationOnScreen);
    robot.mouseMove(corner.x + 40, corner.y + 8);
    click(InputEvent.BUTTON3_DOWN_MASK);
    Component plugins = screen.await("the menu", () -> showing(menuItem("Plugins")));
    move(plugins);
    click(InputEvent.BUTTON1_DOWN_MASK);
    Component item = screen.await(entry, () -> showing(menuItem(entry)));
    move(item);
    robot.delay(SETTLE_MILLIS);
  }

  private void chooseFromTheMenu(ClassifierPanel panel, String entry) throws Exception {
    pointAtTheMenu(panel, entry);
    click(InputEvent.BUTTON1_DOWN_MASK);
  }

  private void openFromTheResultList(ClassifierPanel panel, String entry) throws Exception {
    pointAtTheMenu(panel, entry);
    String name = entry.toLowerCase(Locale.ROOT).replace(' ', '-');
    screen.shot("4-menu-" + name);
    long before = frames();
    click(InputEvent.BUTTON1_DOWN_MASK);
    screen.await("the window of " + entry, () -> frames() > before);
    robot.delay(2 * SETTLE_MILLIS);
    JFrame frame = (JFrame) windows().filter(window -> !holdsExplorer(window)).findFirst().get();
    if (entry.equals("Class probabilities")) {
      chooseThreeInstances(frame);
    }
    Screen.swing(() -> place(frame));
    robot.delay(SETTLE_MILLIS);
    screen.shot("5-" + name, Screen.swing(frame::getBounds));
    Screen.swing(() -> close(frame));
  }

  private void chooseThreeInstances(JFrame frame) throws Exception {
    JList<?> instances = (JList<?>) find(frame, JList.class::isInstance);
    Screen.swing(
        () -> {
          instances.setSelectedIndices(new int[] {3, 84, 160});
          return true;
        });
  }

  private static boolean place(JFrame frame) {
    frame.setLocation(300, 100);
    frame.toFront();
    return true;
  }

  private static boolean close(JFrame frame) {
    frame.dispose();
    return true;
  }

  private static Stream<Window> windows() {
    return Arrays.stream(Window.getWindows()).filter(Window::isShowing);
  }

  private static boolean holdsExplorer(Window window) {
    return !(window instanceof JFrame) || findOrNull(window, Explorer.class::isInstance) != null;
  }

  private static long frames() {
    return windows().filter(window -> !holdsExplorer(window)).count();
  }

  private static Predicate<Component> button(String text) {
    return component -> component instanceof JButton b && text.equals(b.getText());
  }

  private static Predicate<Component> menuItem(String text) {
    return component -> component instanceof JMenuItem item && text.equals(item.getText());
  }

  private static Component showing(Predicate<Component> wanted) {
    return windows()
        .map(window -> findOrNull(window, wanted))
        .filter(found -> found != null)
        .findFirst()
        .orElse(null);
  }

  private static Component find(Container root, Predicate<Component> wanted) {
    Component found = findOrNull(root, wanted);
    if (found == null) {
      throw new AssertionError("not found in " + root.getClass().getSimpleName());
    }
    return found;
  }

  private static Component findOrNull(Container root, Predicate<Component> wanted) {
    for (Component child : root.getComponents()) {
      if (wanted.test(child) && (child.isShowing() || child instanceof ClassifierPanel)) {
        return child;
      }
      Component deeper = child instanceof Container inner ? findOrNull(inner, wanted) : null;
      if (deeper != null) {
        return deeper;
      }
    }
    return null;
  }

  private void move(Component component) throws Exception {
    Rectangle bounds = Screen.swing(() -> onScreen(component));
    robot.mouseMove(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2);
  }

  private static Rectangle onScreen(Component component) {
    return new Rectangle(component.getLocationOnScreen(), component.getSize());
  }

  private void click(Component component, int button) throws Exception {
    move(component);
    click(button);
  }

  private void click(int button) {
    robot.mousePress(button);
    robot.mouseRelease(button);
    robot.waitForIdle();
  }
}
