// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weka.classifiers.functions.IBCavi;
import weka.core.PluginManager;
import weka.core.converters.ArffLoader;
import weka.knowledgeflow.Flow;
import weka.knowledgeflow.FlowRunner;
import weka.knowledgeflow.StepManager;
import weka.knowledgeflow.StepManagerImpl;
import weka.knowledgeflow.steps.ClassAssigner;
import weka.knowledgeflow.steps.Classifier;
import weka.knowledgeflow.steps.ClassifierPerformanceEvaluator;
import weka.knowledgeflow.steps.CrossValidationFoldMaker;
import weka.knowledgeflow.steps.Loader;
import weka.knowledgeflow.steps.Step;
import weka.knowledgeflow.steps.TextSaver;

class KnowledgeFlowTest {
  @TempDir Path folder;

  private static StepManagerImpl add(Flow flow, Step step) {
    StepManagerImpl manager = new StepManagerImpl(step);
    flow.addStep(manager);
    return manager;
  }

  @Test
  void aFlowCrossValidates() throws Exception {
    PluginManager.addFromProperties(new File("src/main/package/PluginManager.props"));
    ArffLoader arff = new ArffLoader();
    arff.setFile(new File("src/test/resources/glass.arff"));
    Loader loader = new Loader();
    loader.setLoader(arff);
    Classifier classifier = new Classifier();
    classifier.setClassifier(new IBCavi());
    TextSaver saver = new TextSaver();
    Path result = folder.resolve("result.txt");
    saver.setFile(result.toFile());

    Flow flow = new Flow();
    StepManagerImpl load = add(flow, loader);
    StepManagerImpl assign = add(flow, new ClassAssigner());
    StepManagerImpl fold = add(flow, new CrossValidationFoldMaker());
    StepManagerImpl fit = add(flow, classifier);
    StepManagerImpl evaluate = add(flow, new ClassifierPerformanceEvaluator());
    StepManagerImpl save = add(flow, saver);
    assertTrue(flow.connectSteps(load, assign, StepManager.CON_DATASET));
    assertTrue(flow.connectSteps(assign, fold, StepManager.CON_DATASET));
    assertTrue(flow.connectSteps(fold, fit, StepManager.CON_TRAININGSET));
    assertTrue(flow.connectSteps(fold, fit, StepManager.CON_TESTSET));
    assertTrue(flow.connectSteps(fit, evaluate, StepManager.CON_BATCH_CLASSIFIER));
    assertTrue(flow.connectSteps(evaluate, save, StepManager.CON_TEXT));

    FlowRunner runner = new FlowRunner();
    runner.setFlow(flow);
    runner.run();
    runner.waitUntilFinished();
    String text = Files.readString(result);
    assertTrue(text.contains("Total Number of Instances              214"), text);
    // Of the shares of the classes it would be 1.5, and NaN if nobody told the metric of the folds.
    String line = text.lines().filter(l -> l.startsWith("Log loss")).findFirst().orElseThrow();
    double logLoss = Double.parseDouble(line.substring("Log loss".length()).strip());
    assertTrue(logLoss > 0.5 && logLoss < 1.1, line);
  }
}
