// State of the practice that runs, as this page knows it: one store, updated by the line, read by the screens.

import { SessionClock } from "./clock.js";
import { t } from "./language.js";
import { live } from "./live.js";

/**
 * A message is at most so far ahead of our clock, unless this device slept; and at most so old, unless the server's
 * clock began anew: a page that joins receives the last message; s.
 */
const maxSeconds = { ahead: 0.05, old: 8 };

/** A time left as a clock shows it: rounded up, so that 0 means that it is over. */
export function timeText(seconds) {
  const whole = Math.ceil(Math.max(0, seconds - 1e-6));
  const two = (value) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

const phases = ["inhale", "hold", "exhale", "secondHold"];

class Practice {
  /** What the server calls the practice; null where none runs. */
  current = null;
  /** Whether the server said what is going on. */
  isKnown = false;
  /** What is heard soon. */
  cues = [];
  #clock = new SessionClock("server");
  #listeners = new Set();

  constructor() {
    live.on("clock", (message) => this.#clock.receive(message));
    live.on("practice", (message) => this.#apply(message));
    live.on("cues", ({ id, from, cues }) => {
      this.cues = id === this.current?.id ? [...this.cues.filter(({ at }) => at < from), ...cues] : cues;
      this.#notify();
    });
  }

  /** Calls `action()` when something is said of the practice; gives what ends that. */
  on(action) {
    this.#listeners.add(action);
    return () => this.#listeners.delete(action);
  }

  #notify() {
    for (const action of [...this.#listeners]) action();
  }

  #apply({ now, practice }) {
    const known = this.#clock.now();
    const isOther = known === null || now > known + maxSeconds.ahead || now < known - maxSeconds.old;
    if (isOther) this.#clock.begin(now, 1, (message) => live.send(message));
    if (practice?.id !== this.current?.id) this.cues = [];
    this.current = practice;
    this.isKnown = true;
    this.#notify();
  }

  /** The server's clock of practices; s; null before anything is known of it. */
  now(pageMs) {
    return this.#clock.now(pageMs);
  }

  /** Page milliseconds until a time of that clock. */
  untilMs(at) {
    return this.#clock.untilMs(at);
  }

  /** The moment that the practice is at: in a pause time stands still. */
  moment(pageMs) {
    return this.current.paused ? this.current.at : this.now(pageMs) ?? this.current.at;
  }

  /** What is left of the part; s; null where it has no end. */
  left(pageMs) {
    const { partEnds } = this.current ?? {};
    return partEnds == null ? null : Math.max(0, partEnds - this.moment(pageMs));
  }

  /** What is left of all; s; null where it has no end. */
  leftOfAll(pageMs) {
    const { ends } = this.current ?? {};
    return ends == null ? null : Math.max(0, ends - this.moment(pageMs));
  }

  /** How long a part without an end goes on; s. */
  elapsed(pageMs) {
    const { elapsed, at } = this.current ?? {};
    return elapsed == null ? null : elapsed + this.moment(pageMs) - at;
  }

  /** The time to be shown. */
  time(pageMs) {
    const left = this.left(pageMs) ?? this.leftOfAll(pageMs);
    if (left !== null) return timeText(left);
    const elapsed = this.elapsed(pageMs);
    return elapsed === null ? "" : timeText(Math.floor(elapsed));
  }

  /** How much of the part is over; 0 ... 1; null where it has no end. */
  share(pageMs) {
    const [left, whole] = [this.left(pageMs), this.current?.partSeconds];
    return left === null || !whole ? null : Math.min(1, Math.max(0, 1 - left / whole));
  }

  /** The part in words. */
  word(part = this.current) {
    if (part === null) return t("practice.state.idle");
    const word = t(`practice.state.${part.phase}`);
    return part.phase === "work" && part.round !== null ? `${word} ${part.round}` : word;
  }

  /** The phase of the breath: {phase, progress 0 ... 1, duration, remaining}; null where no one is paced. */
  breath(pageMs) {
    const { plan, phase, partEnds, partSeconds } = this.current ?? {};
    if (phase !== "breathing" || plan?.kind !== "breathe") return null;
    const found = phases.filter((name) => plan[name] > 0);
    const cycle = found.reduce((sum, name) => sum + plan[name], 0);
    let passed = Math.max(0, this.moment(pageMs) - (partEnds - partSeconds)) % cycle;
    for (const name of found) {
      const duration = plan[name];
      if (passed < duration) {
        return { phase: name, duration, progress: passed / duration, remaining: duration - passed };
      }
      passed -= duration;
    }
    return null;
  }
}

export const practice = new Practice();
