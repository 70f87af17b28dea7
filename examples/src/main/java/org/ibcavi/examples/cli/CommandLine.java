// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ibcavi.IbCavi;
import org.ibcavi.examples.table.ColumnChoices;
import org.ibcavi.examples.table.RawTable;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.Settings;

/** A command with its files and flags. */
final class CommandLine {
  private final Command command;
  private final Path folder;
  private final List<String> files = new ArrayList<>();
  private final Map<Flag, String> flags = new EnumMap<>(Flag.class);
  private final List<String> options = new ArrayList<>();

  private CommandLine(Command command, Path folder) {
    this.command = command;
    this.folder = folder;
  }

  /** Reads what follows the command; files are looked for from a folder on. */
  static CommandLine of(Command command, List<String> words, Path folder) throws UsageException {
    CommandLine line = new CommandLine(command, folder);
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (!word.startsWith("-") || word.equals("-")) {
        line.files.add(word);
        continue;
      }
      int equals = word.indexOf('=');
      Flag flag = line.flag(equals < 0 ? word : word.substring(0, equals));
      if (equals < 0 && i + 1 == words.size()) {
        throw new UsageException(word + ": a value must follow it");
      }
      line.take(flag, equals < 0 ? words.get(++i) : word.substring(equals + 1));
    }
    line.requireFiles();
    return line;
  }

  private void take(Flag flag, String value) throws UsageException {
    if (flag == Flag.OPTION) {
      options.add(value);
    } else if (flags.put(flag, value) != null) {
      throw new UsageException(flag.written() + " is there twice; must be there once");
    }
  }

  private Flag flag(String written) throws UsageException {
    for (Flag flag : command.flags()) {
      if (flag.written().equals(written)) {
        return flag;
      }
    }
    throw new UsageException(
        written
            + ": "
            + command.written()
            + " knows "
            + command.flags().stream().map(Flag::written).collect(Collectors.joining(", ")));
  }

  private void requireFiles() throws UsageException {
    if (files.size() != command.files().size()) {
      throw new UsageException(
          String.format(
              "%s: %d files%s; must be %s",
              command.written(),
              files.size(),
              files.isEmpty() ? "" : " (" + String.join(", ", files) + ")",
              String.join(" and ", command.files())));
    }
  }

  Command command() {
    return command;
  }

  Path file(int index) {
    return folder.resolve(files.get(index));
  }

  Optional<String> value(Flag flag) {
    return Optional.ofNullable(flags.get(flag));
  }

  /** Where to write: as asked for, else named after the data. It is looked at before the work. */
  Path out(String ending) throws UsageException {
    Path data = file(files.size() - 1);
    String stem = data.getFileName().toString().replaceFirst("\\.[^.]*$", "");
    Path out = folder.resolve(value(Flag.OUT).orElse(stem + ending));
    for (int i = 0; i < files.size(); i++) {
      if (out.toAbsolutePath().normalize().equals(file(i).toAbsolutePath().normalize())) {
        throw new UsageException(Flag.OUT.written() + " " + out + ": would overwrite what is read");
      }
    }
    Path parent = out.toAbsolutePath().normalize().getParent();
    if (Files.isDirectory(out)) {
      throw new UsageException(out + ": is a folder; what is written must be a file");
    }
    if (!Files.isDirectory(parent)) {
      throw new UsageException(out + ": there is no folder " + parent);
    }
    return out;
  }

  int folds(int usual) throws UsageException {
    return number(Flag.FOLDS, usual, 2);
  }

  int threads() throws UsageException {
    return number(Flag.THREADS, 0, 0);
  }

  private int number(Flag flag, int usual, int least) throws UsageException {
    String text = value(flag).orElse(String.valueOf(usual));
    if (!text.matches("\\d{1,6}") || Integer.parseInt(text) < least) {
      throw new UsageException(
          flag.written() + " " + text + "; must be a whole number, at least " + least);
    }
    return Integer.parseInt(text);
  }

  /** What the fit was told: any option of the core's table, and the short ways to two of them. */
  IbCavi settings() throws UsageException {
    Settings settings = Settings.none();
    for (String option : options) {
      int sign = option.indexOf('=');
      if (sign < 0) {
        throw new UsageException(Flag.OPTION.written() + " " + option + "; must be name=value");
      }
      settings = with(settings, option.substring(0, sign), option.substring(sign + 1));
    }
    if (value(Flag.BASIS).isPresent()) {
      settings = with(settings, Option.BASIS.name(), value(Flag.BASIS).get());
    }
    if (value(Flag.THREADS).isPresent() || settings.get(Option.THREADS).isEmpty()) {
      settings = with(settings, Option.THREADS.name(), String.valueOf(threads()));
    }
    return IbCavi.withDefaults().with(settings);
  }

  private static Settings with(Settings settings, String name, String text) throws UsageException {
    try {
      Option<?> option = Option.named(name);
      if (settings.get(option).isPresent()) {
        throw new UsageException("option " + name + " is set twice; must be set once");
      }
      return settings.withText(option, text);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  ColumnChoices choices(RawTable table) {
    return new ColumnChoices(
        value(Flag.CLASS).orElse(null),
        columns(table, Flag.TEXT),
        columns(table, Flag.NUMBER),
        columns(table, Flag.LEAVE_OUT));
  }

  /** Columns separated by commas, unless the whole is the name of one. */
  private List<String> columns(RawTable table, Flag flag) {
    Optional<String> given = value(flag);
    if (given.isEmpty() || table.columns().contains(given.get())) {
      return given.stream().toList();
    }
    return List.of(given.get().split("\\s*,\\s*"));
  }
}
