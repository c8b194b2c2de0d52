// One night: its stages over time, what each source said, the beats, and the sessions before it.

import { api } from "../core/api.js";
import { chart } from "../core/chart.js";
import { detailScreen } from "../core/detail.js";
import { h, s } from "../core/dom.js";
import { factList } from "../core/facts.js";
import { t } from "../core/language.js";
import { texts } from "./text.js";

export const screen = {
  name: "night",
  address: "/night/:date",
  style: "/app/health/style.css",
  texts,
  make,
};

/** From the top down. */
const rows = ["awake", "rem", "core", "deep", "unspecified", "in_bed"];
const rowHeight = 22;

function make([date]) {
  return detailScreen({
    name: "night", title: "night.title", home: "/health", back: "night.back", load: () => api.healthNight(date), parts,
  });
}

function parts({ facts, segments, sources, stretches, naps, sessions, offsetMinutes }) {
  const clock = (ms) => new Date(ms + 60000 * offsetMinutes).toISOString().slice(11, 16);
  return [
    factList(facts),
    segments.length === 0 ? null : h("section", { class: "card" }, h("h2", {}, t("night.stages")),
      hypnogram(segments, segments, clock, t("night.stages"))),
    sources.length < 2 ? null : h("section", { class: "card" }, h("h2", {}, t("night.sources")),
      sources.map(({ name, segments: own }) => h("div", { class: "source" }, h("h3", {}, name),
        hypnogram(own, segments, clock, name)))),
    stretches.length === 0 ? null : h("section", { class: "card" }, chart({
      title: t("night.rmssd"), unit: "ms", x: "plain", height: 140, minRange: 10, xText: clock, xName: t("night.time"),
      series: [{ kind: "dotted", points: stretches, tone: "blue" }],
    })),
    naps.length === 0 ? null : h("section", { class: "card" }, h("h2", {}, t("night.naps")),
      h("ul", { class: "notes" }, naps.map((text) => h("li", {}, text)))),
    h("section", { class: "card" }, h("h2", {}, t("night.before")),
      sessions.length === 0 ? h("p", { class: "dim" }, t("night.noSession"))
        : h("ul", { class: "notes" }, sessions.map(({ address, text }) =>
          h("li", {}, h("a", { href: address }, text))))),
  ].filter(Boolean);
}

/** Stages as rows over time, between the first and the last moment of all segments. */
function hypnogram(segments, all, clock, title) {
  const used = rows.filter((stage) => segments.some((each) => each.stage === stage));
  const both = [...all, ...segments];
  const from = both.reduce((first, each) => Math.min(first, each.from), Infinity);
  const to = both.reduce((last, each) => Math.max(last, each.to), -Infinity);
  const height = used.length * rowHeight;
  const across = (ms) => 1000 * (ms - from) / (to - from);
  const spoken = segments.map(({ stage, from: start, to: end }) =>
    `${t(`night.stage.${stage}`)} ${clock(start)}–${clock(end)}`).join(", ");
  const svg = s("svg", { class: "hypnogram", height, viewBox: `0 0 1000 ${height}`, preserveAspectRatio: "none", role: "img",
    "aria-label": `${title}: ${spoken}` },
  segments.map(({ stage, from: start, to: end }) => s("rect", { class: `stage ${stage}`, x: across(start),
    y: used.indexOf(stage) * rowHeight + 3, width: Math.max(1, across(end) - across(start)), height: rowHeight - 6 })));
  return h("div", { class: "hypno" },
    h("ul", { class: "hypno-rows dim small", "aria-hidden": "true" }, used.map((stage) =>
      h("li", {}, t(`night.stage.${stage}`)))),
    h("div", {}, svg, h("p", { class: "hypno-times dim small number", "aria-hidden": "true" },
      h("span", {}, clock(from)), h("span", {}, clock(to)))));
}
