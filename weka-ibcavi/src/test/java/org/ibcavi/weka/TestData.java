// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import weka.core.Instances;

/** Data sets of the tests; the last attribute is the class. */
final class TestData {
  private TestData() {}

  static Instances glass() {
    try (InputStream in = TestData.class.getResourceAsStream("/glass.arff")) {
      return withClass(new Instances(new InputStreamReader(in, StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Instances arff(String... lines) {
    try {
      return withClass(new Instances(new StringReader(String.join("\n", lines) + "\n")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Numeric, binary, ternary and date attributes with missing values of all. */
  static Instances mixed() {
    return arff(
        "@relation mixed",
        "@attribute size numeric",
        "@attribute sex {f,m}",
        "@attribute colour {red,green,blue,never}",
        "@attribute day date yyyy-MM-dd",
        "@attribute class {a,b,c}",
        "@data",
        "1.5,f,red,2020-01-01,a",
        "2.5,m,green,2020-02-01,b",
        "?,m,blue,2021-01-01,c",
        "0.5,?,red,2020-05-01,a",
        "3.5,f,?,2020-03-01,b",
        "1.0,m,red,?,a",
        "2.0,f,blue,2020-07-01,c",
        "2.2,m,green,2020-08-01,?");
  }

  /** What was bought is t, all else is missing; milk was bought always, soap never. */
  static Instances baskets() {
    return arff(
        "@relation baskets",
        "@attribute bread {t}",
        "@attribute milk {t}",
        "@attribute soap {t}",
        "@attribute class {a,b}",
        "@data",
        "t,t,?,a",
        "?,t,?,b",
        "t,t,?,a",
        "t,t,?,b",
        "?,t,?,b",
        "?,t,?,b");
  }

  private static Instances withClass(Instances data) {
    data.setClassIndex(data.numAttributes() - 1);
    return data;
  }
}
