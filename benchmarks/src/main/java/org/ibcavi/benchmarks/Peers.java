// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.ibcavi.IbCavi;
import org.ibcavi.settings.Method;
import org.tribuo.classification.liblinear.LibLinearClassificationTrainer;
import org.tribuo.classification.liblinear.LinearClassificationType;
import org.tribuo.classification.sgd.linear.LinearSGDTrainer;
import org.tribuo.classification.sgd.linear.LogisticRegressionTrainer;
import org.tribuo.classification.sgd.objectives.LogMulticlass;
import org.tribuo.math.optimisers.AdaGrad;

/**
 * Logistic regressions of other libraries beside ours, each fit in a JVM of its own with a time
 * limit: the JVM's warming up is part of every time but scikit-learn's, whose heap is not seen.
 * Writes tables and pictures to {@code peers.md} and {@code peers.html}. Arguments: data sets,
 * comma separated, of letter, small, medium, large, nextevent, text (letter,small); seconds that a
 * fit may take (60); the folder for the files (.); a regular expression that the names of the peers
 * must contain a match of (all). What the folder's {@code peers.csv} already has stays, so that the
 * work can be done in pieces.
 */
public final class Peers {
  static final Map<String, Supplier<Split>> DATA = data();
  static final Map<String, Supplier<Peer>> PEERS = peers();

  private Peers() {}

  private static Map<String, Supplier<Split>> data() {
    Map<String, Supplier<Split>> data = new LinkedHashMap<>();
    data.put("letter", LetterData::read);
    data.put("small", () -> SimulatedData.of(2000, 20, 10, 1.4, 1).split("small"));
    data.put("medium", () -> SimulatedData.of(20_000, 200, 100, 1.4, 1).split("medium"));
    data.put("large", () -> SimulatedData.of(200_000, 1000, 500, 1.4, 1).split("large"));
    data.put("nextevent", () -> NextEvent.split(20_000, 1553));
    data.put("text", TextSplit::read);
    return data;
  }

  /** Ours at several limits of sweeps, for the time that it takes to reach what others end at. */
  private static Map<String, Supplier<Peer>> peers() {
    Map<String, Supplier<Peer>> peers = new LinkedHashMap<>();
    IbCavi ours = IbCavi.withDefaults().threads(2);
    IbCavi binary = ours.method(Method.BINARY);
    peers.put(PeerTable.OURS, () -> new OurPeer(ours));
    peers.put(PeerTable.OURS + ", binary", () -> new OurPeer(binary));
    for (int sweeps : new int[] {1, 2, 4, 8}) {
      peers.put(
          PeerTable.OURS + ", binary, " + sweeps + " sweeps",
          () -> new OurPeer(binary.maxSweeps(sweeps)));
    }
    peers.put("Weka Logistic", () -> new WekaPeer(1e-8));
    for (double ridge : new double[] {1, 10, 100}) {
      peers.put("Weka Logistic, ridge " + ridge, () -> new WekaPeer(ridge));
    }
    peers.put("Tribuo LogisticRegression", () -> new TribuoPeer(new LogisticRegressionTrainer()));
    for (double rate : new double[] {0.03, 0.1, 0.3}) {
      peers.put(
          "Tribuo LinearSGD, 20 epochs, AdaGrad " + rate,
          () ->
              new TribuoPeer(new LinearSGDTrainer(new LogMulticlass(), new AdaGrad(rate), 20, 1)));
    }
    peers.put("LibLinear L2R_LR (one-vs-rest)", () -> new TribuoPeer(libLinear()));
    peers.put("Smile multinomial, lambda 1", () -> new SmilePeer(1));
    for (double c : new double[] {0.01, 0.1, 1}) {
      peers.put("scikit-learn, C " + c, () -> new SklearnPeer(c));
    }
    return peers;
  }

  private static LibLinearClassificationTrainer libLinear() {
    return new LibLinearClassificationTrainer(
        new LinearClassificationType(LinearClassificationType.LinearType.L2R_LR), 1, 1000, 0.1);
  }

  /**
   * Runs it.
   *
   * @param args data sets, seconds, folder, peers
   * @throws IOException if a file cannot be written
   * @throws InterruptedException if interrupted
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    String[] names = (args.length > 0 ? args[0] : "letter,small").split(",", -1);
    int limit = args.length > 1 ? Integer.parseInt(args[1]) : 60;
    Path folder = Path.of(args.length > 2 ? args[2] : ".");
    for (String name : names) {
      if (!DATA.containsKey(name)) {
        throw new IllegalArgumentException(
            "data set '" + name + "'; must be one of " + DATA.keySet());
      }
    }
    Pattern wanted = Pattern.compile(args.length > 3 ? args[3] : "");
    List<String> peers = PEERS.keySet().stream().filter(wanted.asPredicate()).toList();
    Path kept = folder.resolve("peers.csv");
    PeerTable table = new PeerTable();
    if (Files.exists(kept)) {
      Files.readAllLines(kept).forEach(table::read);
    }
    int done = 0;
    for (String name : names) {
      for (String peer : peers) {
        progress(done++, names.length * peers.size(), name + ": " + peer);
        table.add(name, peer, limit, child(name, peer, limit));
      }
    }
    progress(done, done, "");
    System.err.println();
    Files.writeString(kept, table.csv());
    Files.writeString(folder.resolve("peers.md"), table.markdown());
    Files.writeString(folder.resolve("peers.html"), table.html());
    System.out.println(table.markdown());
  }

  private static List<String> child(String name, String peer, int limit)
      throws InterruptedException {
    String heap = name.equals("large") ? "-Xmx12g" : "-Xmx4g";
    List<String> options = List.of(heap, "-Dpeer.seconds=" + limit);
    return ChildProcess.java(options, PeerRun.class, List.of(name, peer), Map.of())
        .orElse(List.of());
  }

  private static void progress(int done, int all, String what) {
    int width = 30;
    int filled = width * done / all;
    System.err.printf(
        Locale.ROOT,
        "\r[%s%s] %d/%d %-60s",
        "=".repeat(filled),
        " ".repeat(width - filled),
        done,
        all,
        what);
  }
}
