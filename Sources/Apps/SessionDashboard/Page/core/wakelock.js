// The screen kept awake while a session runs, where the browser allows it.

import { live } from "./live.js";

let lock = null;

async function follow() {
  const isWanted = live.session !== null && !document.hidden;
  if (isWanted && lock === null) {
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => (lock = null));
    } catch {
      lock = null; // Low battery, or a browser without it: the session goes on.
    }
  } else if (!isWanted && lock !== null) {
    await lock.release();
  }
}

/** Begins to watch the session and the page. */
export function keepAwake() {
  if (!navigator.wakeLock) return;
  live.on("change", follow);
  document.addEventListener("visibilitychange", follow);
}
