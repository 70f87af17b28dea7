// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.Point;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.ibcavi.model.Component;
import org.ibcavi.report.FitReport;
import org.ibcavi.report.MemberReport;
import org.ibcavi.report.PriorReport;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.weka.AttributeEffects;
import org.ibcavi.weka.chart.Chart;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import weka.classifiers.functions.IBCavi;
import weka.classifiers.meta.FilteredClassifier;
import weka.classifiers.rules.ZeroR;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Drawable;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.PluginManager;
import weka.core.SerializedObject;
import weka.filters.Filter;
import weka.filters.unsupervised.instance.NonSparseToSparse;
import weka.gui.visualize.plugins.GraphVisualizePlugin;

/** What the entries of the result list's menu show; pictures stay in {@code target}. */
class PluginsTest {
  private static final Instances DATA = letters();
  private static final IBCavi MODEL = new IBCavi();

  @BeforeAll
  static void build() throws Exception {
    MODEL.buildClassifier(DATA);
  }

  /** 26 classes around random centres. */
  private static Instances letters() {
    ArrayList<Attribute> attributes = new ArrayList<>();
    IntStream.range(0, 8).forEach(m -> attributes.add(new Attribute("width of stroke " + m)));
    attributes.add(
        new Attribute(
            "letter", IntStream.range(0, 26).mapToObj(k -> "" + (char) ('A' + k)).toList()));
    Instances data = new Instances("letters", attributes, 0);
    data.setClassIndex(8);
    Random random = new Random(2);
    double[][] centres = new double[26][8];
    IntStream.range(0, 26 * 8).forEach(i -> centres[i / 8][i % 8] = random.nextGaussian());
    for (int i = 0; i < 520; i++) {
      double[] values = new double[9];
      for (int m = 0; m < 8; m++) {
        values[m] =
            5 + m + Math.pow(10, m / 4.0) * (centres[i % 26][m] + 0.7 * random.nextGaussian());
      }
      values[8] = i % 26;
      data.add(new DenseInstance(1, values));
    }
    return data;
  }

  private static void keep(Chart chart, String name) throws IOException {
    Dimension size = chart.preferredSize();
    BufferedImage image = new BufferedImage(size.width, size.height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    chart.paint(graphics, size.width, size.height);
    graphics.dispose();
    assertTrue(ImageIO.write(image, "png", new File("target/" + name + ".png")));
  }

  @Test
  void wekaAsksThePlugInsForResultsOfThisClassifierOnly() {
    assertEquals(Drawable.NOT_DRAWABLE, MODEL.graphType());
    assertEquals("IBCavi: 26 classes, 8 columns", MODEL.graph());
    for (ModelPlugin plugin :
        List.of(
            new ProbabilityPlugin(),
            new EffectPlugin(),
            new CoefficientPlugin(),
            new TracePlugin())) {
      assertNull(plugin.getVisualizeMenuItem("digraph J48Tree {}", "a tree"));
      assertTrue(plugin.getVisualizeMenuItem(MODEL.graph(), "a result").getText().length() > 5);
    }
    assertThrows(IllegalStateException.class, () -> new IBCavi().graph());
  }

  @Test
  void dotsAreThePredictions() throws Exception {
    ProbabilityCharts charts = new ProbabilityCharts(MODEL, DATA);
    assertEquals("28 (B)", charts.names().get(27));
    keep(charts.chart(27), "probabilities-one");
    Chart three = charts.chart(0, 27, 54);
    keep(three, "probabilities-three");
    double[] predicted = MODEL.distributionForInstance(DATA.instance(27));
    String expected =
        String.format(Locale.ROOT, "instance 28 (true class B), B: %.4g, from", predicted[1]);
    assertTrue(
        IntStream.range(0, three.preferredSize().height)
            .mapToObj(y -> three.hint(new Point(300, y)))
            .anyMatch(hint -> hint != null && hint.startsWith(expected)));
  }

  @Test
  void picturesSayWhetherTheModelKnowsTheInstances() throws Exception {
    Instances shuffled = new Instances(DATA);
    shuffled.randomize(new Random(3));
    assertTrue(new ProbabilityCharts(MODEL, shuffled).origin().contains("on these instances"));
    Instances changed = new Instances(DATA);
    changed.instance(4).setValue(2, 1.5);
    for (Instances other : List.of(changed, new Instances(DATA, 0, 519))) {
      assertEquals(
          "The model was trained on other data.", new ProbabilityCharts(MODEL, other).origin());
    }
    Instances sparse = Filter.useFilter(DATA, sparser());
    assertTrue(new ProbabilityCharts(MODEL, sparse).origin().contains("on these instances"));
    IBCavi loaded = (IBCavi) new SerializedObject(MODEL).getObject();
    assertTrue(new ProbabilityCharts(loaded, DATA).origin().contains("on these instances"));
  }

  private static NonSparseToSparse sparser() throws Exception {
    NonSparseToSparse filter = new NonSparseToSparse();
    filter.setInputFormat(DATA);
    return filter;
  }

  @Test
  void aModelIsFoundInsideOthers() {
    FilteredClassifier outer = new FilteredClassifier();
    outer.setClassifier(MODEL);
    assertSame(MODEL, ModelPlugin.modelIn(outer, "a result"));
    assertSame(MODEL, ModelPlugin.modelIn(MODEL, "a result"));
    Exception refused =
        assertThrows(
            IllegalStateException.class, () -> ModelPlugin.modelIn(new ZeroR(), "a result"));
    assertEquals("The result 'a result' holds no model of IBCavi.", refused.getMessage());
  }

  @Test
  void otherDataAreRefused() {
    Instances other = new Instances(DATA);
    other.deleteAttributeAt(0);
    for (Instances data : new Instances[] {null, other, new Instances(DATA, 0)}) {
      Exception refused =
          assertThrows(IllegalArgumentException.class, () -> new ProbabilityCharts(MODEL, data));
      assertTrue(refused.getMessage().startsWith("Class probabilities are drawn for data"));
    }
  }

  @Test
  void wekaFindsThePlugIns() throws Exception {
    PluginManager.addFromProperties(new File("src/main/package/PluginManager.props"));
    assertTrue(
        PluginManager.getPluginInstance(
                GraphVisualizePlugin.class.getName(), EffectPlugin.class.getName())
            instanceof EffectPlugin);
  }

  /** The line at the middle of 21 values, beside predictions of the changed instances. */
  @Test
  void effectsAreMeansOfPredictions() throws Exception {
    EffectCharts charts = new EffectCharts(MODEL, DATA);
    assertEquals(8, charts.attributeNames().size());
    charts.choose(1);
    Chart chart = charts.chart(0, 3);
    keep(chart, "effects");
    keep(charts.chart(), "effects-most-changed");
    AttributeEffects effects = new AttributeEffects(MODEL, DATA);
    double value = effects.values(DATA.attribute(1))[10];
    double mean = 0;
    for (int i = 0; i < 100; i++) {
      Instance changed = (Instance) DATA.instance(i * 520 / 100).copy();
      changed.setValue(1, value);
      mean += MODEL.distributionForInstance(changed)[3] / 100;
    }
    String expected = String.format(Locale.ROOT, "D: %.4g, from", mean);
    assertTrue(
        IntStream.range(0, chart.preferredSize().width)
            .mapToObj(x -> chart.hint(new Point(x, chart.preferredSize().height / 2)))
            .anyMatch(hint -> hint != null && hint.contains(expected)),
        expected);
    assertTrue(charts.table().startsWith("width of stroke 1: mean probability [mean 90 %"));
    assertThrows(IllegalArgumentException.class, () -> new EffectCharts(MODEL, null));
  }

  @Test
  void coefficientsAreShownByClassAndByAttribute() throws Exception {
    CoefficientCharts charts = new CoefficientCharts(MODEL.model(), MODEL.encoder());
    assertEquals(26 + 8, charts.names().size());
    assertEquals("class C", charts.names().get(2));
    assertEquals("attribute width of stroke 1", charts.names().get(27));
    Component shown = MODEL.model().linear();
    assertTrue(MODEL.model().components().size() > 1);
    assertEquals(
        String.format(
            Locale.ROOT,
            "Coefficients of class C with 95 %% intervals, the 3 most certain of 8, model %d of %d"
                + " (weight %.2f)",
            MODEL.model().components().indexOf(shown) + 1,
            MODEL.model().components().size(),
            shown.weight()),
        charts.title(2, 3, 8));
    keep(charts.chart(2, true), "coefficients-standardized");
    keep(charts.chart(2, false), "coefficients-own-units");
    keep(charts.chart(27, true), "coefficients-attribute");
  }

  @Test
  void theTraceIsOfWhatPredicts() throws Exception {
    FitReport report = MODEL.model().report();
    Chart chart = TracePlugin.chart(report);
    keep(chart, "trace");
    int passes = report.leadingMember().orElseThrow().passes();
    double last = MODEL.getMeasure("measureObjective");
    String expected = String.format(Locale.ROOT, "pass %d: log posterior %.8g", passes, last);
    assertTrue(
        IntStream.range(0, chart.preferredSize().width)
            .mapToObj(x -> chart.hint(new Point(x, chart.preferredSize().height / 3)))
            .anyMatch(expected::equals),
        expected);
  }

  /** Of wide data the regressions of the binary stage may be the model of the largest weight. */
  @Test
  void theTraceOfRegressionsThatLeadIsTheirBound() {
    MemberReport regressions =
        new MemberReport(
            "linear",
            "logit",
            1,
            new PriorReport(PriorReport.Kind.BINARY, 1, 25),
            true,
            PosteriorKind.LAPLACE,
            Double.NaN,
            new double[] {-7, -5},
            true,
            1);
    FitReport report =
        new FitReport.Builder()
            .method(Method.CATEGORICAL, "as asked for")
            .member(regressions)
            .build();
    assertEquals(
        "ELBO of the binary regressions, the model of the largest weight: converged at -5.00000",
        TracePlugin.title(report));
  }
}
