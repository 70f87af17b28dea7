// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.fit;

import java.time.Duration;

/**
 * How far a fit is.
 *
 * @param phase what is being done
 * @param model which of the categorical models is being fitted, from 1; 0 in other phases and while
 *     the prior's scale is searched
 * @param models how many of them there will be; 0 where model is 0
 * @param sweep sweeps done in this phase
 * @param objective the phase's objective after this sweep; it is maximised
 * @param activeCategories regressions that have not converged; categories without rows are one
 * @param categories regressions that are fitted side by side
 * @param elapsed time since the fit began
 */
public record FitProgress(
    FitPhase phase,
    int model,
    int models,
    int sweep,
    double objective,
    int activeCategories,
    int categories,
    Duration elapsed) {}
