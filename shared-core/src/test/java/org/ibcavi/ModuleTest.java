// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the module shows to its users. */
class ModuleTest {
  /**
   * Public types in exported packages, nested ones too. To be lowered when types become internal; a
   * type that users need may raise it.
   */
  private static final int MOST_PUBLIC_TYPES = 55;

  /** Packages that users do not call. */
  private static final Set<String> INTERNAL =
      Set.of(
          "basis",
          "binary",
          "categorical",
          "columns",
          "diagnostics",
          "family",
          "gaussian",
          "joint",
          "linalg",
          "local",
          "parallel",
          "pass",
          "posterior",
          "problem",
          "scale",
          "solver",
          "special",
          "structure",
          "variational");

  @Test
  void usersSeeFewTypes() throws Exception {
    List<String> types = new ArrayList<>();
    for (String name : exportedPackages()) {
      types.addAll(publicTypes(name));
    }
    assertTrue(
        types.size() <= MOST_PUBLIC_TYPES,
        () -> types.size() + " public types:\n" + String.join("\n", types));
  }

  @Test
  void internalPackagesAreNotExported() throws Exception {
    Set<String> exported = exportedPackages();
    assertTrue(exported.contains("org.ibcavi"), exported::toString);
    for (String name : INTERNAL) {
      assertFalse(exported.contains("org.ibcavi." + name), name);
    }
  }

  /** Those that every user sees, not an adapter alone. */
  private static Set<String> exportedPackages() throws URISyntaxException {
    return ModuleFinder.of(classes())
        .find("org.ibcavi.core")
        .orElseThrow()
        .descriptor()
        .exports()
        .stream()
        .filter(exports -> !exports.isQualified())
        .map(ModuleDescriptor.Exports::source)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<String> publicTypes(String packageName) throws Exception {
    List<String> types = new ArrayList<>();
    try (Stream<Path> files = Files.list(classes().resolve(packageName.replace('.', '/')))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".class")).sorted().toList()) {
        String name = file.getFileName().toString().replace(".class", "");
        Class<?> type =
            Class.forName(packageName + "." + name, false, ModuleTest.class.getClassLoader());
        if (visible(type)) {
          types.add(type.getName());
        }
      }
    }
    return types;
  }

  /** Whether the type and all types around it are public. */
  private static boolean visible(Class<?> type) {
    if (type == null) {
      return true;
    }
    return Modifier.isPublic(type.getModifiers()) && visible(type.getEnclosingClass());
  }

  /** The folder of the compiled module. */
  private static Path classes() throws URISyntaxException {
    return Path.of(IbCavi.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
