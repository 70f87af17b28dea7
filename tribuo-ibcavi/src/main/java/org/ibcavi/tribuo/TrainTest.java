// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import com.oracle.labs.mlrg.olcut.config.ArgumentException;
import com.oracle.labs.mlrg.olcut.config.ConfigurationManager;
import com.oracle.labs.mlrg.olcut.config.Options;
import com.oracle.labs.mlrg.olcut.config.UsageException;
import com.oracle.labs.mlrg.olcut.util.Pair;
import java.io.IOException;
import java.util.logging.Logger;
import org.tribuo.Dataset;
import org.tribuo.Model;
import org.tribuo.Trainer;
import org.tribuo.classification.Label;
import org.tribuo.classification.LabelFactory;
import org.tribuo.classification.ensemble.ClassificationEnsembleOptions;
import org.tribuo.classification.evaluation.LabelEvaluation;
import org.tribuo.classification.evaluation.LabelEvaluator;
import org.tribuo.data.DataOptions;

/**
 * Trains a model on one file and tests it on another:
 *
 * <pre>{@code
 * java -cp ... org.ibcavi.tribuo.TrainTest -u train.libsvm -v test.libsvm -s LIBSVM \
 *     -f model.tribuo --ibcavi method=binary,threads=4
 * }</pre>
 *
 * <p>{@code --usage} prints all options.
 */
public final class TrainTest {
  private static final Logger logger = Logger.getLogger(TrainTest.class.getName());

  private TrainTest() {}

  /** What the command line takes. */
  public static final class TrainTestOptions implements Options {
    /** Where the data are, and where the model goes. */
    public DataOptions general;

    /** How to train. */
    public IBCaviOptions trainerOptions;

    /** Whether to train an ensemble. */
    public ClassificationEnsembleOptions ensembleOptions;

    /** Nothing given yet. */
    public TrainTestOptions() {}

    @Override
    public String getOptionsDescription() {
      return "Trains and tests a Bayesian multiclass regression on the specified datasets.";
    }
  }

  /**
   * Trains, tests, prints the evaluation and saves the model if told where.
   *
   * @param args the command line
   * @throws IOException if reading or writing fails
   */
  public static void main(String[] args) throws IOException {
    TrainTestOptions options = new TrainTestOptions();
    try (ConfigurationManager manager =
        new ConfigurationManager(IBCaviOptions.joined(args), options)) {
      DataOptions files = options.general;
      if (files.trainingPath == null || files.testingPath == null) {
        logger.info(manager.usage());
        throw new ArgumentException(
            "training-file", "testing-file", "Must supply both training and testing data.");
      }
      run(files, options.ensembleOptions.wrapTrainer(options.trainerOptions.getTrainer()));
    } catch (UsageException e) {
      logger.info(e.getMessage());
    }
  }

  private static void run(DataOptions files, Trainer<Label> trainer) throws IOException {
    Pair<Dataset<Label>, Dataset<Label>> data = files.load(new LabelFactory());
    Model<Label> model = trainer.train(data.getA());
    LabelEvaluation evaluation = new LabelEvaluator().evaluate(model, data.getB());
    if (model instanceof IBCaviModel fitted) {
      System.out.println(fitted.getReport());
    }
    System.out.println(evaluation);
    if (model.generatesProbabilities()) {
      System.out.println(ProbabilityEvaluation.of(evaluation));
    }
    if (files.outputPath != null) {
      files.saveModel(model);
    }
  }
}
