// What a session came to.

import { aftermathBox } from "../core/aftermath.js";
import { api } from "../core/api.js";
import { chart } from "../core/chart.js";
import { ask } from "../core/dialog.js";
import { h, say } from "../core/dom.js";
import { replaceContent } from "../core/focus.js";
import { clockTime, dateTime, duration, nothing, number, percent, signed } from "../core/format.js";
import { t, tOr } from "../core/language.js";
import { latencyText } from "../core/latency.js";
import { attempt, notice } from "../core/notices.js";
import { resonanceNote, resonanceText } from "../core/resonance.js";
import { go } from "../core/router.js";
import { mayAct } from "../core/state.js";
import { texts } from "./text.js";

export const screen = {
  name: "summary",
  address: "/summary/:id",
  style: "/app/summary/style.css",
  texts,
  make,
};

/** How often a session that still runs is asked for; ms. */
const askEveryMs = 5000;

function make([id]) {
  const isFresh = history.state?.isFresh === true;
  // The heading is there from the beginning, and stays: it may have the focus.
  const about = h("p", { class: "dim" });
  const head = h("header", { class: "page-head" }, h("h1", {}, t("summary.title")), about);
  const body = h("div", {}, h("p", { class: "plain dim" }, t("loading")));
  let shown = null;
  let timer = 0;
  let isLeft = false;
  load();
  return {
    title: t("summary.title"),
    node: h("div", { class: "summary" }, head, aftermathBox(history.state?.end), body),
    leave() {
      isLeft = true;
      clearTimeout(timer);
    },
  };

  async function load() {
    const [found, refusal] = await api.session(id).then((found) => [found, null], (error) => [null, error]);
    if (isLeft) return;
    if (found !== null) show(found);
    // A session that runs is asked for again where the server does not answer, but not where it is gone.
    else if (shown === null || refusal.status === 404) return fail(refusal);
    if (shown.isRunning) timer = setTimeout(load, askEveryMs);
  }

  function show(found) {
    const isRunning = found.session.state === "running";
    say(about, describe(found.session));
    if (shown?.isRunning && isRunning) return shown.grow(found);
    const grown = growing(found);
    shown = { isRunning, grow: grown.update };
    replaceContent(body, ...[
      isFresh && mayAct() ? freshRow(found.session) : null,
      grown.node,
      mayAct() ? actions(found.session, isFresh) : null,
    ].filter(Boolean));
  }

  function fail({ message }) {
    replaceContent(body, h("p", { role: "alert" }, message));
  }
}

/** The parts that grow while a session runs; a part that a person uses stays as it is until they have done. */
function growing(found) {
  const parts = ({ session, previous, ...rest }) => [
    figures(session, previous),
    h("section", { class: "card charts" }, charts({ session, ...rest })),
    rest.marks.length + rest.decisions.length > 0 ? diary(rest) : "",
  ];
  const containers = parts(found).map((part) => h("div", {}, part));
  const isUsed = (container) => container.querySelector(":focus, details[open]") !== null;
  return {
    node: h("div", {}, containers),
    update: (newer) => parts(newer).forEach((part, number) => {
      if (!isUsed(containers[number])) containers[number].replaceChildren(part);
    }),
  };
}

function describe(session) {
  const led = session.preset ? tOr(`preset.${session.preset}`, session.preset) : tOr(`pacer.${session.pacer}`, session.pacer);
  const state = session.state === "ended" ? null : t(`state.${session.state}`);
  const source = tOr(`source.${session.source}`, session.source);
  const name = session.deviceName ? `${source} (${session.deviceName})` : source;
  const latency = latencyText(session.source, session.latency?.seconds, session.latency?.deviationSeconds);
  return [dateTime(session.startedAt), name, led, state, latency].filter(Boolean).join(" · ");
}

/** Right after the end: the session is kept; who does not want it says so here. */
function freshRow(session) {
  return h("div", { class: "row" },
    h("button", { type: "button", class: "primary", id: "save", onclick: () => {
      notice(t("summary.saved"));
      go("/");
    } }, t("summary.save")),
    h("button", { type: "button", id: "discard", onclick: () => forget(session, t("summary.discardAsk"), "/") },
      t("summary.discard")));
}

async function forget(session, question, then) {
  const choice = await ask(t("summary.deleteTitle"), h("p", {}, question), [
    { value: "no", text: t("cancel") },
    { value: "yes", text: t("summary.deleteYes"), kind: "danger" },
  ]);
  if (choice !== "yes") return;
  await attempt(async () => {
    await api.forget(session.id);
    notice(t("summary.deleted"));
    go(then, { replace: true });
  });
}

function figures(session, previous) {
  const change = (name, digits, unit, factor = 1) => {
    if (previous?.[name] == null || session[name] == null) return null;
    const text = `${signed(factor * (session[name] - previous[name]), digits)} ${unit}`;
    return t("summary.change", { change: text });
  };
  const peakAt = session.peakBreathsPerMinute == null ? null
    : t("summary.at", { rate: t("unit.rate", { n: number(session.peakBreathsPerMinute, 1) }) });
  return h("section", { "aria-label": t("summary.figures") }, h("dl", { class: "stats" },
    stat("resonance", resonanceText(session.resonance), resonanceNote(session.resonance),
      resonanceChange(session, previous)),
    stat("duration", duration(session.durationSeconds), t("summary.beats", { n: session.beatCount })),
    stat("averageHeartRate", [number(session.averageHeartRate), t("unit.bpm")],
      change("averageHeartRate", 0, t("unit.bpm"))),
    stat("averageRMSSD", [number(session.averageRMSSD), "ms"], change("averageRMSSD", 0, "ms")),
    stat("averageCoherence", percent(session.averageCoherence),
      change("averageCoherence", 0, t("unit.points"), 100)),
    stat("peakCoherence", percent(session.peakCoherence), peakAt,
      change("peakCoherence", 0, t("unit.points"), 100)),
    stat("corrected", number(session.correctedCount),
      session.gapCount > 0 ? t("summary.gaps", { n: session.gapCount }) : null)));
}

function resonanceChange(session, previous) {
  const [now, before] = [session, previous].map((each) => each?.resonance?.breathsPerMinute);
  if (now == null || before == null) return null;
  return t("summary.change", { change: t("unit.rate", { n: signed(now - before, 1) }) });
}

/** A figure: its value, alone or with its unit, and what is to be said of it. */
function stat(name, value, ...notes) {
  const [text, unit] = [value].flat();
  const tail = unit && text !== nothing ? h("span", { class: "unit" }, " ", unit) : null;
  const texts = notes.filter((note) => note);
  return h("div", { class: `stat ${name}` }, h("dt", {}, t(`figure.${name}`)),
    h("dd", { class: "number" }, text, tail),
    texts.map((text) => h("dd", { class: "dim small" }, text)));
}

function charts({ session, points, beats, curve }) {
  const end = Math.max(session.durationSeconds, points.at(-1)?.[0] ?? 0);
  const over = { x: "time", xText: clockTime, xName: t("chart.time"), from: 0, to: end };
  const line = (index, factor = 1) =>
    points.map((point) => [point[0], point[index] == null ? null : factor * point[index]]);
  return [
    rhythmChart(beats, over),
    chart({ ...over, title: t("figure.coherence"), unit: "%", low: 0, high: 100,
      series: [{ kind: "area", points: line(3, 100) }] }),
    chart({ ...over, title: t("figure.rmssd"), unit: "ms", low: 0,
      series: [{ kind: "area", points: line(2), tone: "blue" }] }),
    chart({ ...over, title: t("chart.rate"), unit: t("unit.rateName"), digits: 2, height: 130, minRange: 1,
      series: [{ kind: "line", points: line(4), tone: "gold" }] }),
    curve ? curveChart(curve, session.resonance) : null,
  ];
}

/** RR intervals, broken where beats are missing; what was corrected has a cross. */
function rhythmChart(beats, over) {
  const sound = [];
  let last = null;
  for (const [time, interval, artefact] of beats) {
    if (last !== null && time - last > interval / 1000 + 1.5) sound.push([(time + last) / 2, null]);
    if (artefact === null) sound.push([time, interval]);
    last = time;
  }
  const artefacts = beats.filter(([, , artefact]) => artefact !== null);
  const ofKind = Object.entries(Object.groupBy(artefacts, ([, , artefact]) => artefact));
  return chart({
    ...over, title: t("chart.rhythm"), unit: "ms", height: 190, minRange: 100, legend: true,
    note: artefacts.length === 0 ? t("chart.rhythmSound") : t("chart.rhythmFaults"),
    series: [
      { name: t("chart.beats"), kind: "line", points: sound },
      ...ofKind.map(([artefact, list]) => ({
        name: t("chart.fault", { kind: tOr(`fault.${artefact}`, artefact), n: list.length }),
        kind: "marks", tone: "red", points: list.map(([time, interval]) => [time, interval]),
      })),
    ],
  });
}

function curveChart(curve, resonance) {
  const hasRange = resonance?.low != null && resonance?.high != null;
  return chart({
    title: t("chart.curve"), note: t("chart.curveNote"), low: 0, digits: 2, hidesY: true, legend: true,
    xText: (rate) => t("unit.rate", { n: number(rate, 2) }), xName: t("chart.rate"),
    series: [{ name: t("chart.density"), kind: "shape", points: curve }],
    bands: hasRange ? [{ name: t("chart.range90"), from: resonance.low, to: resonance.high }] : [],
    rules: resonance?.breathsPerMinute != null
      ? [{ name: t("figure.resonance"), x: resonance.breathsPerMinute }] : [],
  });
}

/** Marks, and what the pacer decided, in the order of time. */
function diary({ marks, decisions }) {
  const rows = [
    ...marks.map(({ t: time, label }) => ({ time, text: label, isMark: true })),
    ...decisions.map(({ t: time, text }) => ({ time, text, isMark: false })),
  ].sort((a, b) => a.time - b.time);
  return h("section", { class: "card" }, h("h2", {}, t("summary.diary")),
    h("ol", { class: "diary" }, rows.map(({ time, text, isMark }) => h("li", {},
      h("span", { class: "number dim" }, clockTime(time)),
      h("span", {}, isMark ? h("b", {}, t("summary.mark"), ": ") : null, text)))));
}

function actions(session, isFresh) {
  const link = (format) => h("a", { class: "button", download: true, href: api.exportAddress(session.id, format) },
    t(`export.${format}`));
  const isRunning = session.state === "running";
  return h("section", { class: "card" }, h("h2", {}, t("export.title")),
    h("div", { class: "row" }, ["csv", "json", "rr"].map(link)),
    isFresh || isRunning ? null : h("div", { class: "row" },
      h("button", { type: "button", class: "quiet danger", id: "delete",
        onclick: () => forget(session, t("summary.deleteAsk"), "/history") }, t("summary.delete"))));
}
