// What stands around the bloom of a running session: device, clock, rate, buttons, and what is wrong.

import { ask } from "../core/dialog.js";
import { h, s, say } from "../core/dom.js";
import { clockTime, number } from "../core/format.js";
import { t, tOr } from "../core/language.js";
import { latencyText } from "../core/latency.js";
import { live } from "../core/live.js";
import { remember } from "../core/local.js";
import { sound } from "../core/sound.js";
import { mayAct, state, applySettings } from "../core/state.js";
import { deviceSelect } from "./device.js";

const speaker = {
  box: "M4 10v4h4l5 4V6L8 10z",
  waves: "M16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11",
  cross: "M17 10l4 4m0-4l-4 4",
};

/** Its parts, which the session arranges. */
export function footer() {
  const clock = h("p", { class: "clock", role: "timer" });
  const rate = h("span", { class: "rate" });
  const badge = h("span", { class: "badge" });
  const follows = h("span", { class: "dim small" });
  const decision = h("p", { class: "decision dim small" });
  const banner = h("div", { class: "banner", role: "status", hidden: true });
  let shownTroubles = "";
  const sensor = h("p", { class: "sensor dim small" });
  const choice = deviceSelect();
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
    clock, banner, device: h("div", { class: "device" }, choice.node, sensor),
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
    choice.update();
    // The name is among the choices, where there are several.
    const called = choice.node.hidden ? live.session?.name : null;
    say(sensor, [called, charge, live.session?.ecg ? t("session.ecg") : null, latency()].filter(Boolean).join(" · "));
    // Where there is little space the line is cut.
    if (sensor.title !== sensor.textContent) sensor.title = sensor.textContent;
    warn();
    for (const button of [pause, mark, end]) button.disabled = !live.isOpen;
  }

  /** Latency of the beats; null until this session's own beats took part in its estimate. */
  function latency() {
    const { latency, latencyDeviation, latencyMeasured } = live.figures ?? {};
    return latencyMeasured ? latencyText(live.session?.source, latency, latencyDeviation) : null;
  }

  /** A lost line counts before everything else: what is known of the rest is old. */
  function warn() {
    const stream = live.session?.source === "none" ? "" : tOr(`stream.${live.figures?.stream}`, "");
    const lines = live.isOpen ? [stream, live.error] : [t("session.reconnecting")];
    const troubles = lines.filter(Boolean);
    if (troubles.join("\n") === shownTroubles) return;
    shownTroubles = troubles.join("\n");
    banner.replaceChildren(...troubles.map((text) => h("p", {}, text)));
    banner.hidden = troubles.length === 0;
  }

  async function toggleSound() {
    const isOff = sound.isBlocked || sound.level === 0;
    remember("muted", !isOff);
    applySettings(state.settings);
    if (isOff) await sound.wake();
    else sound.silence();
    update();
  }
}

async function askMark() {
  const input = h("input", { type: "text", maxlength: 60, autofocus: true, value: "" });
  const choice = await ask(t("mark.title"), h("label", { class: "field" }, t("mark.label"), input), [
    { value: "yes", text: t("mark.yes"), kind: "primary" },
    { value: "no", text: t("cancel") },
  ]);
  if (choice === "yes") live.send({ type: "mark", label: input.value.trim() || t("mark.plain") });
}

async function askEnd() {
  const choice = await ask(t("end.title"), h("p", { class: "dim" }, t("end.text")), [
    { value: "end", text: t("end.keep"), kind: "primary" },
    { value: "stay", text: t("end.stay") },
    { value: "discard", text: t("end.discard"), kind: "quiet" },
  ]);
  if (choice === "end" || choice === "discard") live.send({ type: choice });
}
