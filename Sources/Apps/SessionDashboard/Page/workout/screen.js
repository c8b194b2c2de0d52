// One workout: its figures, the heart rate, every chain of splits, the sources.

import { api } from "../core/api.js";
import { chart } from "../core/chart.js";
import { detailScreen } from "../core/detail.js";
import { h } from "../core/dom.js";
import { clockTime } from "../core/format.js";
import { t } from "../core/language.js";
import { factList } from "../core/facts.js";
import { texts } from "./text.js";

export const screen = {
  name: "workout",
  address: "/workout/:id",
  style: "/app/health/style.css",
  texts,
  make,
};

function make([id]) {
  return detailScreen({
    name: "workout", title: "workout.title", home: "/health", back: "workout.back", load: () => api.healthWorkout(id), parts,
  });
}

function parts({ facts, heartRate, chains, sources }) {
  return [
    factList(facts),
    heartRate.points.length === 0 ? null : h("section", { class: "card" }, chart({
      title: t("figure.hr"), unit: t("unit.bpm"), x: "time", xText: clockTime, xName: t("workout.time"), minRange: 20,
      series: [
        { name: t("figure.hr"), kind: "line", points: heartRate.points, tone: "red" },
        { name: t("workout.highest"), kind: "marks", points: heartRate.highest },
      ],
      bands: heartRate.pauses.map(([from, to]) => ({ from, to, name: t("workout.pause") })).slice(0, 1)
        .concat(heartRate.pauses.slice(1).map(([from, to]) => ({ from, to }))),
    })),
    ...chains.map(chainTable),
    h("section", { class: "card" }, h("h2", {}, t("workout.sources")),
      h("ul", { class: "notes" }, sources.map((source) => h("li", {}, source)))),
  ].filter(Boolean);
}

function chainTable({ title, columns, rows }) {
  return h("section", { class: "card" }, h("h2", {}, title),
    h("div", { class: "scroll-x", tabindex: 0, role: "region", "aria-label": title },
      h("table", { class: "splits" },
        h("thead", {}, h("tr", {}, columns.map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, rows.map(([first, ...rest]) => h("tr", {}, h("th", { scope: "row" }, first),
          rest.map((text) => h("td", {}, text))))))));
}
