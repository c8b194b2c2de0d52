// A session that runs: the bloom, the phase, the figures, the last minute.

import { drawBloom, pulse } from "../core/bloom.js";
import { everyFrame, fit, stillness } from "../core/canvas.js";
import { h, say } from "../core/dom.js";
import { number } from "../core/format.js";
import { t } from "../core/language.js";
import { live } from "../core/live.js";
import { recall } from "../core/local.js";
import { expansion } from "../core/schedule.js";
import { state } from "../core/state.js";
import { figureRow } from "./figures.js";
import { footer } from "./foot.js";
import { Strip } from "./strip.js";

/** What the screen shows of it. */
export function runningSession() {
  const canvas = h("canvas", { class: "bloom", role: "img", "aria-label": t("session.bloom") });
  const chart = h("canvas", { class: "strip", role: "img" });
  const strip = new Strip(chart, 2);
  const label = h("p", { class: "phase", id: "phase" });
  const countdown = h("p", { class: "countdown", "aria-hidden": "true" });
  const spoken = h("p", { class: "hidden", "aria-live": recall("announce", false) ? "polite" : "off" });
  const level = h("span", { class: "level" }, h("span", {}));
  const figures = figureRow();
  const foot = footer();
  const state_ = { glow: 0, shown: null, last: 0 };
  const releases = [
    fit(canvas), fit(chart),
    everyFrame((ms) => frame(ms)),
    live.on("figures", (message) => {
      figures.show(message);
      foot.show(message);
    }),
    live.on("decision", foot.decide),
    live.on("battery", foot.update),
  ];
  const title = h("h1", { class: "hidden" }, t("session.title"));
  const head = h("div", { class: "session-head" },
    h("a", { class: "quiet", href: "/" }, t("session.leave")), foot.device, foot.clock);
  const node = h("section", { class: stillness.matches ? "session still" : "session" },
    title, head, figures.node, foot.banner,
    h("div", { class: "stage" }, canvas, level,
      h("div", { class: "words" }, label, countdown, spoken)),
    foot.chartBox(chart), foot.node);
  figures.show(live.figures);
  if (live.figures) foot.show(live.figures);
  return {
    node,
    update: foot.update,
    leave: () => releases.forEach((release) => release()),
  };

  function frame(ms) {
    const phase = live.phase(ms);
    const seconds = Math.min((ms - state_.last) / 1000, 0.1);
    state_.last = ms;
    write(phase);
    const wanted = phase === null ? 0.12 : expansion(phase);
    state_.shown = approach(state_.shown ?? wanted, wanted, seconds * live.clock.speed);
    const score = live.figures?.coherence ?? null;
    state_.glow += ((score ?? 0) - state_.glow) * Math.min(1, 1.2 * seconds);
    const isStill = stillness.matches;
    drawBloom(canvas, {
      expansion: isStill ? 0.9 : state_.shown, coherence: state_.glow,
      swell: phase === null || isStill ? 0 : pulse(phase),
      petals: state.settings.petals, isLit: phase !== null,
    });
    if (isStill) {
      canvas.style.opacity = (0.35 + 0.65 * state_.shown).toFixed(2);
      level.firstChild.style.transform = `scaleX(${state_.shown.toFixed(3)})`;
    }
    const t = live.clock.now(ms);
    strip.draw(live.points, t, live.clock.speed, live.figures?.latency ?? 0);
    foot.tick(t, strip.range);
  }

  function write(phase) {
    const word = live.isPaused ? t("phase.paused")
      : phase !== null ? t(`phase.${phase.phase}`)
      : t(idleKey());
    say(label, word);
    say(spoken, word);
    say(countdown, phase === null ? "\u00a0" : number(Math.ceil(phase.remaining * 10) / 10, 1));
  }
}

/** Key of the text that stands instead of a phase. */
function idleKey() {
  if (live.session?.begun === false) return "phase.waiting";
  return live.schedule.isEmpty ? "phase.ready" : "phase.free";
}

/** Follows exactly where the way is smooth; a jump is walked, not leapt. */
function approach(shown, wanted, seconds) {
  const step = 2 * seconds + 1e-3;
  return Math.abs(wanted - shown) < 0.05 + step ? wanted : shown + Math.sign(wanted - shown) * step;
}
