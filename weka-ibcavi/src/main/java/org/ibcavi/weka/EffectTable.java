// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.io.IOException;
import java.nio.file.Path;
import weka.core.Attribute;
import weka.core.Instances;
import weka.core.converters.ConverterUtils.DataSource;

/**
 * Prints what an attribute does to the class probabilities of a model that Weka saved, averaged
 * over instances. Runs as {@code weka.Run org.ibcavi.weka.EffectTable glass.model glass.arff Mg}.
 */
public final class EffectTable extends FileCommand {
  /** Made by Weka. */
  public EffectTable() {
    super(3, "a model that Weka saved, a file of instances and the name of an attribute");
  }

  /**
   * Prints the table from the command line.
   *
   * @param options the model, the instances, the attribute
   */
  public static void main(String[] options) {
    new EffectTable().run(null, options);
  }

  @Override
  String answer(String[] options) throws IOException {
    AttributeEffects effects =
        new AttributeEffects(SavedModel.read(Path.of(options[0])), instances(options[1]));
    Attribute attribute = effects.attribute(options[2]);
    return effects.of(attribute, effects.values(attribute))
        + System.lineSeparator()
        + "Averaged over "
        + effects.rows()
        + " instances.";
  }

  /** Weka's readers say with the general exception what is wrong. */
  private static Instances instances(String file) throws IOException {
    try {
      return DataSource.read(file);
    } catch (Exception e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }
}
