// Taps of the cue schedule: by vibration where the device can, else by sound.

import { live } from "./live.js";
import { sound } from "./sound.js";

/** How long the strongest tap of a kind shakes; ms. A motor without strength says it by length. */
const lengthMs = { up: 35, click: 20, down: 50 };
const greatestSpeed = 2;

class Haptics {
  isOn = false;
  /** 0 ... 1 */
  intensity = 0.8;
  #timers = new Set();

  constructor() {
    live.on("tap", (tap) => this.#schedule(tap));
    live.on("stop", () => this.#cancel());
    live.on("paused", () => this.#cancel());
    live.on("ended", () => this.#cancel());
  }

  /** True where this device shakes. Desktop browsers have the call and no motor. */
  get canShake() {
    return "vibrate" in navigator && navigator.maxTouchPoints > 0;
  }

  /** One tap now, so that the person feels what they set. */
  async try() {
    if (this.canShake) return navigator.vibrate(this.#length("down"));
    await sound.wake();
    sound.tap("down", live.clock.now(), this.intensity);
  }

  #schedule({ kind, t }) {
    if (!this.isOn || this.intensity === 0 || live.clock.speed > greatestSpeed) return;
    if (!this.canShake) return sound.tap(kind, t, this.intensity);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      navigator.vibrate(this.#length(kind));
    }, Math.max(0, live.clock.untilMs(t)));
    this.#timers.add(timer);
  }

  #length(kind) {
    return Math.round((lengthMs[kind] ?? 30) * (0.3 + 0.7 * this.intensity));
  }

  #cancel() {
    this.#timers.forEach(clearTimeout);
    this.#timers.clear();
  }
}

export const haptics = new Haptics();
