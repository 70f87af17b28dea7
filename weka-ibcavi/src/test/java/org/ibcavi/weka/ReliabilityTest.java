// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.imageio.ImageIO;
import javax.swing.JMenuItem;
import org.junit.jupiter.api.Test;
import weka.classifiers.Evaluation;
import weka.classifiers.evaluation.NominalPrediction;
import weka.classifiers.evaluation.Prediction;
import weka.classifiers.functions.IBCavi;
import weka.core.Attribute;
import weka.core.Instances;

class ReliabilityTest {
  private static BufferedImage draw(ReliabilityDiagram diagram) {
    BufferedImage image = new BufferedImage(640, 640, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    diagram.chart().paint(graphics, 640, 640);
    graphics.dispose();
    return image;
  }

  private static long pixels(BufferedImage image, Color color) {
    long count = 0;
    for (int x = 0; x < image.getWidth(); x++) {
      for (int y = 0; y < image.getHeight(); y++) {
        count += image.getRGB(x, y) == color.getRGB() ? 1 : 0;
      }
    }
    return count;
  }

  /** The picture is kept in {@code target} to be looked at. */
  @Test
  void predictionsOfACrossValidationAreDrawn() throws Exception {
    Instances glass = TestData.glass();
    Evaluation evaluation = new Evaluation(glass);
    evaluation.crossValidateModel(new IBCavi(), glass, 5, new Random(1));
    ReliabilityDiagram diagram = new ReliabilityDiagram(evaluation.predictions());
    assertEquals(214, diagram.count());
    BufferedImage image = draw(diagram);
    ImageIO.write(image, "png", new File("target/reliability.png"));
    assertTrue(pixels(image, new Color(0x0072B2)) > 300);
  }

  @Test
  void missingClassesAndWeightlessInstancesDoNotCount() {
    List<Prediction> predictions =
        List.of(
            new NominalPrediction(NominalPrediction.MISSING_VALUE, new double[] {0.4, 0.6}),
            new NominalPrediction(0, new double[] {0.4, 0.6}, 0));
    ReliabilityDiagram diagram = new ReliabilityDiagram(predictions);
    assertEquals(0, diagram.count());
    assertEquals(0, pixels(draw(diagram), new Color(0x0072B2)));
  }

  @Test
  void menuItemIsForNominalClasses() {
    ReliabilityPlugin plugin = new ReliabilityPlugin();
    JMenuItem item =
        plugin.getVisualizeMenuItem(new ArrayList<>(), new Attribute("c", List.of("a", "b")));
    assertEquals("Reliability diagram", item.getText());
    assertNull(plugin.getVisualizeMenuItem(new ArrayList<>(), new Attribute("y")));
  }
}
