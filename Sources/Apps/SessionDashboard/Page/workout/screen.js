// One workout: its figures, the heart rate, every chain of splits, the sources.

import { api } from "../core/api.js";
import { chart } from "../core/chart.js";
import { h, say } from "../core/dom.js";
import { replaceContent } from "../core/focus.js";
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
  const heading = h("h1", {}, t("workout.title"));
  const about = h("p", { class: "dim" });
  const body = h("div", {}, h("p", { class: "plain dim" }, t("loading")));
  load();
  return {
    title: t("workout.title"),
    node: h("div", { class: "workout" }, h("header", { class: "page-head" }, heading, about), body,
      h("p", {}, h("a", { href: "/health" }, t("workout.back")))),
  };

  async function load() {
    try {
      const found = await api.healthWorkout(id);
      say(heading, found.title);
      say(about, found.about);
      document.title = found.title;
      replaceContent(body, ...parts(found));
    } catch ({ message }) {
      replaceContent(body, h("p", { role: "alert" }, message),
        h("button", { type: "button", onclick: load }, t("workout.again")));
    }
  }
}

function parts({ facts, heartRate, chains, sources }) {
  return [
    factList(facts),
    heartRate.points.length === 0 ? null : h("section", { class: "card" }, chart({
      title: t("figure.hr"), unit: t("unit.bpm"), x: "time", xText: clockTime, xName: t("workout.time"), least: 20,
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
