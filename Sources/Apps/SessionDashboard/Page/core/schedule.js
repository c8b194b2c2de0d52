// The phases of breathing that were announced, and which of them a time lies in.

const maxCount = 12;

/** What is announced; goes on as before for a while when nothing new is. */
export class Schedule {
  #phases = [];

  /** A phase {t, duration, phase, rate, number}; it replaces what was announced from its start on. */
  add(cue) {
    this.#phases = this.#phases.filter((each) => each.t < cue.t - 1e-3);
    this.#phases.push(cue);
    if (this.#phases.length > maxCount) this.#phases.shift();
  }

  /** Nothing that was announced holds. */
  stop() {
    this.#phases = [];
  }

  get isEmpty() {
    return this.#phases.length === 0;
  }

  /** The rate of the newest phase; null where there is none. */
  get rate() {
    return this.#phases.at(-1)?.rate ?? null;
  }

  /**
   * The phase at a time: {phase, progress 0...1, duration, remaining s}; null before the first one, and
   * from `coastSeconds` after the end of the last one on.
   */
  at(t, coastSeconds) {
    for (let index = this.#phases.length - 1; index >= 0; index -= 1) {
      const cue = this.#phases[index];
      if (cue.t > t) continue;
      if (t < cue.t + cue.duration) return within(cue.phase, cue.t, cue.duration, t);
      return this.#coast(index, t, coastSeconds);
    }
    return null;
  }

  /** Continues as the last whole breath was, after the phase at this index. */
  #coast(index, t, coastSeconds) {
    const last = this.#phases[index];
    let start = last.t + last.duration;
    const breath = this.#breathBefore(index);
    if (t >= start + coastSeconds || breath === null) return null;
    let next = breath.findIndex((each) => each.phase === last.phase) + 1;
    for (;;) {
      const { phase, duration } = breath[next % breath.length];
      if (t < start + duration) return within(phase, start, duration, t);
      start += duration;
      next += 1;
    }
  }

  /** The newest phase of each kind up to an index, from the inhale on; null without a whole breath. */
  #breathBefore(index) {
    const breath = ["inhale", "hold", "exhale", "secondHold"]
      .map((name) => this.#phases.slice(Math.max(0, index - 3), index + 1).findLast((each) => each.phase === name))
      .filter((each) => each !== undefined);
    const kinds = new Set(breath.map((each) => each.phase));
    return kinds.has("inhale") && kinds.has("exhale") ? breath : null;
  }
}

function within(phase, start, duration, t) {
  const passed = t - start;
  return { phase, duration, progress: passed / duration, remaining: duration - passed };
}

/** How far the bloom is open in a phase: 0...1. */
export function expansion({ phase, progress }) {
  if (phase === "inhale") return progress;
  if (phase === "exhale") return 1 - progress;
  return phase === "hold" ? 1 : 0;
}
