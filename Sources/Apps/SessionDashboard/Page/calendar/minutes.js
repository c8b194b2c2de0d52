// How much was practised, by day, week or month.

import { api } from "../core/api.js";
import { chart } from "../core/chart.js";
import { h } from "../core/dom.js";
import { monthName, shortDay } from "../core/format.js";
import { t } from "../core/language.js";
import { recall, remember } from "../core/local.js";
import { attempt } from "../core/notices.js";

const periods = ["day", "week", "month"];
const tones = { mindful: "", workout: "gold" };
const dayMs = 86_400_000;
const lengthMs = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs };

/** Gives {node, load}. */
export function makeMinutes() {
  const node = h("section", { class: "card minutes-card", "aria-labelledby": "minutes-title" });
  let serial = 0;
  load();
  return { node, load };

  async function load() {
    const own = ++serial;
    const by = recall("practice-period", "week");
    const found = await attempt(() => api.practiceMinutes(by));
    if (found && own === serial) draw(found);
  }

  function draw({ by, totals }) {
    const choice = (value) => h("label", { class: "segment" },
      h("input", { type: "radio", name: "period", value, checked: value === by, onchange: async () => {
        remember("practice-period", value);
        await load();
        node.querySelector("[name=period]:checked")?.focus();
      } }), h("span", {}, t(`calendar.by.${value}`)));
    const shown = ["mindful", "workout"].filter((measure) => totals.some((each) => each[`${measure}Seconds`] > 0));
    node.replaceChildren(
      h("div", { class: "card-head" }, h("h2", { id: "minutes-title" }, t("calendar.sums")),
        h("fieldset", { class: "segments" }, h("legend", { class: "hidden" }, t("calendar.period")), periods.map(choice))),
      shown.length === 0 ? h("p", { class: "dim" }, t("calendar.noSums"))
        : h("div", { class: "pair" }, shown.map((measure) => sums(measure, by, totals))));
  }
}

function sums(measure, by, totals) {
  // Noon is of the same day in every zone.
  const points = totals.map((each) => [Date.parse(`${each.first}T12:00`), each[`${measure}Seconds`] / 60]);
  const half = lengthMs[by] / 2;
  const word = (ms) => (by === "month" ? monthName(monthOf(ms)) : shortDay(ms));
  return chart({
    title: t(`measure.${measure}`), unit: t("calendar.minutesUnit"), low: 0, height: 140, x: "days", xText: word,
    xName: t(`calendar.by.${by}`), from: points[0][0] - half, to: points.at(-1)[0] + half,
    series: [{ kind: "bars", tone: tones[measure], points }],
  });
}

function monthOf(ms) {
  const date = new Date(ms);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}`;
}
