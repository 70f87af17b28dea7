// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.file;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.StopReason;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.report.BinaryReport;
import org.ibcavi.report.FitReport;
import org.ibcavi.report.MemberReport;
import org.ibcavi.report.PriorReport;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.Solver;

/** The fields of a fit report. Features and categories are the model's and not repeated. */
final class ReportFields {
  private static final String TRACE = "objective trace";

  private ReportFields() {}

  static void write(CategoricalModel model, FieldOutput out) throws IOException {
    FitReport report = model.report();
    out.require(
        report.features() == model.features() && report.categories() == model.categories(),
        "its report is of other numbers of features or categories than the model");
    out.integer("rows", report.rows(), 0, Integer.MAX_VALUE);
    out.integer("categories with rows", report.categoriesWithRows(), 0, report.categories());
    out.longInteger("stored values", report.nonzeros(), 0);
    out.longInteger("rows of earlier fits", report.allRows() - report.rows(), 0);
    writeSettings(report.settings(), out);
    out.text("method", report.method().name());
    out.text("reason", report.reason());
    out.flag(report.binary().isPresent());
    if (report.binary().isPresent()) {
      writeBinary(report.binary().get(), out);
    }
    out.integer("members", report.members().size(), 0, Integer.MAX_VALUE);
    for (MemberReport member : report.members()) {
      writeMember(member, out);
    }
    out.integer("threads", report.threads(), 1, Integer.MAX_VALUE);
    out.text("kernel", report.kernel());
    writeTimes(report.times(), out);
    writeNotes(report.notes(), out);
  }

  static FitReport read(FieldInput in, int features, int categories) throws IOException {
    FitReport.Builder report = new FitReport.Builder();
    int rows = in.integer("rows", 0, Integer.MAX_VALUE);
    int withRows = in.integer("categories with rows", 0, categories);
    report.size(rows, features, categories, withRows, in.longInteger("stored values", 0));
    if (in.version() >= Framing.WITH_EARLIER_ROWS) {
      report.earlierRows(in.longInteger("rows of earlier fits", 0));
    }
    report.settings(readSettings(in));
    Method method = in.named("method", Method.values(), Method::name);
    in.require(method != Method.AUTO, "method AUTO in a report; must be what it chose");
    report.method(method, in.text("reason"));
    boolean binary = in.flag("binary stage");
    BinaryReport stage = binary ? readBinary(in) : null;
    report.binary(stage);
    int members = in.integer("members", 0, Integer.MAX_VALUE);
    in.require(
        (members > 0) == (method == Method.CATEGORICAL)
            && (members > 0 || (binary && !stage.isStart())),
        "a report of no posterior; must have members or a binary stage");
    for (int i = 0; i < members; i++) {
      report.member(readMember(in));
    }
    report.computedBy(in.integer("threads", 1, Integer.MAX_VALUE), in.text("kernel"));
    report.times(readTimes(in));
    readNotes(in, report);
    return report.build();
  }

  static void writePrior(PriorReport prior, FieldOutput out) throws IOException {
    out.text("prior", prior.kind().name());
    out.number("weight variance", prior.weightVariance(), Range.ABOVE_ZERO_OR_NAN);
    out.number("intercept variance", prior.interceptVariance(), Range.ABOVE_ZERO_OR_NAN);
  }

  static PriorReport readPrior(FieldInput in) throws IOException {
    return new PriorReport(
        in.named("prior", PriorReport.Kind.values(), PriorReport.Kind::name),
        in.number("weight variance", Range.ABOVE_ZERO_OR_NAN),
        in.number("intercept variance", Range.ABOVE_ZERO_OR_NAN));
  }

  private static void writeTrace(double[] trace, FieldOutput out) throws IOException {
    out.integer("length of the " + TRACE, trace.length, 1, Framing.MAX_ARRAY);
    out.numbers(TRACE, trace, Range.ANY);
  }

  private static double[] readTrace(FieldInput in) throws IOException {
    int length = in.integer("length of the " + TRACE, 1, Framing.MAX_ARRAY);
    return in.numbers(TRACE, length, Range.ANY);
  }

  private static String readLink(FieldInput in) throws IOException {
    return in.named("link", Link.ALL.toArray(new Link[0]), Link::name).name();
  }

  private static void writeBinary(BinaryReport stage, FieldOutput out) throws IOException {
    out.text("link", stage.link());
    writePrior(stage.prior(), out);
    out.number("evidence", stage.evidence(), Range.ANY);
    out.text("solver", stage.solver().name());
    writeTrace(stage.trace(), out);
    out.text("stop reason", stage.stopReason().name());
    out.flag(!stage.isStart());
    if (!stage.isStart()) {
      ModelFields.writeMembers(stage.average().orElseThrow(), out);
      out.flag(stage.isDiagonal());
      out.text("posterior", stage.posterior().orElseThrow().name());
    }
  }

  private static BinaryReport readBinary(FieldInput in) throws IOException {
    BinaryReport start =
        BinaryReport.start(
            readLink(in),
            readPrior(in),
            in.number("evidence", Range.ANY),
            in.named("solver", Solver.values(), Solver::name),
            readTrace(in),
            in.named("stop reason", StopReason.values(), StopReason::name));
    return in.flag("binary stage predicts")
        ? start.predicting(ModelFields.readMembers(in), in.flag("diagonal"), readPosterior(in))
        : start;
  }

  private static PosteriorKind readPosterior(FieldInput in) throws IOException {
    PosteriorKind kind = in.named("posterior", PosteriorKind.values(), PosteriorKind::name);
    in.require(kind != PosteriorKind.AUTO, "posterior AUTO in a report; must be what it chose");
    return kind;
  }

  private static void writeMember(MemberReport member, FieldOutput out) throws IOException {
    out.text("basis", member.basis());
    out.text("link", member.link());
    out.number("alpha", member.alpha(), Range.ZERO_TO_ONE);
    writePrior(member.prior(), out);
    out.flag(member.isDiagonal());
    out.text("posterior", member.posterior().name());
    out.number("evidence", member.logEvidence(), Range.ANY);
    writeTrace(member.trace(), out);
    out.flag(member.converged());
    out.number("weight", member.weight(), Range.ZERO_TO_ONE);
  }

  private static MemberReport readMember(FieldInput in) throws IOException {
    return new MemberReport(
        in.text("basis"),
        readLink(in),
        in.number("alpha", Range.ZERO_TO_ONE),
        readPrior(in),
        in.flag("diagonal"),
        readPosterior(in),
        in.number("evidence", Range.ANY),
        readTrace(in),
        in.flag("converged"),
        in.number("weight", Range.ZERO_TO_ONE));
  }

  private static void writeTimes(Map<FitPhase, Duration> times, FieldOutput out)
      throws IOException {
    out.integer("phases", times.size(), 0, Integer.MAX_VALUE);
    for (Map.Entry<FitPhase, Duration> time : times.entrySet()) {
      out.text("phase", time.getKey().name());
      out.longInteger("nanoseconds", time.getValue().toNanos(), 0);
    }
  }

  private static Map<FitPhase, Duration> readTimes(FieldInput in) throws IOException {
    int count = in.integer("phases", 0, Integer.MAX_VALUE);
    Map<FitPhase, Duration> times = new EnumMap<>(FitPhase.class);
    for (int i = 0; i < count; i++) {
      FitPhase phase = in.named("phase", FitPhase.values(), FitPhase::name);
      Duration time = Duration.ofNanos(in.longInteger("nanoseconds", 0));
      in.require(times.put(phase, time) == null, "phase " + phase + " twice; must be there once");
    }
    return times;
  }

  private static void writeSettings(Map<String, String> settings, FieldOutput out)
      throws IOException {
    out.integer("settings", settings.size(), 0, Integer.MAX_VALUE);
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      out.text("name of a setting", setting.getKey());
      out.text("value of a setting", setting.getValue());
    }
  }

  private static Map<String, String> readSettings(FieldInput in) throws IOException {
    int count = in.integer("settings", 0, Integer.MAX_VALUE);
    Map<String, String> settings = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      String name = in.text("name of a setting");
      String value = in.text("value of a setting");
      in.require(settings.put(name, value) == null, "a setting twice; must be there once");
    }
    return settings;
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
