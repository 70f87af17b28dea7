// SPDX-License-Identifier: GPL-3.0-or-later
package weka.classifiers.functions;

import java.util.ArrayList;
import java.util.Arrays;
import junit.framework.Test;
import junit.framework.TestSuite;
import weka.classifiers.AbstractClassifierTest;
import weka.classifiers.Classifier;
import weka.classifiers.evaluation.NominalPrediction;
import weka.classifiers.evaluation.Prediction;
import weka.core.Instances;

/**
 * Weka's own tests of a classifier, and its record of predictions in {@code wekarefs}. If the
 * record is to change, delete the file and run the test: Weka writes it anew.
 */
public final class IBCaviTest extends AbstractClassifierTest {
  /** As Weka wants it. */
  public IBCaviTest(String name) {
    super(name);
  }

  @Override
  public Classifier getClassifier() {
    return new IBCavi();
  }

  /** With three decimals: the fit stops at a tolerance, and Weka compares every digit. */
  @SuppressWarnings("NonApiType") // Weka's method returns an ArrayList.
  @Override
  protected ArrayList<Prediction> useClassifier(Instances data) throws Exception {
    ArrayList<Prediction> rounded = new ArrayList<>();
    for (Prediction prediction : super.useClassifier(data)) {
      double[] probabilities = ((NominalPrediction) prediction).distribution();
      rounded.add(
          new NominalPrediction(
              prediction.actual(),
              Arrays.stream(probabilities).map(p -> Math.rint(p * 1000) / 1000).toArray(),
              prediction.weight()));
    }
    return rounded;
  }

  /** As JUnit 3 wants it. */
  public static Test suite() {
    return new TestSuite(IBCaviTest.class);
  }
}
