// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.programs;

import java.io.IOException;
import java.nio.file.Path;
import org.ibcavi.IbCavi;
import org.ibcavi.design.TrainingData;
import org.ibcavi.examples.data.LabeledTable;
import org.ibcavi.file.DrawsFile;
import org.ibcavi.model.PosteriorDraws;

/**
 * Draws from the posterior of a model of the glass fragments and writes them for ArviZ; {@code
 * src/main/scripts/read_draws.py} reads them.
 */
public final class DrawsExport {
  private DrawsExport() {}

  /**
   * Runs it.
   *
   * @param args the file to write (target/draws.json), and how many draws (1000)
   * @throws IOException if the data cannot be read or the file not written
   */
  public static void main(String... args) throws IOException {
    Path path = Path.of(args.length > 0 ? args[0] : "target/draws.json");
    int count = args.length > 1 ? Integer.parseInt(args[1]) : 1000;
    LabeledTable glass = LabeledTable.named("glass");
    TrainingData.Builder rows = TrainingData.dense(glass.features().size(), glass.classes().size());
    for (int i = 0; i < glass.size(); i++) {
      rows.add(glass.row(i), glass.label(i));
    }
    TrainingData data =
        rows.build().withFeatureNames(glass.features()).withCategoryNames(glass.classes());
    PosteriorDraws draws = IbCavi.withDefaults().fit(data).draws(count, 1);
    DrawsFile.save(draws, data, path);
    System.out.println(draws + ": " + path);
  }
}
