// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.file;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.StopReason;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.report.FitReport;
import org.ibcavi.report.MemberReport;

/** The fields of a fit report. Features and categories are the model's and not repeated. */
final class ReportFields {
  private static final String TRACE = "objective trace";
  private static final String WEIGHT_VARIANCE = "weight variance";

  /** The first format version with finished likelihoods. */
  private static final int FINISHED_SINCE = 2;

  /** The first format version whose finished likelihoods may have a prior with heavy tails. */
  private static final int HEAVY_TAILS_SINCE = 3;

  private ReportFields() {}

  static void write(CategoricalModel model, FieldOutput out) throws IOException {
    FitReport report = model.report();
    out.require(
        report.features() == model.features() && report.categories() == model.categories(),
        "its report is of other numbers of features or categories than the model");
    out.integer("rows", report.rows(), 0, Integer.MAX_VALUE);
    out.integer("categories with rows", report.categoriesWithRows(), 0, report.categories());
    out.longInteger("stored values", report.nonzeros(), 0);
    double[] trace = report.objectiveTrace();
    out.integer("length of the " + TRACE, trace.length, 1, Framing.MAX_ARRAY);
    out.numbers(TRACE, trace, Range.ANY);
    out.text("stop reason", report.stopReason().name());
    out.number(WEIGHT_VARIANCE, report.weightVariance(), Range.ABOVE_ZERO_OR_NAN);
    out.number("evidence", report.evidence(), Range.ANY);
    out.flag(report.alphaWeights() != null);
    if (report.alphaWeights() != null) {
      ModelFields.writeMembers(report.alphaWeights(), out);
    }
    writeTimes(report.times(), out);
    writeSettings(report.settings(), out);
    writeNotes(report.notes(), out);
    writeFinished(report.finished(), out);
  }

  static FitReport read(FieldInput in, int features, int categories) throws IOException {
    FitReport.Builder report = new FitReport.Builder();
    int rows = in.integer("rows", 0, Integer.MAX_VALUE);
    int withRows = in.integer("categories with rows", 0, categories);
    report.size(rows, features, categories, withRows, in.longInteger("stored values", 0));
    int length = in.integer("length of the " + TRACE, 1, Framing.MAX_ARRAY);
    double[] trace = in.numbers(TRACE, length, Range.ANY);
    report.inference(trace, in.named("stop reason", StopReason.values(), StopReason::name));
    double variance = in.number(WEIGHT_VARIANCE, Range.ABOVE_ZERO_OR_NAN);
    report.weightVariance(variance, in.number("evidence", Range.ANY));
    AlphaWeights members = in.flag("members in the report") ? ModelFields.readMembers(in) : null;
    report.alphaWeights(members);
    readTimes(in, report);
    readSettings(in, report);
    readNotes(in, report);
    if (in.version() >= FINISHED_SINCE) {
      readFinished(in, report);
    }
    return report.build();
  }

  private static void writeTimes(Map<FitPhase, Duration> times, FieldOutput out)
      throws IOException {
    out.integer("phases", times.size(), 0, Integer.MAX_VALUE);
    for (Map.Entry<FitPhase, Duration> time : times.entrySet()) {
      out.text("phase", time.getKey().name());
      out.longInteger("nanoseconds", time.getValue().toNanos(), 0);
    }
  }

  private static void readTimes(FieldInput in, FitReport.Builder report) throws IOException {
    int count = in.integer("phases", 0, Integer.MAX_VALUE);
    Set<FitPhase> seen = EnumSet.noneOf(FitPhase.class);
    for (int i = 0; i < count; i++) {
      FitPhase phase = in.named("phase", FitPhase.values(), FitPhase::name);
      in.require(seen.add(phase), "phase " + phase + " twice; must be there once");
      report.time(phase, Duration.ofNanos(in.longInteger("nanoseconds", 0)));
    }
  }

  private static void writeSettings(Map<String, String> settings, FieldOutput out)
      throws IOException {
    out.integer("settings", settings.size(), 0, Integer.MAX_VALUE);
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      out.text("name of a setting", setting.getKey());
      out.text("value of a setting", setting.getValue());
    }
  }

  private static void readSettings(FieldInput in, FitReport.Builder report) throws IOException {
    int count = in.integer("settings", 0, Integer.MAX_VALUE);
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < count; i++) {
      String name = in.text("name of a setting");
      in.require(seen.add(name), "a setting twice; must be there once");
      report.setting(name, in.text("value of a setting"));
    }
  }

  private static void writeFinished(List<MemberReport> finished, FieldOutput out)
      throws IOException {
    out.integer("finished likelihoods", finished.size(), 0, Integer.MAX_VALUE);
    for (MemberReport member : finished) {
      out.text("link", member.link());
      out.number("alpha", member.alpha(), Range.ZERO_TO_ONE);
      out.number(WEIGHT_VARIANCE, member.weightVariance(), Range.ABOVE_ZERO_OR_NAN);
      out.flag(member.heavyTails());
      out.number("evidence", member.logEvidence(), Range.ANY);
      out.integer("passes", member.passes(), 0, Integer.MAX_VALUE);
      out.number("weight", member.weight(), Range.ZERO_TO_ONE);
    }
  }

  private static void readFinished(FieldInput in, FitReport.Builder report) throws IOException {
    int count = in.integer("finished likelihoods", 0, Integer.MAX_VALUE);
    for (int i = 0; i < count; i++) {
      report.finished(
          new MemberReport(
              in.text("link"),
              in.number("alpha", Range.ZERO_TO_ONE),
              in.number(WEIGHT_VARIANCE, Range.ABOVE_ZERO_OR_NAN),
              in.version() >= HEAVY_TAILS_SINCE && in.flag("heavy tails"),
              in.number("evidence", Range.ANY),
              in.integer("passes", 0, Integer.MAX_VALUE),
              in.number("weight", Range.ZERO_TO_ONE)));
    }
  }

  private static void writeNotes(List<String> notes, FieldOutput out) throws IOException {
    out.integer("notes", notes.size(), 0, Integer.MAX_VALUE);
    for (String note : notes) {
      out.text("note", note);
    }
  }

  private static void readNotes(FieldInput in, FitReport.Builder report) throws IOException {
    int count = in.integer("notes", 0, Integer.MAX_VALUE);
    for (int i = 0; i < count; i++) {
      report.note(in.text("note"));
    }
  }
}
