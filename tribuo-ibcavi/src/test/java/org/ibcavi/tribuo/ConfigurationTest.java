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
import java.util.ArrayList;
import java.util.List;
import org.ibcavi.settings.Option;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
  void exampleSetsWhatItShows() {
    try (ConfigurationManager manager = example()) {
      assertEquals("IBCaviTrainer(numThreads=2)", manager.lookup("ibcavi").toString());
      assertInstanceOf(BaggingTrainer.class, manager.lookup("bagging"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"xml", "json", "pb", "pbtxt"})
  void everyFormatKeepsEveryOption(String format, @TempDir Path folder) throws IOException {
    Path file = folder.resolve("config." + format);
    try (ConfigurationManager manager = new ConfigurationManager()) {
      manager.importConfigurable(EveryOption.trainer(), "all");
      manager.importConfigurable(new IBCaviTrainer(), "none");
      manager.save(file.toFile());
    }
    try (ConfigurationManager manager = new ConfigurationManager(file.toString())) {
      IBCaviTrainer all = (IBCaviTrainer) manager.lookup("all");
      assertEquals(EveryOption.trainer().settings(), all.settings());
      assertEquals("IBCaviTrainer()", manager.lookup("none").toString());
    }
  }

  @Test
  void autoInAFileLeavesTheOptionToTheMethod(@TempDir Path folder) throws IOException {
    IBCaviTrainer trainer = configured(folder, "priorVariance", "auto");
    assertEquals(new IBCaviTrainer().getProvenance(), trainer.getProvenance());
  }

  private static IBCaviTrainer configured(Path folder, String field, String value)
      throws IOException {
    Path file = folder.resolve("config.xml");
    Files.writeString(
        file,
        "<config><component name=\"made\" type=\"org.ibcavi.tribuo.IBCaviTrainer\">"
            + "<property name=\"%s\" value=\"%s\"/></component></config>".formatted(field, value));
    try (ConfigurationManager manager = new ConfigurationManager(file.toString())) {
      return (IBCaviTrainer) manager.lookup("made");
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
      assertEquals(
          "IBCaviTrainer(method=published, predict=montecarlo, labelWeights={rare=2.0})",
          read.toString());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "link, tobit, link 'tobit'; must be one of probit",
    "maxSweeps, 0.5, max-sweeps '0.5'; must be a whole number",
    "standardize, perhaps, standardize 'perhaps'; must be true or false",
    "method, finish, finish is not a value of class org.ibcavi.settings.Method"
  })
  void badValueInAFileIsExplained(
      String field, String value, String message, @TempDir Path folder) {
    PropertyException e =
        assertThrows(PropertyException.class, () -> configured(folder, field, value));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  private static String trainer(String line) {
    IBCaviOptions options = new IBCaviOptions();
    String[] args = IBCaviOptions.joined(line.split(" ", -1));
    try (ConfigurationManager manager = new ConfigurationManager(args, options)) {
      assertEquals(0, manager.getUnnamedArguments().length);
      return options.getTrainer().toString();
    }
  }

  @Test
  void everyOptionOfTheTableReachesTheTrainer() {
    assertEquals("IBCaviTrainer()", new IBCaviOptions().getTrainer().toString());
    List<String> pairs = new ArrayList<>();
    EveryOption.texts().forEach((option, text) -> pairs.add(option + "=" + text));
    String expected = EveryOption.trainer().toString();
    assertEquals(expected, trainer("--ibcavi " + String.join(",", pairs)));
    assertEquals(expected, trainer("--ibcavi " + String.join(" --ibcavi ", pairs)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sweeps=3 | option 'sweeps'; must be one of method, predict, basis, threads,",
        "samples | --ibcavi 'samples'; must be name=value",
        "samples=one | samples 'one'; must be a whole number, at least 2",
        "seed=1,seed=2 | --ibcavi 'seed=2'; seed is set twice"
      })
  void badArgumentsAreRefused(String argument, String message) {
    String refused =
        assertThrows(IllegalArgumentException.class, () -> trainer("--ibcavi " + argument))
            .getMessage();
    assertTrue(refused.startsWith(message), refused);
  }

  @Test
  void usagePrintsTheTable() {
    IBCaviOptions options = new IBCaviOptions();
    try (ConfigurationManager manager = new ConfigurationManager(new String[0], options)) {
      for (Option<?> option : Option.table()) {
        assertTrue(manager.usage().contains(option.name() + " "), option.name());
        assertTrue(manager.usage().contains(option.sentence()), option.name());
        assertTrue(manager.usage().contains(option.rule()), option.name());
      }
      assertTrue(
          manager
              .usage()
              .contains("default 0.003 in categorical, 1.0E-5 in binary, auto in published"),
          manager.usage());
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
            "--ibcavi",
            "method=binary",
            "--ibcavi",
            "link=logit"
          });
    } finally {
      System.setOut(before);
    }
    String text = printed.toString(StandardCharsets.UTF_8);
    for (String part :
        List.of(
            "200 rows, 5 features", "logit regressions", "Balanced Error Rate", "Log loss 0.")) {
      assertTrue(text.contains(part), text);
    }
    assertInstanceOf(IBCaviModel.class, Model.deserializeFromFile(model));
  }
}
