// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.explorer;

import java.awt.AWTException;
import java.awt.Component;
import java.awt.Container;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.Toolkit;
import java.awt.Window;
import java.awt.event.InputEvent;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.swing.DefaultListModel;
import javax.swing.JButton;
import javax.swing.JComboBox;
import javax.swing.JComponent;
import javax.swing.JFrame;
import javax.swing.JMenuItem;
import javax.swing.JTabbedPane;
import javax.swing.JTextArea;
import javax.swing.SwingUtilities;
import weka.classifiers.Classifier;
import weka.classifiers.functions.IBCavi;
import weka.classifiers.functions.Logistic;
import weka.core.WekaPackageManager;
import weka.core.converters.ArffLoader;
import weka.experiment.ClassifierSplitEvaluator;
import weka.experiment.CrossValidationResultProducer;
import weka.experiment.Experiment;
import weka.experiment.InstancesResultListener;
import weka.experiment.PropertyNode;
import weka.gui.GenericObjectEditor;
import weka.gui.LookAndFeel;
import weka.gui.experiment.Experimenter;
import weka.gui.experiment.SimpleSetupPanel;
import weka.gui.knowledgeflow.KnowledgeFlowApp;
import weka.gui.knowledgeflow.LayoutPanel;
import weka.gui.knowledgeflow.MainKFPerspective;
import weka.gui.knowledgeflow.StepVisual;
import weka.knowledgeflow.Flow;
import weka.knowledgeflow.JSONFlowUtils;
import weka.knowledgeflow.StepManager;
import weka.knowledgeflow.StepManagerImpl;
import weka.knowledgeflow.steps.ClassAssigner;
import weka.knowledgeflow.steps.ClassifierPerformanceEvaluator;
import weka.knowledgeflow.steps.CrossValidationFoldMaker;
import weka.knowledgeflow.steps.Loader;
import weka.knowledgeflow.steps.Step;
import weka.knowledgeflow.steps.TextViewer;

/**
 * Cross-validates IBCavi in the real KnowledgeFlow and compares it with Logistic in the real
 * Experimenter, by their buttons, and takes screenshots. It ends with an error if a result is not
 * there.
 */
public final class DriveTools {
  private static final long PATIENCE_MILLIS = 180_000;
  private static final int SETTLE_MILLIS = 1000;

  /** Between the steps of the flow on the screen. */
  private static final int STEP_PIXELS = 140;

  private final Screen screen;
  private final Robot robot;
  private final File data;

  private DriveTools(File data, Path folder) throws AWTException {
    Rectangle all = new Rectangle(Toolkit.getDefaultToolkit().getScreenSize());
    this.screen = new Screen(folder, all, PATIENCE_MILLIS);
    this.robot = screen.robot();
    this.data = data;
  }

  /**
   * Drives.
   *
   * @param arguments an ARFF file and a folder for the screenshots
   * @throws Exception if something goes wrong
   */
  public static void main(String[] arguments) throws Exception {
    Screen.endAtErrors();
    WekaPackageManager.loadPackages(false);
    LookAndFeel.setLookAndFeel();
    GenericObjectEditor.determineClasses();
    DriveTools drive = new DriveTools(new File(arguments[0]), Path.of(arguments[1]));
    drive.experiment();
    drive.flow();
    Screen.end();
  }

  private void experiment() throws Exception {
    Experimenter experimenter = Screen.swing(() -> show(new Experimenter(false), "Experimenter"));
    SimpleSetupPanel setup = find(experimenter, SimpleSetupPanel.class);
    Experiment experiment = experiment(data, new IBCavi(), new Logistic());
    Screen.swing(() -> setup.setExperiment(experiment));
    robot.delay(SETTLE_MILLIS);
    screen.shot("8-experimenter-setup");
    JTabbedPane tabs = find(experimenter, JTabbedPane.class);
    Screen.swing(() -> select(tabs, 1));
    JButton start = find(experimenter, JButton.class, button -> "Start".equals(button.getText()));
    Screen.swing(() -> press(start));
    screen.await("the end of the experiment", () -> textWith(experimenter, "Finished"));
    screen.shot("8-experimenter-run");
    Screen.swing(() -> select(tabs, 2));
    JButton own =
        find(experimenter, JButton.class, button -> "Experiment".equals(button.getText()));
    Screen.swing(() -> press(own));
    screen.await("the results", () -> fields(experimenter));
    Screen.swing(() -> choose(fields(experimenter), "Log_loss"));
    JButton test =
        find(experimenter, JButton.class, button -> "Perform test".equals(button.getText()));
    Screen.swing(() -> press(test));
    screen.await("the test", () -> textWith(experimenter, "functions.IBC"));
    robot.delay(SETTLE_MILLIS);
    screen.shot("8-experimenter-analyse");
    Screen.swing(() -> close(experimenter));
  }

  private static Experiment experiment(File data, Classifier... classifiers) throws Exception {
    Experiment experiment = new Experiment();
    ClassifierSplitEvaluator evaluator = new ClassifierSplitEvaluator();
    CrossValidationResultProducer producer = new CrossValidationResultProducer();
    producer.setNumFolds(10);
    producer.setSplitEvaluator(evaluator);
    PropertyNode[] path = {
      new PropertyNode(
          evaluator,
          new java.beans.PropertyDescriptor("splitEvaluator", CrossValidationResultProducer.class),
          CrossValidationResultProducer.class),
      new PropertyNode(
          evaluator.getClassifier(),
          new java.beans.PropertyDescriptor("classifier", ClassifierSplitEvaluator.class),
          ClassifierSplitEvaluator.class)
    };
    experiment.setResultProducer(producer);
    experiment.setPropertyPath(path);
    experiment.setPropertyArray(classifiers);
    experiment.setUsePropertyIterator(true);
    experiment.setRunLower(1);
    experiment.setRunUpper(1);
    DefaultListModel<File> files = new DefaultListModel<>();
    files.addElement(data);
    experiment.setDatasets(files);
    InstancesResultListener listener = new InstancesResultListener();
    listener.setOutputFile(File.createTempFile("results", ".arff"));
    experiment.setResultListener(listener);
    return experiment;
  }

  /** The menu of what is compared; null while there are no results. */
  private static JComboBox<?> fields(Container root) {
    return findOrNull(root, JComboBox.class, box -> has(box, "Log_loss"));
  }

  private static boolean has(JComboBox<?> box, String item) {
    for (int i = 0; i < box.getItemCount(); i++) {
      if (item.equals(box.getItemAt(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean choose(JComboBox<?> box, String item) {
    box.setSelectedItem(item);
    return true;
  }

  private static boolean select(JTabbedPane tabs, int tab) {
    tabs.setSelectedIndex(tab);
    return true;
  }

  private static boolean press(JButton button) {
    button.doClick();
    return true;
  }

  private static JTextArea textWith(Container root, String part) {
    return findOrNull(root, JTextArea.class, text -> text.getText().contains(part));
  }

  private void flow() throws Exception {
    Path file = Files.createTempFile("flow", ".kf");
    TextViewer viewer = new TextViewer();
    Screen.swing(() -> write(file.toFile(), viewer));
    KnowledgeFlowApp app = Screen.swing(() -> show(new KnowledgeFlowApp(), "KnowledgeFlow"));
    MainKFPerspective perspective = (MainKFPerspective) app.getMainPerspective();
    Screen.swing(() -> load(perspective, file.toFile()));
    robot.delay(2 * SETTLE_MILLIS);
    JButton run =
        find(app, JButton.class, button -> tip(button).startsWith("Run this flow (all start"));
    Screen.swing(() -> press(run));
    TextViewer loaded =
        (TextViewer)
            perspective.getCurrentLayout().getFlow().findStep("TextViewer").getManagedStep();
    screen.await("the text of the flow", () -> loaded.getResults().isEmpty() ? null : loaded);
    // While the flow runs, the entries of its steps' menus cannot be chosen.
    screen.await("the end of the flow", () -> run.isEnabled() ? run : null);
    robot.delay(2 * SETTLE_MILLIS);
    screen.shot("9-knowledgeflow");
    LayoutPanel layout = find(app, LayoutPanel.class);
    Point corner = Screen.swing(layout::getLocationOnScreen);
    robot.mouseMove(corner.x + STEP_PIXELS * 5 + 60, corner.y + STEP_PIXELS + 40);
    robot.mousePress(InputEvent.BUTTON3_DOWN_MASK);
    robot.mouseRelease(InputEvent.BUTTON3_DOWN_MASK);
    JMenuItem show =
        screen.await(
            "the menu of the viewer",
            () ->
                windows()
                    .map(w -> findOrNull(w, JMenuItem.class, DriveTools::showsResults))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null));
    Screen.swing(
        () -> {
          show.doClick();
          return true;
        });
    robot.delay(3 * SETTLE_MILLIS);
    screen.shot("9-knowledgeflow-text");
  }

  private static boolean showsResults(JMenuItem item) {
    return "Show results".equals(item.getText());
  }

  private static String tip(JComponent component) {
    return String.valueOf(component.getToolTipText());
  }

  private boolean write(File file, TextViewer viewer) throws Exception {
    ArffLoader arff = new ArffLoader();
    arff.setFile(data);
    Loader loader = new Loader();
    loader.setLoader(arff);
    weka.knowledgeflow.steps.Classifier classifier = new weka.knowledgeflow.steps.Classifier();
    classifier.setClassifier(new IBCavi());
    Step[] steps = {
      loader,
      new ClassAssigner(),
      new CrossValidationFoldMaker(),
      classifier,
      new ClassifierPerformanceEvaluator(),
      viewer
    };
    String[][] connections = {
      {StepManager.CON_DATASET},
      {StepManager.CON_DATASET},
      {StepManager.CON_TRAININGSET, StepManager.CON_TESTSET},
      {StepManager.CON_BATCH_CLASSIFIER},
      {StepManager.CON_TEXT}
    };
    Flow flow = new Flow();
    StepManagerImpl before = null;
    for (int s = 0; s < steps.length; s++) {
      StepManagerImpl manager = new StepManagerImpl(steps[s]);
      StepVisual visual = StepVisual.createVisual(manager);
      visual.setX(30 + STEP_PIXELS * s);
      visual.setY(STEP_PIXELS);
      manager.setStepVisual(visual);
      flow.addStep(manager);
      for (String connection : s == 0 ? new String[0] : connections[s - 1]) {
        flow.connectSteps(before, manager, connection);
      }
      before = manager;
    }
    JSONFlowUtils.writeFlow(flow, file);
    return true;
  }

  private static boolean load(MainKFPerspective perspective, File file) {
    perspective.loadLayout(file, false);
    return true;
  }

  private static <T extends Component> T show(T content, String title) {
    JFrame frame = new JFrame(title);
    frame.add(content);
    frame.setBounds(10, 10, 1250, 800);
    frame.setVisible(true);
    return content;
  }

  private static boolean close(Component content) {
    SwingUtilities.getWindowAncestor(content).dispose();
    return true;
  }

  private static Stream<Window> windows() {
    return Arrays.stream(Window.getWindows()).filter(Window::isShowing);
  }

  private static <T> T find(Container root, Class<T> type) {
    return find(root, type, found -> true);
  }

  private static <T> T find(Container root, Class<T> type, Predicate<T> wanted) {
    return Objects.requireNonNull(findOrNull(root, type, wanted), type::getSimpleName);
  }

  private static <T> T findOrNull(Container root, Class<T> type, Predicate<T> wanted) {
    for (Component child : root.getComponents()) {
      if (type.isInstance(child) && wanted.test(type.cast(child))) {
        return type.cast(child);
      }
      T deeper = child instanceof Container inner ? findOrNull(inner, type, wanted) : null;
      if (deeper != null) {
        return deeper;
      }
    }
    return null;
  }
}
