// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.ibcavi.link.Likelihood;

/**
 * What follows the independent binary fit. That fit is one-vs-rest at heart; the finish goes on
 * from its means to the mode of categorical models themselves, and predicts with several of them at
 * once. Immutable; {@link #by} and {@link #withScalePerFeature} return changed copies.
 */
public final class Finish {
  private enum Kind {
    NONE,
    CATEGORICAL,
    AUTO
  }

  private final Kind kind;
  private final List<Likelihood> members;
  private final Weighing weighing;
  private final boolean scalePerFeature;

  private Finish(
      Kind kind, List<Likelihood> members, Weighing weighing, boolean scalePerFeature) {
    this.kind = kind;
    this.members = members;
    this.weighing = weighing;
    this.scalePerFeature = scalePerFeature;
  }

  private static Finish of(Kind kind) {
    return new Finish(kind, List.of(), Weighing.STACKING, false);
  }

  /**
   * No finish: predictions from the independent binary fit.
   *
   * @return the setting
   */
  public static Finish none() {
    return of(Kind.NONE);
  }

  /**
   * A finish whatever it costs, of the members that go with the model's link and average.
   *
   * @return the setting
   */
  public static Finish categorical() {
    return of(Kind.CATEGORICAL);
  }

  /**
   * A finish where the size of the data allows it; the default.
   *
   * @return the setting
   */
  public static Finish auto() {
    return of(Kind.AUTO);
  }

  /**
   * A finish of given members.
   *
   * @param members one likelihood, or several to weigh
   * @return the setting
   */
  public static Finish of(Likelihood... members) {
    if (members.length == 0) {
      throw new IllegalArgumentException("no members to finish; there must be at least one");
    }
    return new Finish(Kind.CATEGORICAL, List.of(members), Weighing.STACKING, false);
  }

  /**
   * The setting of a name.
   *
   * @param name {@code none}, {@code categorical} or {@code auto}, in any case
   * @return the setting
   */
  public static Finish named(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "none" -> none();
      case "categorical" -> categorical();
      case "auto" -> auto();
      default ->
          throw new IllegalArgumentException(
              "finish '" + name + "'; must be one of none, categorical, auto");
    };
  }

  /**
   * The same with another way of weighing.
   *
   * @param other stacking, the default, or evidence
   * @return the changed setting
   */
  public Finish by(Weighing other) {
    return new Finish(kind, members, Objects.requireNonNull(other, "weighing"), scalePerFeature);
  }

  /**
   * The same with a learned prior variance for each feature, shared over categories, that starts
   * from the one for all (automatic relevance determination).
   *
   * @return the changed setting
   */
  public Finish withScalePerFeature() {
    return new Finish(kind, members, weighing, true);
  }

  boolean wanted() {
    return kind != Kind.NONE;
  }

  boolean whateverItCosts() {
    return kind == Kind.CATEGORICAL;
  }

  /** The given members; none if they are left to choose. */
  List<Likelihood> members() {
    return members;
  }

  Weighing weighing() {
    return weighing;
  }

  boolean scalePerFeature() {
    return scalePerFeature;
  }

  /** Such as {@code auto} or {@code categorical of probit 1.0, by evidence}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(kind.name().toLowerCase(Locale.ROOT));
    String separator = " of ";
    for (Likelihood member : members) {
      text.append(separator).append(member.link().name()).append(' ').append(member.alpha());
      separator = ", ";
    }
    if (weighing == Weighing.EVIDENCE) {
      text.append(", by evidence");
    }
    if (scalePerFeature) {
      text.append(", a scale for each feature");
    }
    return text.toString();
  }
}
