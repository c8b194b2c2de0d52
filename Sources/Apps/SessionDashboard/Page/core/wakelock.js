// The screen kept awake while a session or a practice runs, where the browser allows it.

import { live } from "./live.js";
import { practice } from "./practice.js";

let lock = null;
let isAsking = false;

async function follow() {
  const isWanted = (live.session !== null || practice.current !== null) && !document.hidden;
  if (isWanted && lock === null && !isAsking) {
    isAsking = true;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => (lock = null));
    } catch {
      lock = null; // Low battery, or a browser without it: the session goes on.
    } finally {
      isAsking = false;
    }
  } else if (!isWanted && lock !== null) {
    await lock.release();
  }
}

/** Begins to watch the session, the practice and the page. */
export function keepAwake() {
  if (!navigator.wakeLock) return;
  live.on("change", follow);
  practice.on(follow);
  document.addEventListener("visibilitychange", follow);
}
