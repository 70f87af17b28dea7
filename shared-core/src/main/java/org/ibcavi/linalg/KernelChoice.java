// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.linalg;

import java.lang.reflect.InvocationTargetException;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which kernel multiplies: the one that the system property {@value #PROPERTY} names, else the
 * first that is there of native, vector and plain. Those that need a library or a module which may
 * be missing are loaded by name.
 *
 * <p>The native one is taken by itself only where {@value #NATIVE_THREADS} is 1: the threads are
 * ours, and a library that starts its own for every small product made a fit of N = 20000, M = 200,
 * K = 100 on two cores take 25 s instead of 4.5.
 */
final class KernelChoice {
  /** Names a kernel. */
  static final String PROPERTY = "ibcavi.kernel";

  /** Environment variable that keeps OpenBLAS to the thread that calls it. */
  private static final String NATIVE_THREADS = "OPENBLAS_NUM_THREADS";

  private static final String VECTOR_MODULE = "jdk.incubator.vector";

  private KernelChoice() {}

  /** The kernel in use; chosen once. */
  static final ProductKernel KERNEL = choose(System.getProperty(PROPERTY));

  /** Never throws, for it runs while a class is initialised: the kernel itself does, when used. */
  static ProductKernel choose(String wanted) {
    try {
      return wanted == null ? best() : named(wanted);
    } catch (IllegalArgumentException | UnavailableException e) {
      return new RefusedKernel(e.getMessage());
    }
  }

  private static ProductKernel best() {
    return Stream.of("native", "vector")
        .filter(name -> name.equals("vector") || "1".equals(System.getenv(NATIVE_THREADS)))
        .flatMap(name -> found(name).stream())
        .findFirst()
        .orElseGet(PlainKernel::new);
  }

  private static Optional<ProductKernel> found(String name) {
    try {
      return Optional.of(named(name));
    } catch (UnavailableException e) {
      return Optional.empty();
    }
  }

  /** A kernel by its name. */
  static ProductKernel named(String name) throws UnavailableException {
    return switch (name) {
      case "plain" -> new PlainKernel();
      case "vector" -> vector();
      case "native" ->
          load(
              "NativeKernel",
              name,
              "it needs dev.ludovic.netlib:blas on the class path and a BLAS library such as"
                  + " libblas.so.3 in the system");
      default ->
          throw new IllegalArgumentException(
              "system property "
                  + PROPERTY
                  + " is '"
                  + name
                  + "'; must be plain, vector or native");
    };
  }

  private static ProductKernel vector() throws UnavailableException {
    String need = "it needs the option --add-modules " + VECTOR_MODULE + " of java";
    Module incubator =
        ModuleLayer.boot()
            .findModule(VECTOR_MODULE)
            .orElseThrow(() -> new UnavailableException("vector", need, null));
    KernelChoice.class.getModule().addReads(incubator); // module-info.java does not require it
    return load("VectorKernel", "vector", need);
  }

  private static ProductKernel load(String type, String name, String need)
      throws UnavailableException {
    try {
      return Class.forName(KernelChoice.class.getPackageName() + "." + type)
          .asSubclass(ProductKernel.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException | LinkageError e) {
      Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
      throw new UnavailableException(name, need, cause);
    }
  }

  /** A kernel that is not there, and what it needs. */
  static final class UnavailableException extends Exception {
    private static final long serialVersionUID = 1;

    UnavailableException(String name, String need, Throwable cause) {
      super("the " + name + " kernel is not available: " + need, cause);
    }
  }

  /** Stands for a choice that cannot be met, and says so to whoever multiplies. */
  private static final class RefusedKernel implements ProductKernel {
    private final String message;

    RefusedKernel(String message) {
      this.message = message;
    }

    @Override
    public String label() {
      throw new IllegalArgumentException(message);
    }

    @Override
    public boolean exact() {
      throw new IllegalArgumentException(message);
    }

    @Override
    public void add(
        double sign,
        int rows,
        int inner,
        int columns,
        Strided a,
        Strided b,
        Strided c,
        boolean upper) {
      throw new IllegalArgumentException(message);
    }
  }
}
