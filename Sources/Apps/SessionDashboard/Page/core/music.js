// State of the music that is chosen, as this page knows it: one store, updated by the line, read by the screens.

import { api } from "./api.js";
import { spoken } from "./language.js";
import { live } from "./live.js";

class Music {
  /** What the server calls the music; null where none is chosen. */
  current = null;
  /** Whether the server said what goes on. */
  isKnown = false;
  /** Songs of the library, what a scan has read, and the words for contexts and needs; null until asked. */
  about = null;
  #receivedMs = 0;
  #listeners = new Set();

  constructor() {
    live.on("music", ({ music }) => this.#apply(music));
  }

  /** Calls `action()` when something is said of the music; gives what ends that. */
  on(action) {
    this.#listeners.add(action);
    return () => this.#listeners.delete(action);
  }

  /** Asks the server for everything. */
  async ask() {
    const { music = null, ...about } = await api.music();
    this.about = about;
    this.#apply(music);
  }

  #apply(music) {
    this.current = music;
    this.isKnown = true;
    this.#receivedMs = performance.now();
    for (const action of [...this.#listeners]) action();
  }

  /** Position in the song, s; null where the player does not report it. */
  elapsed() {
    const { position, state } = this.current ?? {};
    if (!position) return null;
    const passed = state === "playing" ? (performance.now() - this.#receivedMs) / 1000 : 0;
    return Math.min(position.elapsed + passed, position.length ?? Infinity);
  }

  /** The name of a context or a need in the language of the page. */
  word(id) {
    const { contexts = [], needs = [] } = this.about ?? {};
    return [...contexts, ...needs].find((each) => each.id === id)?.[spoken()] ?? id;
  }
}

export const music = new Music();
