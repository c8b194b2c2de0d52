// The session: the bloom, the phase, the figures, the last minute; or where one begins.

import { api } from "../core/api.js";
import { beginPanel } from "../core/begin.js";
import { drawBloom, pulse } from "../core/bloom.js";
import { everyFrame, fit, stillness } from "../core/canvas.js";
import { ask } from "../core/dialog.js";
import { h, s, say } from "../core/dom.js";
import { replaceContent } from "../core/focus.js";
import { figureRow } from "./figures.js";
import { clockTime, number } from "../core/format.js";
import { t, tOr } from "../core/language.js";
import { live } from "../core/live.js";
import { recall, remember } from "../core/local.js";
import { notice } from "../core/notices.js";
import { go } from "../core/router.js";
import { expansion } from "../core/schedule.js";
import { sound } from "../core/sound.js";
import { mayAct, state, takeSettings } from "../core/state.js";
import { Strip } from "./strip.js";
import { texts } from "./text.js";

export const screen = {
  name: "session",
  address: "/session",
  icon: "M12 21c-5-3-8-6.5-8-10a4.5 4.5 0 0 1 8-2.8A4.5 4.5 0 0 1 20 11c0 3.5-3 7-8 10z",
  style: "/app/session/style.css",
  texts,
  make,
};

const speaker = {
  box: "M4 10v4h4l5 4V6L8 10z",
  waves: "M16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11",
  cross: "M17 10l4 4m0-4l-4 4",
};

function make() {
  const node = h("div", { class: "session-place" });
  let shown = null;
  const off = [live.on("change", follow), live.on("ended", ended)];
  follow();
  return { title: t("session.title"), node, leave };

  function follow() {
    const kind = live.session !== null ? "running" : live.isKnown ? "idle" : "unknown";
    if (shown?.kind === kind && shown.session === live.session) return shown.update?.();
    if (kind === "idle" && shown?.kind === "running") seekSummary(shown.session);
    shown?.leave?.();
    shown = { kind, session: live.session, ...view(kind) };
    replaceContent(node, shown.node);
    shown.update?.();
  }

  function leave() {
    off.forEach((end) => end());
    shown?.leave?.();
  }
}

function view(kind) {
  if (kind === "running") return runningSession();
  if (kind === "unknown") {
    return {
      node: h("div", {}, h("h1", { class: "hidden" }, t("session.title")),
        h("p", { class: "plain dim" }, t("session.connecting"))),
    };
  }
  return {
    node: h("section", { class: "hero" }, h("h1", {}, t("session.title")),
      h("p", { class: "dim" }, t("session.none")), beginPanel()),
  };
}

function ended({ id }) {
  if (id !== null) return go(`/summary/${id}`, { replace: true, state: { isFresh: true } });
  notice(t("session.notKept"));
  go("/", { replace: true });
}

/** The session ended while the line was down: what came of it is among the kept ones. */
async function seekSummary({ startedAt, source }) {
  const apart = source === "simulated" || source === "replay" ? 1 : 0;
  const page = await api.sessions({ limit: 1, apart }).catch(() => null);
  const last = page?.sessions[0];
  const isIt = last && Math.abs(Date.parse(last.startedAt) - Date.parse(startedAt)) < 2000;
  if (isIt && location.pathname === "/session") ended({ id: last.id });
}

function runningSession() {
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
    strip.draw(live.points, t, live.clock.speed);
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

/** What stands in place of a phase. */
function idleKey() {
  if (live.session?.begun === false) return "phase.waiting";
  return live.schedule.isEmpty ? "phase.ready" : "phase.free";
}

/** Follows exactly where the way is smooth; a jump is walked, not leapt. */
function approach(shown, wanted, seconds) {
  const step = 2 * seconds + 1e-3;
  return Math.abs(wanted - shown) < 0.05 + step ? wanted : shown + Math.sign(wanted - shown) * step;
}

/** What stands under the bloom: rate, state, clock, buttons, and what is wrong. */
function footer() {
  const clock = h("p", { class: "clock", role: "timer" });
  const rate = h("span", { class: "rate" });
  const badge = h("span", { class: "badge" });
  const follows = h("span", { class: "dim small" });
  const decision = h("p", { class: "decision dim small" });
  const banner = h("p", { class: "banner", role: "status" });
  const device = h("p", { class: "device dim small" });
  const range = [h("span", {}), h("span", {})];
  let name = "";
  const pause = h("button", { type: "button", id: "pause", onclick: () => {
    live.send({ type: live.isPaused ? "resume" : "pause" });
  } });
  const mark = h("button", { type: "button", id: "mark", onclick: askMark }, t("session.mark"));
  const waves = s("path", { d: speaker.waves });
  const mute = h("button", { type: "button", id: "mute", class: "icon", onclick: toggleSound },
    s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: speaker.box }), waves));
  const end = h("button", { type: "button", id: "end", class: "quiet", onclick: askEnd }, t("session.end"));
  const buttons = h("div", { class: "row buttons" }, mayAct() ? [pause, mark] : null, mute,
    mayAct() ? end : null);
  return {
    clock, banner, device,
    node: h("footer", { class: "session-foot" },
      h("p", { class: "pacing" }, rate, badge, follows), decision, buttons),
    chartBox(canvas) {
      name = t("session.strip");
      canvas.setAttribute("aria-label", name);
      return h("figure", { class: "strip-box" }, h("figcaption", {}, name), canvas,
        h("div", { class: "range", "aria-hidden": "true" }, range));
    },
    decide: ({ text }) => say(decision, text),
    show(message) {
      say(rate, message.rate == null ? "" : t("unit.rate", { n: number(message.rate, 1) }));
      say(badge, tOr(`pacing.${message.pacing}`, ""));
      badge.className = `badge ${message.pacing}`;
      say(follows, message.follows === "no" ? t("session.followsNot") : "");
      update();
    },
    update,
    tick(t, ends) {
      const { minutes } = live.session ?? {};
      const active = live.figures?.active ?? live.session?.active ?? 0;
      const passed = live.isPaused ? active
        : active + Math.max(0, t - (live.figures?.t ?? live.session?.t ?? t));
      say(clock, minutes == null ? clockTime(passed)
        : `${clockTime(Math.min(passed, 60 * minutes))} / ${clockTime(60 * minutes)}`);
      say(range[0], ends === null ? "" : number(ends.high));
      say(range[1], ends === null ? "" : number(ends.low));
    },
  };

  function update() {
    say(pause, t(live.isPaused ? "session.resume" : "session.pause"));
    const isSilent = sound.isBlocked || sound.level === 0;
    waves.setAttribute("d", isSilent ? speaker.cross : speaker.waves);
    mute.title = t(isSilent ? "session.soundOn" : "session.soundOff");
    mute.setAttribute("aria-label", mute.title);
    mute.hidden = !state.settings.sound;
    say(decision, live.decision ?? "");
    const charge = live.battery === null ? null : t("session.battery", { n: live.battery });
    say(device, [live.session?.name, charge].filter(Boolean).join(" · "));
    const stream = live.figures?.stream;
    const trouble = !live.isOpen ? t("session.reconnecting")
      : live.session?.source === "none" ? "" : tOr(`stream.${stream}`, "");
    say(banner, trouble);
    banner.hidden = trouble === "";
    for (const button of [pause, mark, end]) button.disabled = !live.isOpen;
  }

  async function toggleSound() {
    const isOff = sound.isBlocked || sound.level === 0;
    remember("muted", !isOff);
    takeSettings(state.settings);
    if (isOff) await sound.wake();
    else sound.silence();
    update();
  }
}

async function askMark() {
  const input = h("input", { type: "text", maxlength: 60, autofocus: true, value: "" });
  const answer = await ask(t("mark.title"), h("label", { class: "field" }, t("mark.label"), input), [
    { value: "yes", text: t("mark.yes"), kind: "primary" },
    { value: "no", text: t("cancel") },
  ]);
  if (answer === "yes") live.send({ type: "mark", label: input.value.trim() || t("mark.plain") });
}

async function askEnd() {
  const answer = await ask(t("end.title"), h("p", { class: "dim" }, t("end.text")), [
    { value: "end", text: t("end.keep"), kind: "primary" },
    { value: "stay", text: t("end.stay") },
    { value: "discard", text: t("end.discard"), kind: "quiet" },
  ]);
  if (answer === "end" || answer === "discard") live.send({ type: answer });
}
