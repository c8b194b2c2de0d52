// This week or month and the one before, each figure beside the person's own range.

import { api } from "../core/api.js";
import { today } from "../core/days.js";
import { h } from "../core/dom.js";
import { monthName, number, wholeDay } from "../core/format.js";
import { t } from "../core/language.js";
import { recall, remember } from "../core/local.js";
import { attempt } from "../core/notices.js";

const periods = [["week", "health.byWeek"], ["month", "health.byMonth"]];

/** By the name that the server uses: its text, its unit, and what a value is divided by. */
const figures = {
  sleep_s: { name: "health.sleep", unit: "h", size: 3600 },
  resting_hr_bpm: { name: "health.restingHR", unit: "/min", size: 1 },
  respiratory_rate: { name: "health.respiratory", unit: "/min", size: 1 },
  practice_s: { name: "health.practice", unit: "min", size: 60 },
  breathing_s: { name: "health.breathing", unit: "min", size: 60 },
};

export function makeReview() {
  const card = h("section", { class: "card review" });
  let serial = 0;
  const load = async (by) => {
    remember("health-review", by);
    const own = ++serial;
    const found = await attempt(() => api.healthReview(by, today()));
    if (found && own === serial) draw(found.reviews, by);
  };
  load(recall("health-review", "week"));
  return { node: card, reload: () => load(recall("health-review", "week")) };

  function draw(reviews, by) {
    const choice = ([value, key]) => h("label", { class: "segment" },
      h("input", { type: "radio", name: "health-review", value, checked: value === by, onchange: async () => {
        await load(value);
        card.querySelector("input:checked")?.focus();
      } }),
      h("span", {}, t(key)));
    card.replaceChildren(
      h("div", { class: "card-head" }, h("h2", {}, t("health.review")),
        h("fieldset", { class: "segments" }, h("legend", { class: "hidden" }, t("health.reviewBy")),
          periods.map(choice))),
      ...reviews.flatMap((review) => periodNodes(review, by)), h("p", { class: "dim small" }, t("health.rangeHint")));
  }
}

function periodNodes({ first, last, lastCounted, dayCount, figures: found }, by) {
  const name = by === "month" ? monthName(first.slice(0, 7))
    : t("health.weekFrom", { first: wholeDay(first), last: wholeDay(last) });
  const title = lastCounted < last ? t("health.periodOpen", { name }) : name;
  return [
    h("h3", {}, title),
    h("div", { class: "scroll-x", tabindex: 0, role: "region", "aria-label": title },
      h("table", { class: "splits" },
        h("thead", {}, h("tr", {}, ["figure", "days", "median", "ownRange", "position", "missing"].map((key) =>
          h("th", { scope: "col" }, t(`health.${key}`))))),
        h("tbody", {}, found.map((figure) => row(figure, dayCount))))),
  ];
}

function row({ name, dayCount, median, low, high, position, missing }, days) {
  const { name: title, unit, size } = figures[name];
  const value = (raw) => number(raw / size, 1);
  const lacks = Object.entries(missing).map(([reason, n]) => t(`health.lack.${reason}`, { n }));
  return h("tr", {},
    h("th", { scope: "row" }, t(title)),
    h("td", {}, t("health.of", { n: dayCount, days })),
    h("td", {}, median === undefined ? t("health.tooFewDays") : `${value(median)} ${unit}`),
    h("td", {}, low === undefined ? t("health.tooFewDays")
      : `${t("health.range", { low: value(low), high: value(high) })} ${unit}`),
    h("td", {}, position === undefined ? "–" : t(`health.${position}`)),
    h("td", {}, lacks.join(", ")));
}
