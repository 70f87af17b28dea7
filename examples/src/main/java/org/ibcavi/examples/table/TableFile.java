// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Opens users' tables: CSV, or ARFF if the file's name ends in that. */
public final class TableFile {
  private TableFile() {}

  /**
   * Reads a table.
   *
   * @param path the file
   * @return its cells
   * @throws IOException if it cannot be read, or is no table; the message says where and why
   */
  public static RawTable read(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      throw new TableException(path + ": is a folder; must be a file");
    }
    if (!Files.isRegularFile(path)) {
      throw new TableException(path + ": there is no such file");
    }
    return parse(path.getFileName().toString(), Files.readAllBytes(path));
  }

  static RawTable parse(String name, byte[] bytes) throws TableException {
    DecodedText decoded = DecodedText.of(name, bytes);
    boolean arff = name.toLowerCase(Locale.ROOT).endsWith(".arff");
    RawTable table =
        arff ? ArffTable.read(name, decoded.text()) : CsvTable.read(name, decoded.text());
    if (table.size() == 0) {
      throw new TableException(name + ": has no rows; must have at least one below the names");
    }
    if (decoded.isGuess()) {
      table.note("The file is no UTF-8; it was read as " + decoded.encoding() + ".");
    }
    return table;
  }
}
