// The resonance frequency that a session found, in words.

import { number } from "./format.js";
import { t } from "./language.js";

/** One line: 5.8 ± 0.2 breaths/min; what was best of those tried; or that none was found. */
export function resonanceText(resonance) {
  if (resonance == null || resonance.kind === "notDetermined") return t("resonance.none");
  const rate = number(resonance.breathsPerMinute, 1);
  if (resonance.kind === "bestTried") return t("resonance.tried", { rate });
  return resonance.deviation == null
    ? t("unit.rate", { n: rate })
    : t("resonance.estimate", { rate, deviation: number(resonance.deviation, 1) });
}

/** How sure that is, or why there is none. */
export function resonanceNote(resonance) {
  if (resonance == null) return "";
  const { kind, low, high, reason } = resonance;
  if (kind === "estimate" && low != null && high != null) {
    return t("resonance.range", { low: number(low, 1), high: number(high, 1) });
  }
  return reason ?? t(`resonance.${kind}.note`);
}
