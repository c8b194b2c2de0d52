// A second, small screen: the phase and the heart rate.

import { everyFrame } from "../core/canvas.js";
import { h, say } from "../core/dom.js";
import { number } from "../core/format.js";
import { t } from "../core/language.js";
import { live } from "../core/live.js";
import { makePracticeLine } from "../core/practice-line.js";
import { practice } from "../core/practice.js";
import { expansion } from "../core/schedule.js";
import { texts } from "./text.js";

export const screen = {
  name: "follow",
  address: "/follow",
  style: "/app/follow/style.css",
  texts,
  make,
};

function make() {
  const label = h("p", { class: "phase" });
  const countdown = h("p", { class: "countdown" });
  const ring = h("span", { class: "breath", "aria-hidden": "true" });
  const heart = h("span", { class: "number" });
  const line = makePracticeLine();
  const stop = everyFrame((ms) => {
    const phase = live.phase(ms);
    say(label, phase !== null ? t(`phase.${phase.phase}`) : idleText());
    say(countdown, phase === null ? "\u00a0" : number(Math.ceil(phase.remaining * 10) / 10, 1));
    ring.style.transform = `scaleX(${phase === null ? 0 : expansion(phase).toFixed(3)})`;
    say(heart, number(live.figures?.hr));
  });
  return {
    title: t("follow.title"),
    node: h("section", { class: "follow" }, h("h1", { class: "hidden" }, t("follow.title")),
      label, countdown, h("span", { class: "level" }, ring),
      h("p", { class: "heart" }, h("span", { class: "hidden" }, t("figure.hr")), heart, " ",
        h("span", { class: "unit" }, t("unit.bpm"))), line.node),
    leave() {
      stop();
      line.leave();
    },
  };
}

function idleText() {
  // A practice says for itself what goes on, in a line of its own.
  if (live.session === null) return practice.current === null ? t("follow.none") : "";
  if (live.isChecking) return t("phase.waiting");
  return t(live.isPaused ? "phase.paused" : "phase.ready");
}
