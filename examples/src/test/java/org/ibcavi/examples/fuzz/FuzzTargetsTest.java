// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.fuzz;

import java.io.IOException;
import org.ibcavi.examples.table.TableTarget;
import org.junit.jupiter.api.Test;

/** Inputs that once found something, and some thousand changes of them. */
class FuzzTargetsTest {
  @Test
  void anyBytesAreAModelOrRefused() throws IOException {
    new Corpus("model-file").run(ModelFileTarget::fuzzerTestOneInput, 1000);
  }

  @Test
  void anyBytesAreATribuoModelOrRefused() throws IOException {
    new Corpus("protobuf").run(ProtobufTarget::fuzzerTestOneInput, 1000);
  }

  @Test
  void anyBytesAreAWekaModelOrRefused() throws IOException {
    new Corpus("weka-model").run(WekaModelTarget::fuzzerTestOneInput, 1000);
  }

  @Test
  void anyTextsAreSettingsOrRefused() throws IOException {
    new Corpus("options").run(OptionTarget::fuzzerTestOneInput, 3000);
  }

  @Test
  void anyTableCanBeFittedOrIsRefused() throws IOException {
    new Corpus("tables").run(TableTarget::fuzzerTestOneInput, 3000);
  }

  @Test
  void anySmallDataAreFittedOrRefused() throws IOException {
    new Corpus("fits").run(FitTarget::fuzzerTestOneInput, 30);
  }
}
