// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.SplittableRandom;
import org.ibcavi.design.TrainingData;
import org.ibcavi.file.ModelFile;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.Settings;

/** Fits with a link that ships and with the third one; compiled and called by ThirdLinkTest. */
public final class ThirdLinkFit {
  private static final int COLUMNS = 3;
  private static final int CATEGORIES = 4;
  private static final double SCALE = 1.702;

  private ThirdLinkFit() {}

  private static TrainingData data() {
    SplittableRandom random = new SplittableRandom(1);
    TrainingData.Builder builder = TrainingData.dense(COLUMNS, CATEGORIES);
    for (int i = 0; i < 150; i++) {
      int label = random.nextInt(CATEGORIES);
      double[] row = new double[COLUMNS];
      for (int m = 0; m < COLUMNS; m++) {
        row[m] = random.nextGaussian() + (label == m ? 1 : 0);
      }
      builder.add(row, label);
    }
    return builder.build();
  }

  private static CategoricalModel fit(String link, double variance, String[] options) {
    Settings settings =
        Settings.none()
            .withText(Option.named("link"), link)
            .withText(Option.named("prior-variance"), Double.toString(variance))
            .withText(Option.named("intercept-variance"), Double.toString(variance))
            .withText(Option.named("tolerance"), "1e-9")
            .withText(Option.named("max-sweeps"), "20000");
    for (int i = 0; i < options.length; i += 2) {
      settings = settings.withText(Option.named(options[i]), options[i + 1]);
    }
    return IbCavi.withDefaults().with(settings).fit(data());
  }

  /**
   * The largest difference between probabilities of the two links under priors that say the same.
   *
   * @param options names and texts
   * @return a difference of probabilities
   * @throws IOException never
   */
  public static double difference(String... options) throws IOException {
    CategoricalModel logit = fit("logit", SCALE * SCALE, options);
    CategoricalModel third = fit("scaledlogit", 1, options);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ModelFile.write(third, bytes);
    CategoricalModel read = ModelFile.read(new ByteArrayInputStream(bytes.toByteArray()));
    if (!read.components().get(0).link().equals(Link.named("scaledlogit"))) {
      throw new IllegalStateException("a saved model has another link");
    }
    double most = 0;
    for (double[] row : new double[][] {{0, 0, 0}, {1, -1, 0.5}, {-2, 3, 1}}) {
      double[] one = logit.probabilities(row);
      double[] other = read.probabilities(row);
      for (int k = 0; k < CATEGORIES; k++) {
        most = Math.max(most, Math.abs(one[k] - other[k]));
      }
    }
    return most;
  }
}
