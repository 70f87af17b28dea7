// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.site;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A formula in the part of TeX's language that our documents use, as MathML, which browsers show
 * without any script. A command that is not known is refused: a formula is shown right or the site
 * is not made.
 */
final class Formula {
  private static final Map<String, String> SYMBOLS = symbols();

  /** Names set upright with space around, as functions are. */
  private static final Set<String> FUNCTIONS =
      Set.of("log", "exp", "tanh", "min", "max", "sin", "cos");

  /** Operators whose bounds stand above and below in a formula with a line of its own. */
  private static final Set<String> WITH_BOUNDS = Set.of("∑", "∏");

  private static final Map<String, String> ACCENTS =
      Map.of("hat", "^", "tilde", "~", "bar", "‾", "overline", "‾");

  private static final Map<String, String> SPACES =
      Map.of(",", "0.17em", ";", "0.28em", " ", "0.28em", "quad", "1em", "qquad", "2em");

  /** After these a minus is the sign of what follows; browsers would take it for a subtraction. */
  private static final Pattern OPENERS = Pattern.compile("[(\\[=,]</mo>$");

  private static final Pattern SIGN = Pattern.compile("^<mo>([−±])</mo>");
  private static final Map<String, String> SIZES = Map.of("big", "1.2em", "Big", "1.6em");

  private final String tex;
  private final boolean display;
  private int place;

  private Formula(String tex, boolean display) {
    this.tex = tex;
    this.display = display;
  }

  /**
   * Translates a formula.
   *
   * @param tex what stands between the dollars
   * @param display whether it has a line of its own
   * @return the element {@code math}
   * @throws IllegalArgumentException if something in it is not known, with the place
   */
  static String toMathml(String tex, boolean display) {
    Formula formula = new Formula(tex.strip(), display);
    String row = formula.row();
    if (formula.place < formula.tex.length()) {
      throw formula.fault("a closing brace without an opening one");
    }
    return "<math" + (display ? " display=\"block\"" : "") + ">" + row + "</math>";
  }

  /** What comes up to the end or to a closing brace. */
  private String row() {
    StringBuilder row = new StringBuilder("<mrow>");
    skipSpace();
    while (place < tex.length() && tex.charAt(place) != '}') {
      boolean sign = OPENERS.matcher(row).find();
      String next = withScripts(atom());
      row.append(sign ? SIGN.matcher(next).replaceFirst("<mo form=\"prefix\">$1</mo>") : next);
      skipSpace();
    }
    return row.append("</mrow>").toString();
  }

  private String withScripts(String base) {
    String below = null;
    String above = null;
    for (skipSpace(); place < tex.length(); skipSpace()) {
      char c = tex.charAt(place);
      if (c == '_' && below == null) {
        place++;
        below = argument();
      } else if (c == '^' && above == null) {
        place++;
        above = argument();
      } else if (c == '\'' && above == null) {
        place++;
        above = "<mo>′</mo>";
      } else {
        break;
      }
    }
    return scripted(base, below, above);
  }

  private String scripted(String base, String below, String above) {
    if (below == null && above == null) {
      return base;
    }
    boolean bounds = display && WITH_BOUNDS.stream().anyMatch(base::contains);
    if (above == null) {
      return element(bounds ? "munder" : "msub", base + below);
    }
    if (below == null) {
      return element(bounds ? "mover" : "msup", base + above);
    }
    return element(bounds ? "munderover" : "msubsup", base + below + above);
  }

  /** One thing, to which scripts may be set. */
  private String atom() {
    char c = tex.charAt(place);
    if (Character.isDigit(c)) {
      int start = place;
      while (place < tex.length() && (Character.isDigit(tex.charAt(place)) || decimalPoint())) {
        place++;
      }
      return element("mn", tex.substring(start, place));
    }
    return argument();
  }

  private boolean decimalPoint() {
    return tex.charAt(place) == '.'
        && place + 1 < tex.length()
        && Character.isDigit(tex.charAt(place + 1));
  }

  /** A group, a command or a single character, as TeX reads what follows a command. */
  private String argument() {
    skipSpace();
    if (place == tex.length()) {
      throw fault("something must follow");
    }
    char c = tex.charAt(place++);
    if (c == '{') {
      String row = row();
      if (place == tex.length()) {
        throw fault("a brace is not closed");
      }
      place++;
      return row;
    }
    return c == '\\' ? command(name()) : character(c);
  }

  private static String character(char c) {
    if (Character.isDigit(c)) {
      return element("mn", String.valueOf(c));
    }
    if (Character.isLetter(c)) {
      return identifier(String.valueOf(c));
    }
    return switch (c) {
      case '-' -> element("mo", "−");
      case '<' -> element("mo", "&lt;");
      case '>' -> element("mo", "&gt;");
      case '&' -> element("mo", "&amp;");
      case '(', ')', '[', ']' -> "<mo stretchy=\"false\">" + c + "</mo>";
      case '|' -> bar("|");
      case '/' -> "<mo lspace=\"0\" rspace=\"0\">/</mo>";
      default -> element("mo", String.valueOf(c));
    };
  }

  private String command(String name) {
    if (SYMBOLS.containsKey(name)) {
      String symbol = SYMBOLS.get(name);
      return Character.isLetter(symbol.charAt(0)) || "∇∂⊤".contains(symbol)
          ? identifier(symbol)
          : element("mo", symbol);
    }
    if (FUNCTIONS.contains(name)) {
      skipSpace();
      boolean bracket = place < tex.length() && "([".indexOf(tex.charAt(place)) >= 0;
      return "<mo form=\"prefix\" lspace=\"0.17em\" rspace=\""
          + (bracket ? "0" : "0.17em")
          + "\">"
          + name
          + "</mo>";
    }
    if (ACCENTS.containsKey(name)) {
      boolean wide = name.equals("overline");
      String accent = "<mo stretchy=\"" + wide + "\">" + ACCENTS.get(name) + "</mo>";
      return "<mover accent=\"true\">" + argument() + accent + "</mover>";
    }
    if (SPACES.containsKey(name)) {
      return "<mspace width=\"" + SPACES.get(name) + "\"/>";
    }
    if (SIZES.containsKey(name)) {
      return sized(SIZES.get(name));
    }
    return switch (name) {
      case "frac" -> element("mfrac", argument() + argument());
      case "tfrac" ->
          "<mstyle displaystyle=\"false\">"
              + element("mfrac", argument() + argument())
              + "</mstyle>";
      case "sqrt" -> element("msqrt", argument());
      case "mathrm" -> "<mi mathvariant=\"normal\">" + words() + "</mi>";
      case "text" -> element("mtext", words());
      case "textstyle" -> "";
      case "|", "Vert" -> "<mo lspace=\"0.17em\" rspace=\"0.17em\">‖</mo>";
      case "lVert", "rVert" -> bar("‖");
      default -> throw fault("\\" + name + " is not known");
    };
  }

  /** A bracket of a fixed larger size. */
  private String sized(String size) {
    skipSpace();
    if (place == tex.length()) {
      throw fault("a bracket must follow");
    }
    char bracket = tex.charAt(place++);
    return "<mo stretchy=\"false\" style=\"font-size: " + size + "\">" + bracket + "</mo>";
  }

  /** The name after a backslash: letters, or a single other character. */
  private String name() {
    int start = place;
    while (place < tex.length() && Character.isLetter(tex.charAt(place))) {
      place++;
    }
    if (place == start && place < tex.length()) {
      place++;
    }
    return tex.substring(start, place);
  }

  /** The plain words of a group. */
  private String words() {
    int end = tex.indexOf('}', place);
    if (place >= tex.length() || tex.charAt(place) != '{' || end < 0) {
      throw fault("words in braces must follow");
    }
    String words = tex.substring(place + 1, end);
    place = end + 1;
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(' ', ' ');
  }

  private void skipSpace() {
    while (place < tex.length() && Character.isWhitespace(tex.charAt(place))) {
      place++;
    }
  }

  private IllegalArgumentException fault(String what) {
    return new IllegalArgumentException("formula '" + tex + "', character " + place + ": " + what);
  }

  /** Latin and small Greek letters are slanted, which is what browsers do with a single letter. */
  private static String identifier(String letter) {
    boolean upright = Character.isUpperCase(letter.charAt(0)) && letter.charAt(0) > 'Z';
    return upright ? "<mi mathvariant=\"normal\">" + letter + "</mi>" : element("mi", letter);
  }

  private static String bar(String bar) {
    return "<mo stretchy=\"false\" lspace=\"0\" rspace=\"0\">" + bar + "</mo>";
  }

  private static String element(String name, String content) {
    return "<" + name + ">" + content + "</" + name + ">";
  }

  private static Map<String, String> symbols() {
    Map<String, String> symbols = new HashMap<>();
    String table =
        "alpha α beta β gamma γ delta δ epsilon ε eta η theta θ kappa κ lambda λ mu μ nu ν pi π rho ρ"
            + " sigma σ tau τ phi ϕ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Sigma Σ"
            + " Phi Φ Psi Ψ Omega Ω ell ℓ partial ∂ nabla ∇ top ⊤ int ∫ sum ∑ prod ∏ le ≤ ge ≥ ne ≠ sim ∼ approx ≈"
            + " propto ∝ pm ± cdot ⋅ times × mid ∣ in ∈ infty ∞ to → ldots …";
    String[] words = table.split(" ", -1);
    for (int i = 0; i < words.length; i += 2) {
      symbols.put(words[i], words[i + 1]);
    }
    return Map.copyOf(symbols);
  }
}
