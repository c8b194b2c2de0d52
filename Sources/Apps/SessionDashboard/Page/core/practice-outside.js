// What a practice shows outside its screen: the title of the tab, the player of the system, and the phone's motor.

import { api } from "./api.js";
import { haptics } from "./haptics.js";
import { t } from "./language.js";
import { live } from "./live.js";
import { notice } from "./notices.js";
import { practice } from "./practice.js";
import { mayAct } from "./state.js";

const tickMs = 500;
/** ms on, off, on. */
const changePattern = [120, 80, 120];
const tapMs = 30;

let titleBase = "";
let titleShown = "";
let partShown = null;
let taps = [];

/** Begins to follow the practice. */
export function showOutside() {
  practice.on(follow);
  live.on("practice_ended", ({ reason }) => {
    if (reason === "finished") shake();
    if (reason === "replaced") notice(t("practice.replaced"));
  });
  setInterval(writeTitle, tickMs);
  const session = navigator.mediaSession;
  if (!session) return;
  const steer = (what) => () => mayAct() && practice.current && api.steerPractice(what).catch(() => {});
  for (const [action, what] of [["play", "resume"], ["pause", "pause"], ["nexttrack", "next"], ["stop", "end"]]) {
    try {
      session.setActionHandler(action, steer(what));
    } catch {
      // A browser without this button.
    }
  }
}

function follow() {
  const { current } = practice;
  const part = current && `${current.id} ${current.phase} ${current.round}`;
  if (part !== null && partShown !== null && part !== partShown) shake();
  partShown = part;
  scheduleTaps();
  writeTitle();
}

function shake() {
  if (haptics.canShake) navigator.vibrate(changePattern);
}

/** Taps of the breath, where the plan has them. */
function scheduleTaps() {
  taps.forEach(clearTimeout);
  taps = [];
  if (!haptics.canShake || practice.current?.paused) return;
  taps = practice.cues.filter(({ tap, at }) => tap && practice.untilMs(at) > 0).map(({ at }) =>
    setTimeout(() => navigator.vibrate(tapMs), practice.untilMs(at)));
}

function writeTitle() {
  if (document.title !== titleShown) titleBase = document.title;
  const { current } = practice;
  const text = current ? `${practice.time()} ${practice.word()}` : "";
  titleShown = current ? `${text} · ${titleBase}` : titleBase;
  if (document.title !== titleShown) document.title = titleShown;
  const session = navigator.mediaSession;
  if (!session) return;
  session.playbackState = current === null ? "none" : current.paused ? "paused" : "playing";
  if (current === null) session.metadata = null;
  else if (session.metadata?.title !== text) session.metadata = new MediaMetadata({ title: text, artist: current.title });
}
