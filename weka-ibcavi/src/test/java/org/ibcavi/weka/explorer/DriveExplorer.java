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
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.swing.AbstractButton;
import javax.swing.JButton;
import javax.swing.JDialog;
import javax.swing.JFrame;
import javax.swing.JList;
import javax.swing.JMenuItem;
import javax.swing.JTextArea;
import javax.swing.JTextField;
import javax.swing.JTree;
import javax.swing.SwingUtilities;
import javax.swing.tree.TreePath;
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

  private final Robot robot = new Robot();
  private final Path folder;

  private DriveExplorer(Path folder) throws AWTException {
    this.folder = folder;
    robot.setAutoDelay(60);
  }

  /**
   * Drives.
   *
   * @param arguments an ARFF file and a folder for the screenshots
   * @throws Exception if something goes wrong
   */
  public static void main(String[] arguments) throws Exception {
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, error) -> {
          error.printStackTrace(System.out);
          Runtime.getRuntime().halt(1);
        });
    new DriveExplorer(Path.of(arguments[1])).drive(new File(arguments[0]));
    // Weka's windows would keep the program running.
    Runtime.getRuntime().halt(0);
  }

  private void drive(File data) throws Exception {
    WekaPackageManager.loadPackages(false);
    LookAndFeel.setLookAndFeel();
    Explorer explorer = swing(DriveExplorer::open);
    swing(() -> load(explorer, data));
    await("the data", () -> explorer.getPreprocessPanel().getInstances() != null);
    swing(() -> select(explorer));
    ClassifierPanel panel = (ClassifierPanel) find(explorer, ClassifierPanel.class::isInstance);
    chooseFromTheTree(panel);
    lookAtTheProperties(panel);
    crossValidate(panel);
    for (String entry :
        new String[] {
          "Reliability diagram", "Class probabilities", "Coefficient intervals", "Objective trace"
        }) {
      openFromTheResultList(panel, entry);
    }
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

  private void chooseFromTheTree(ClassifierPanel panel) throws Exception {
    click(find(panel, button("Choose")), InputEvent.BUTTON1_DOWN_MASK);
    JTree tree = (JTree) await("the tree", () -> showing(JTree.class::isInstance));
    robot.delay(SETTLE_MILLIS);
    TreePath path = swing(() -> expandTo(tree, "functions", "IBCavi"));
    robot.delay(SETTLE_MILLIS);
    Rectangle place = swing(() -> tree.getPathBounds(path));
    Point corner = swing(tree::getLocationOnScreen);
    robot.mouseMove(corner.x + place.x + 20, corner.y + place.y + place.height / 2);
    shot("1-tree");
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
    Component ok = await("the property sheet", () -> showing(button("OK")));
    robot.delay(SETTLE_MILLIS);
    shot("2-properties");
    lookAtTheExpertOptions();
    click(ok, InputEvent.BUTTON1_DOWN_MASK);
    robot.delay(SETTLE_MILLIS);
  }

  /** Opens their window, types a wrong value, reads the complaint, and leaves by Cancel. */
  private void lookAtTheExpertOptions() throws Exception {
    Component row =
        await("the row of expert options", () -> inADialog("", PropertyPanel.class::isInstance));
    click(row, InputEvent.BUTTON1_DOWN_MASK);
    String title = "IBCavi: expert options";
    Component field =
        await("the expert options", () -> inADialog(title, JTextField.class::isInstance));
    robot.delay(SETTLE_MILLIS);
    shot("2-expert");
    click(field, InputEvent.BUTTON1_DOWN_MASK);
    robot.keyPress(KeyEvent.VK_9);
    robot.keyRelease(KeyEvent.VK_9);
    robot.keyPress(KeyEvent.VK_TAB);
    robot.keyRelease(KeyEvent.VK_TAB);
    await(
        "the complaint",
        () ->
            inADialog(
                title, text -> text instanceof JTextArea t && t.getText().contains("must be")));
    robot.delay(SETTLE_MILLIS);
    shot("2-expert-complaint");
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
    await(
        "the result",
        () -> panel.getResultHistory().getList().getModel().getSize() == 1 && start.isEnabled());
    robot.delay(SETTLE_MILLIS);
    shot("3-result");
  }

  private void openFromTheResultList(ClassifierPanel panel, String entry) throws Exception {
    JList<?> results = panel.getResultHistory().getList();
    Point corner = swing(results::getLocationOnScreen);
    robot.mouseMove(corner.x + 40, corner.y + 8);
    click(InputEvent.BUTTON3_DOWN_MASK);
    Component plugins = await("the menu", () -> showing(menuItem("Plugins")));
    move(plugins);
    click(InputEvent.BUTTON1_DOWN_MASK);
    Component item = await(entry, () -> showing(menuItem(entry)));
    move(item);
    robot.delay(SETTLE_MILLIS);
    String name = entry.toLowerCase(Locale.ROOT).replace(' ', '-');
    shot("4-menu-" + name);
    long before = frames();
    click(InputEvent.BUTTON1_DOWN_MASK);
    await("the window of " + entry, () -> frames() > before);
    robot.delay(2 * SETTLE_MILLIS);
    JFrame frame = (JFrame) windows().filter(window -> !holdsExplorer(window)).findFirst().get();
    if (entry.equals("Class probabilities")) {
      chooseThreeInstances(frame);
    }
    swing(() -> place(frame));
    robot.delay(SETTLE_MILLIS);
    shot("5-" + name, swing(frame::getBounds));
    swing(() -> close(frame));
  }

  private void chooseThreeInstances(JFrame frame) throws Exception {
    JList<?> instances = (JList<?>) find(frame, JList.class::isInstance);
    swing(
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

  /** Waits until something is there and true. */
  private <T> T await(String what, Callable<T> question) throws Exception {
    long end = System.currentTimeMillis() + PATIENCE_MILLIS;
    while (System.currentTimeMillis() < end) {
      T answer = swing(question);
      if (answer != null && !Boolean.FALSE.equals(answer)) {
        return answer;
      }
      robot.delay(100);
    }
    shot("0-failed");
    throw new AssertionError("waited in vain for " + what);
  }

  private static <T> T swing(Callable<T> task) throws Exception {
    FutureTask<T> future = new FutureTask<>(task);
    SwingUtilities.invokeLater(future);
    return future.get();
  }

  private void move(Component component) throws Exception {
    Rectangle bounds = swing(() -> onScreen(component));
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

  private void shot(String name) throws IOException {
    shot(name, EXPLORER);
  }

  private void shot(String name, Rectangle part) throws IOException {
    ImageIO.write(robot.createScreenCapture(part), "png", folder.resolve(name + ".png").toFile());
  }
}
