// The practice that runs: what is left, the part, the breath, and what leads it.

import { api } from "../core/api.js";
import { drawBloom, pulse } from "../core/bloom.js";
import { everyFrame, fit, stillness } from "../core/canvas.js";
import { ask } from "../core/dialog.js";
import { h, s, say } from "../core/dom.js";
import { replaceContent } from "../core/focus.js";
import { number } from "../core/format.js";
import { t } from "../core/language.js";
import { live } from "../core/live.js";
import { attempt } from "../core/notices.js";
import { practice, timeText } from "../core/practice.js";
import { practiceAudio } from "../core/practice-audio.js";
import { resumeBanner } from "../core/practice-begin.js";
import { expansion } from "../core/schedule.js";
import { mayAct, state } from "../core/state.js";
import { endedPanel } from "./ended.js";
import { texts } from "./text.js";

export const screen = {
  name: "practice-now",
  address: "/practice/now",
  style: "/app/practice-now/style.css",
  texts,
  make,
};

/** What the button adds; min. */
const extension = 5;
const radius = 46;
const round = 2 * Math.PI * radius;

function make() {
  const node = h("div", { class: "now-place" });
  let shown = null;
  let end = null;
  const ends = [practice.on(follow), live.on("practice_ended", (message) => {
    end = message;
  })];
  follow();
  return { title: t("now.title"), node, leave };

  function follow() {
    const id = practice.current?.id ?? (practice.isKnown ? "none" : "unknown");
    if (shown?.id === id) return shown.update?.();
    const hadPractice = shown !== null && shown.leave !== undefined;
    shown?.leave?.();
    const view = practice.current !== null ? running() : idle(hadPractice ? end : null);
    end = null;
    shown = { id, ...view };
    replaceContent(node, shown.node);
    shown.update?.();
  }

  function leave() {
    ends.forEach((each) => each());
    shown?.leave?.();
  }
}

function idle(end) {
  if (!practice.isKnown) {
    return { node: h("div", {}, h("h1", { class: "hidden" }, t("now.title")),
      h("p", { class: "plain dim" }, t("loading"))) };
  }
  return { node: end !== null ? endedPanel(end) : h("section", { class: "hero" },
    h("h1", {}, t("now.title")), h("p", { class: "dim" }, t("now.none")), resumeBanner(),
    h("a", { class: "button primary", href: "/practice" }, t("now.choose"))) };
}

function running() {
  const arc = s("circle", { class: "arc", cx: 50, cy: 50, r: radius, "stroke-dasharray": round });
  const ring = s("svg", { class: "ring", viewBox: "0 0 100 100", "aria-hidden": "true" },
    s("circle", { class: "track", cx: 50, cy: 50, r: radius }), arc);
  const canvas = practice.current.kind === "breathe"
    ? h("canvas", { class: "guide", "aria-hidden": "true" }) : null;
  const part = h("p", { class: "phase" });
  const time = h("p", { class: "left clock", role: "timer", id: "left" });
  const detail = h("p", { class: "detail dim" });
  const coming = h("p", { class: "coming dim" });
  const heart = h("p", { class: "heart dim", id: "heart" });
  const spoken = h("p", { class: "hidden", "aria-live": "polite", id: "spoken" });
  const where = h("p", { class: "dim small where" });
  const sound = soundButtons();
  const controls = mayAct() ? buttons(sound.mute) : null;
  const heading = h("h1", { class: "now-title" }, practice.current.title);
  const node = h("section", { class: canvas ? "now breathing" : "now" }, heading, where,
    h("div", { class: "dial" }, ring, canvas, h("div", { class: "face" }, part, time, detail)),
    heart, coming, spoken, controls?.node ?? sound.mute, sound.node);
  const keys = (event) => mayAct() && press(event, controls, sound);
  document.addEventListener("keydown", keys);
  const ends = [everyFrame(draw), canvas ? fit(canvas) : () => {}];
  return {
    node, update,
    leave() {
      document.removeEventListener("keydown", keys);
      ends.forEach((each) => each());
    },
  };

  function update() {
    const { current } = practice;
    say(heading, current.title);
    say(where, current.isHere ? "" : t(current.owner === "page" ? "now.otherPage" : "now.terminal"));
    const words = [current.paused ? t("practice.state.paused") : null, practice.word()].filter(Boolean).join(", ");
    say(spoken, words);
    const { next } = current;
    say(coming, next === null || current.paused ? "\u00a0" : next.phase === "finished" ? t("now.last")
      : t("now.next", { what: practice.word(next) }));
    heart.hidden = current.heart === null;
    say(heart, heartText(current.heart));
    node.classList.toggle("paused", current.paused);
    controls?.update();
    sound.update();
  }

  function draw(ms) {
    const { current } = practice;
    if (current === null) return;
    const breath = practice.breath(ms);
    say(part, current.paused ? t("practice.state.paused") : breath ? t(`phase.${breath.phase}`) : practice.word());
    say(time, practice.time(ms));
    say(detail, detailText(breath, current));
    const share = practice.share(ms);
    arc.style.strokeDashoffset = (round * (share ?? 0)).toFixed(2);
    if (canvas === null) return;
    const isStill = stillness.matches;
    drawBloom(canvas, {
      expansion: breath === null ? 0.12 : isStill ? 0.9 : expansion(breath), coherence: null,
      swell: breath === null || isStill ? 0 : pulse(breath), petals: state.settings.petals,
      isLit: breath !== null && !current.paused,
    });
  }
}

/** The rate; why there is none; or that the sensor has not talked yet. */
function heartText(heart) {
  if (heart === null) return "";
  const { bpm, reason } = heart;
  return bpm !== null ? t("now.heart", { n: number(bpm) }) : reason !== null ? t("now.noHeart", { reason }) : t("now.heartComes");
}

function detailText(breath, { plan, breath: number, phase }) {
  if (breath !== null) {
    const of = plan.repetitions;
    return `${timeText(breath.remaining)} · ${t("now.breath", { n: number, of: Math.max(of, number) })}`;
  }
  if (plan?.kind === "interval" && phase !== "preparing") return t("now.all", { time: timeText(practice.leftOfAll() ?? 0) });
  return "\u00a0";
}

/** `mute`: the button of the sound, which stands among them. */
function buttons(mute) {
  const make = (id, action, extra = {}) => h("button", { type: "button", id, onclick: action, ...extra });
  const steer = (what, more) => attempt(() => api.steerPractice(what, more));
  const pause = make("pause", () => (practice.current.paused ? attempt(() => api.resumePractice()) : steer("pause")),
    { class: "primary" });
  const next = make("next", () => steer("next"));
  const extend = make("extend", () => steer("extend", { minutes: extension }));
  const end = make("end", askEnd, { class: "quiet" });
  return {
    node: h("div", { class: "row buttons" }, pause, next, extend, mute, end), pause, next, end,
    update() {
      const { paused, kind, next: coming, partSeconds } = practice.current;
      say(pause, t(paused ? "now.resume" : "now.pause"));
      say(next, t("now.nextButton"));
      say(extend, t("now.extend", { n: extension }));
      say(end, t("now.end"));
      extend.hidden = kind === "interval" || (partSeconds === null && coming === null);
    },
  };

  async function askEnd() {
    const choice = await ask(t("now.endTitle"), h("p", {}, t("now.endText")), [
      { value: "end", text: t("now.endKeep"), kind: "primary" },
      { value: "no", text: t("now.goOn") },
      { value: "cancel", text: t("now.endCancel"), kind: "danger" },
    ]);
    if (practice.current !== null && (choice === "end" || choice === "cancel")) steer(choice);
  }
}

/** Sound of this page, and of the machine where it plays too. */
function soundButtons() {
  const mute = h("button", { type: "button", id: "mute", class: "quiet", onclick: toggle });
  const track = h("input", { type: "checkbox", class: "switch", role: "switch", id: "one-track",
    checked: practiceAudio.isOneTrack, onchange: () => (practiceAudio.isOneTrack = track.checked) });
  const row = h("div", { class: "row one-track" }, track, h("label", { for: "one-track" }, t("now.oneTrack")));
  return { node: row, mute, toggle, update };

  function update() {
    const { isHere, sound } = practice.current;
    const isSilent = practiceAudio.isMuted || (sound !== "machine" && !practiceAudio.isOn);
    say(mute, t(isSilent ? "now.soundOn" : "now.soundOff"));
    mute.hidden = !isHere || (sound === "machine" && !mayAct());
    row.hidden = !practiceAudio.canPlay;
  }

  async function toggle() {
    const { id, sound } = practice.current;
    const wasOff = sound !== "machine" && !practiceAudio.isOn;
    if (sound !== "machine") {
      await practiceAudio.wake();
      practiceAudio.choose(id);
    }
    practiceAudio.mute(wasOff ? false : !practiceAudio.isMuted);
    if (sound !== "page" && mayAct()) await attempt(() => api.steerPractice("mute", { muted: practiceAudio.isMuted }));
    if (practice.current !== null) update();
  }
}

function press(event, controls, sound) {
  const isTyping = event.target.closest("input, select, textarea, dialog");
  if (isTyping || document.querySelector("dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
  // The space bar of a button or a link is its own.
  if (event.key === " " && event.target.closest("button, a")) return;
  const actions = {
    " ": () => controls.pause.click(), n: () => controls.next.click(), e: () => controls.end.click(), m: sound.toggle,
  };
  const action = actions[event.key];
  if (!action || event.repeat) return;
  event.preventDefault();
  action();
}
