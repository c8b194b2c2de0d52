// The latency of a sensor's beats, in words.

import { number } from "./format.js";
import { t } from "./language.js";

const straps = ["strap", "webBluetooth"];

/** One sentence: latency of the beats of this source, with its standard deviation, both in s; null where unknown. */
export function latencyText(source, seconds, deviation) {
  if (seconds == null) return null;
  return t(straps.includes(source) ? "latency.strap" : "latency.beats", {
    seconds: tenths(seconds), deviation: tenths(deviation),
  });
}

/** With one decimal; a value that rounds to zero has no sign. */
function tenths(seconds) {
  return number(seconds == null ? null : Math.round(10 * seconds) / 10 + 0, 1);
}
