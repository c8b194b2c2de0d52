// Hears of changes of the health records for as long as a screen shows them.

import { api } from "../core/api.js";

/** Until the server is asked again after it did not answer; ms. */
const waitMs = 2000;

/**
 * Calls `updated(health, changed)` at once and after each change; `changed` names the kinds of records that are not as
 * they were ("workouts", "sleep", "vitals"). `failed(message)` is called where the server did not answer.
 */
export function followHealth({ updated, failed }) {
  let hasEnded = false;
  let last = null;
  let timer = 0;
  let wake = () => {};
  // The server answers a question late: who leaves does not wait for it.
  const leaving = new AbortController();
  listen();
  return {
    /** Asks at once, where the last answer failed. */
    again: () => wake(),
    end() {
      hasEnded = true;
      leaving.abort();
      clearTimeout(timer);
      wake();
    },
  };

  async function listen() {
    while (!hasEnded) {
      try {
        const health = await api.health(last?.revision, leaving.signal);
        if (hasEnded) return;
        const changed = last === null ? [] : changedKinds(last.kinds, health.kinds);
        last = health;
        updated(health, changed);
      } catch (error) {
        if (hasEnded) return;
        failed(error.message);
        if (error.status === 401 || error.status === 403) return;
        await pause();
      }
    }
  }

  function pause() {
    return new Promise((resolve) => {
      wake = resolve;
      timer = setTimeout(resolve, waitMs);
    });
  }
}

function changedKinds(before, now) {
  return Object.keys(now).filter((kind) => now[kind] !== before[kind]);
}
