// Where the nights lead, and what a breathing session before them goes with.

import { api } from "../core/api.js";
import { chart } from "../core/chart.js";
import { h } from "../core/dom.js";
import { number, shortDay, signed } from "../core/format.js";
import { t } from "../core/language.js";
import { recall, remember } from "../core/local.js";
import { attempt } from "../core/notices.js";
import { today } from "../core/days.js";

const spans = [7, 30, 90];

export function makeTrends() {
  const card = h("section", { class: "card trend" });
  let serial = 0;
  load(recall("health-trend-days", 30));
  return { node: card, reload: () => load(recall("health-trend-days", 30)) };

  async function load(days) {
    remember("health-trend-days", days);
    const own = ++serial;
    const found = await attempt(() => api.healthTrends(days, today()));
    if (found && own === serial) draw(found, days);
  }

  function draw({ rmssd, resting, sleep, comparisons }, days) {
    const over = { x: "days", xText: shortDay, xName: t("health.day"), height: 120 };
    const choice = (value) => h("label", { class: "segment" },
      h("input", { type: "radio", name: "health-days", value, checked: value === days, onchange: async () => {
        await load(value);
        card.querySelector("input:checked")?.focus();
      } }),
      h("span", {}, t("health.spanDays", { n: value })));
    card.replaceChildren(
      h("div", { class: "card-head" }, h("h2", {}, t("health.trends")),
        h("fieldset", { class: "segments" }, h("legend", { class: "hidden" }, t("health.span")), spans.map(choice))),
      h("div", { class: "pair" },
        chart({ ...over, title: t("health.nightRMSSD"), unit: "ms", minRange: 10,
          series: [{ kind: "dotted", points: rmssd, tone: "blue" }] }),
        chart({ ...over, title: t("health.restingHR"), unit: t("unit.bpm"), minRange: 10,
          series: [{ kind: "dotted", points: resting, tone: "red" }] }),
        chart({ ...over, title: t("health.sleep"), unit: "h", digits: 1, minRange: 2,
          series: [{ kind: "dotted", points: sleep, tone: "gold" }] })),
      h("h3", {}, t("health.breathingBefore")), comparisonTable(comparisons));
  }
}

function comparisonTable(comparisons) {
  const known = comparisons.filter(({ difference }) => difference !== null);
  if (known.length === 0) {
    return h("p", { class: "dim small" }, t("health.tooFewNights"));
  }
  return h("div", { class: "scroll-x", tabindex: 0, role: "region", "aria-label": t("health.breathingBefore") },
    h("table", { class: "splits" },
      h("thead", {}, h("tr", {}, ["health.figure", "health.with", "health.without", "health.difference"].map((key) =>
        h("th", { scope: "col" }, t(key))))),
      h("tbody", {}, known.map(({ name, unit, digits, withMedian, withCount, withoutMedian, withoutCount, difference,
        low, high }) => h("tr", {},
        h("th", { scope: "row" }, t(`health.${name}`)),
        h("td", {}, t("health.medianOf", { value: `${number(withMedian, digits)} ${unit}`, n: withCount })),
        h("td", {}, t("health.medianOf", { value: `${number(withoutMedian, digits)} ${unit}`, n: withoutCount })),
        h("td", {}, t("health.between", { value: `${signed(difference, digits)} ${unit}`,
          low: signed(low, digits), high: signed(high, digits) })))))));
}
