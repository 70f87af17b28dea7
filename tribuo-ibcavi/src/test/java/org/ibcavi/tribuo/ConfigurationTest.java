// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.oracle.labs.mlrg.olcut.config.ConfigurationManager;
import com.oracle.labs.mlrg.olcut.config.PropertyException;
import com.oracle.labs.mlrg.olcut.config.json.JsonConfigFactory;
import com.oracle.labs.mlrg.olcut.config.protobuf.ProtoConfigFactory;
import com.oracle.labs.mlrg.olcut.config.protobuf.ProtoTxtConfigFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tribuo.Dataset;
import org.tribuo.Example;
import org.tribuo.Feature;
import org.tribuo.Model;
import org.tribuo.classification.Label;
import org.tribuo.ensemble.BaggingTrainer;

/** Configuration files and the command line. */
class ConfigurationTest {
  @BeforeAll
  static void formats() {
    ConfigurationManager.addFileFormatFactory(new JsonConfigFactory());
    ConfigurationManager.addFileFormatFactory(new ProtoConfigFactory());
    ConfigurationManager.addFileFormatFactory(new ProtoTxtConfigFactory());
  }

  private static ConfigurationManager example() {
    URL file = IBCaviTrainer.class.getResource("example-config.xml");
    return new ConfigurationManager(file.getPath());
  }

  @Test
  void exampleHasTheDefaults() {
    try (ConfigurationManager manager = example()) {
      IBCaviTrainer trainer = (IBCaviTrainer) manager.lookup("ibcavi");
      assertEquals(new IBCaviTrainer().toString(), trainer.toString());
      assertEquals(
          new IBCaviTrainer().getProvenance().getConfiguredParameters(),
          trainer.getProvenance().getConfiguredParameters());
      assertInstanceOf(BaggingTrainer.class, manager.lookup("bagging"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"xml", "json", "pb", "pbtxt"})
  void everyFormatKeepsTheOptions(String format, @TempDir Path folder) throws IOException {
    Path file = folder.resolve("config." + format);
    IBCaviTrainer trainer;
    try (ConfigurationManager manager = example()) {
      trainer = (IBCaviTrainer) manager.lookup("published");
      manager.save(file.toFile());
    }
    try (ConfigurationManager manager = new ConfigurationManager(file.toString())) {
      IBCaviTrainer read = (IBCaviTrainer) manager.lookup("published");
      assertEquals(trainer.getProvenance(), read.getProvenance());
      assertTrue(
          read.toString()
              .contains(
                  "average=bma, finish=none, scalePerFeature=false, weighing=stacking, priorVariance=1,"),
          read.toString());
      assertTrue(read.getProvenance().toString().contains("rare"));
    }
  }

  @Test
  void badValueInAFileIsExplained(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("bad.xml");
    Files.writeString(
        file,
        "<config><component name=\"bad\" type=\"org.ibcavi.tribuo.IBCaviTrainer\">"
            + "<property name=\"link\" value=\"tobit\"/></component></config>");
    try (ConfigurationManager manager = new ConfigurationManager(file.toString())) {
      PropertyException e = assertThrows(PropertyException.class, () -> manager.lookup("bad"));
      assertTrue(e.getMessage().contains("link 'tobit'; must be one of probit, logit"));
    }
  }

  @Test
  void optionsHaveTheDefaultsOfTheTrainer() {
    assertEquals(new IBCaviTrainer().toString(), new IBCaviOptions().getTrainer().toString());
  }

  @Test
  void optionsReachTheTrainer() {
    IBCaviOptions options = new IBCaviOptions();
    String line =
        "--ibcavi-link logit --ibcavi-average 0.5 --ibcavi-finish none --ibcavi-prior-variance 2"
            + " --ibcavi-intercept-variance 9 --ibcavi-covariance diagonal --ibcavi-solver cavi"
            + " --ibcavi-max-sweeps 7 --ibcavi-tolerance 0.01 --ibcavi-elbo-gain 0.5"
            + " --ibcavi-predict moderated --ibcavi-samples 3 --ibcavi-standardize false"
            + " --ibcavi-seed 4 --ibcavi-num-threads 2 --ibcavi-scale-tolerance 0.5"
            + " --ibcavi-scale-per-feature true --ibcavi-weighing evidence"
            + " --ibcavi-curvature cavi --ibcavi-memory-limit 900";
    try (ConfigurationManager manager = new ConfigurationManager(line.split(" ", -1), options)) {
      assertEquals(0, manager.getUnnamedArguments().length);
      assertEquals(
          "IBCaviTrainer(link=logit, average=0.5, finish=none, scalePerFeature=true,"
              + " weighing=evidence, priorVariance=2, scaleTolerance=0.5, interceptVariance=9.0,"
              + " covariance=diagonal, curvature=cavi, solver=cavi, maxSweeps=7, tolerance=0.01,"
              + " elboGain=0.5, predict=moderated, samples=3, standardize=false, seed=4,"
              + " numThreads=2, memoryLimit=900)",
          options.getTrainer().toString());
    }
  }

  private static Path libsvm(Dataset<Label> data, Path file) throws IOException {
    StringBuilder text = new StringBuilder();
    for (Example<Label> example : data) {
      text.append(example.getOutput().getLabel().substring(5));
      for (Feature feature : example) {
        int column = Integer.parseInt(feature.getName().substring(1)) + 1;
        text.append(' ').append(column).append(':').append(feature.getValue());
      }
      text.append('\n');
    }
    return Files.writeString(file, text);
  }

  @Test
  @SuppressWarnings("SystemOut") // What the program prints is what is tested.
  void trainTestTrainsAndTests(@TempDir Path folder) throws IOException {
    Path train = libsvm(TestData.dense(200, 1), folder.resolve("train.libsvm"));
    Path test = libsvm(TestData.dense(100, 2), folder.resolve("test.libsvm"));
    Path model = folder.resolve("model.tribuo");
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      TrainTest.main(
          new String[] {
            "-u",
            train.toString(),
            "-v",
            test.toString(),
            "-s",
            "LIBSVM",
            "-f",
            model.toString(),
            "--model-output-protobuf",
            "true",
            "--ibcavi-link",
            "logit"
          });
    } finally {
      System.setOut(before);
    }
    String text = printed.toString(StandardCharsets.UTF_8);
    for (String part : List.of("200 rows, 5 features", "Balanced Error Rate", "Log loss 0.")) {
      assertTrue(text.contains(part), text);
    }
    assertInstanceOf(IBCaviModel.class, Model.deserializeFromFile(model));
  }
}
