// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.OptionalDataException;
import java.io.StreamCorruptedException;
import java.io.UTFDataFormatException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import weka.classifiers.SingleClassifierEnhancer;
import weka.classifiers.functions.IBCavi;

/**
 * Reads files that Weka saved a classifier to, by its command line's {@code -d} or the Explorer's
 * result list. Java's serialisation makes objects of whatever class a file names; here nothing is
 * made but classes of Weka, of this package and the few of Java's library that these hold.
 */
public final class SavedModel {
  /** What a file says that ends too early. */
  public static final String CUT_OFF =
      "saved IBCavi: the file ends in the middle of the model; it was not saved or copied whole";

  private static final ObjectInputFilter ALLOWED =
      ObjectInputFilter.Config.createFilter(
          "maxdepth=100;maxrefs=10000000;"
              + "weka.classifiers.**;weka.core.**;weka.filters.**;org.ibcavi.weka.*;"
              + "java.lang.*;java.util.ArrayList;java.util.Vector;java.util.LinkedList;"
              + "java.util.HashMap;java.util.LinkedHashMap;java.util.Hashtable;java.util.HashSet;"
              + "java.util.Random;java.util.BitSet;"
              // The formats of date attributes.
              + "java.text.*;java.util.Locale;java.util.Date;java.util.Calendar;"
              + "java.util.GregorianCalendar;java.util.TimeZone;sun.util.calendar.ZoneInfo;"
              + "!*");

  private SavedModel() {}

  /**
   * Reads a model.
   *
   * @param file that Weka wrote
   * @return the classifier, or the one inside a classifier around it
   * @throws IOException with a sentence that says what is wrong with the file
   */
  public static IBCavi read(Path file) throws IOException {
    try (InputStream stored = new BufferedInputStream(Files.newInputStream(file));
        InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(stored) : stored) {
      return read(in);
    } catch (NoSuchFileException e) {
      throw new IOException(file + ": there is no such file", e);
    } catch (IOException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Reads a model from a stream, to its end.
   *
   * @param stored what Weka wrote
   * @return the classifier, or the one inside a classifier around it
   * @throws IOException with a sentence that says what is wrong
   */
  public static IBCavi read(InputStream stored) throws IOException {
    byte[] bytes = stored.readAllBytes();
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      in.setObjectInputFilter(ObjectInputFilter.merge(new ArrayLimit(bytes.length), ALLOWED));
      Object found = in.readObject();
      while (found instanceof SingleClassifierEnhancer wrapper) {
        found = wrapper.getClassifier();
      }
      if (found instanceof IBCavi classifier) {
        return classifier;
      }
      throw new IOException(
          "holds "
              + (found == null ? "nothing" : found.getClass().getName())
              + "; must be a model of IBCavi");
    } catch (EOFException e) {
      throw new IOException(CUT_OFF, e);
    } catch (StreamCorruptedException | OptionalDataException | UTFDataFormatException e) {
      throw new IOException("is damaged, or no file that Weka saved a model to", e);
    } catch (InvalidClassException e) {
      throw new IOException("holds what no model of IBCavi holds: " + e.getMessage(), e);
    } catch (ClassNotFoundException e) {
      throw new IOException("holds the unknown class " + e.getMessage(), e);
    } catch (RuntimeException e) {
      throw new IOException("is damaged: " + e, e);
    }
  }

  /**
   * Java makes an array as long as a file says before it reads what is in it, so that a few bytes
   * could ask for gigabytes. Each element takes a byte of the file at least, and each place of a
   * hash table half of one, hence all arrays together cannot be longer than twice the file.
   */
  private static final class ArrayLimit implements ObjectInputFilter {
    private long left;

    ArrayLimit(int fileBytes) {
      left = 2L * fileBytes;
    }

    @Override
    public Status checkInput(FilterInfo info) {
      left -= Math.max(0, info.arrayLength());
      return left < 0 ? Status.REJECTED : Status.UNDECIDED;
    }
  }
}
