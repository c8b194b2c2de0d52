// Every session that was kept, and where they lead.

import { api } from "../core/api.js";
import { chart } from "../core/chart.js";
import { h } from "../core/dom.js";
import { dateTime, duration, percent, shortDay } from "../core/format.js";
import { t, tOr } from "../core/language.js";
import { recall, remember } from "../core/local.js";
import { attempt } from "../core/notices.js";
import { resonanceText } from "../core/resonance.js";
import { go } from "../core/router.js";
import { texts } from "./text.js";

export const screen = {
  name: "history",
  address: "/history",
  icon: "M4 20V10h4v10zm6 0V4h4v16zm6 0v-7h4v7z",
  style: "/app/history/style.css",
  texts,
  make,
};

const pageSize = 50;
const spans = [7, 30, 90];

/** The filter is part of the address: it survives the back button. */
function filterOfAddress() {
  const query = new URLSearchParams(location.search);
  return { from: query.get("from") ?? "", to: query.get("to") ?? "", apart: query.get("apart") ?? "0" };
}

function make() {
  const filter = filterOfAddress();
  const list = h("ol", { class: "sessions" });
  const foot = h("div", { class: "row" });
  const count = h("p", { class: "dim small", role: "status" });
  const trend = h("section", { class: "card trend", hidden: filter.apart === "1" });
  const isFiltered = filter.from !== "" || filter.to !== "";
  load(null);
  if (filter.apart !== "1") showTrend(trend, recall("trend-days", 30));
  return {
    title: t("history.title"),
    node: h("div", { class: "history" },
      h("header", { class: "page-head" }, h("h1", {}, t("history.title"))),
      trend, filterForm(filter), count, list, foot),
  };

  async function load(before) {
    const page = await attempt(() => api.sessions({ ...filter, before, limit: pageSize }));
    if (!page) return;
    list.append(...page.sessions.map(entry));
    count.textContent = page.total === 0 ? "" : t("history.count", { n: page.total });
    if (page.total === 0) list.replaceChildren(emptyEntry(isFiltered, filter.apart));
    foot.replaceChildren();
    if (page.next !== null) {
      foot.append(h("button", { type: "button", onclick: () => load(page.next) }, t("history.more")));
    }
  }
}

function emptyEntry(isFiltered, excluded) {
  const kind = isFiltered ? "history.emptyDates" : excluded === "1" ? "history.emptyApart" : "sessions.none";
  return h("li", { class: "card empty" }, h("p", {}, t(kind)),
    kind === "sessions.none" ? h("p", { class: "dim" }, t("sessions.noneHint")) : null);
}

function entry(session) {
  const badge = session.state === "ended" ? null : h("span", { class: `badge ${session.state}` },
    t(`state.${session.state}`));
  return h("li", {}, h("a", { class: "session-link", href: `/summary/${session.id}` },
    h("span", { class: "when" }, dateTime(session.startedAt), badge),
    h("span", { class: "dim small" }, duration(session.durationSeconds), " · ",
      tOr(`source.${session.source}`, session.source)),
    h("span", { class: "cell" }, h("span", { class: "dim small" }, t("figure.coherence")), " ",
      h("span", { class: "number" }, percent(session.averageCoherence))),
    h("span", { class: "cell" }, h("span", { class: "dim small" }, t("figure.resonance")), " ",
      h("span", { class: "number" }, resonanceText(session.resonance)))));
}

function filterForm(filter) {
  const change = (name) => (event) => {
    const query = new URLSearchParams(
      Object.entries({ ...filter, [name]: event.target.value })
        .filter(([key, value]) => value !== "" && !(key === "apart" && value === "0")));
    go("/history" + (query.size > 0 ? `?${query}` : ""), { replace: true });
    document.querySelector(`[name=${name}]:is([type=date], :checked)`)?.focus();
  };
  const day = (name) => h("label", { class: "field" }, t(`history.${name}`),
    h("input", { type: "date", name, value: filter[name], onchange: change(name) }));
  const kind = (value) => h("label", { class: "segment" },
    h("input", { type: "radio", name: "apart", value, checked: filter.apart === value, onchange: change("apart") }),
    h("span", {}, t(`history.apart${value}`)));
  return h("form", { class: "filter", onsubmit: (event) => event.preventDefault() },
    h("fieldset", { class: "segments" }, h("legend", { class: "hidden" }, t("history.kind")), kind("0"), kind("1")),
    h("div", { class: "dates" }, day("from"), day("to"),
      filter.from + filter.to === "" ? null : h("a", { class: "quiet", href: "/history" }, t("history.all"))));
}

async function showTrend(card, days) {
  remember("trend-days", days);
  const found = await attempt(() => api.trends(days));
  if (!found) return;
  const { trend } = found;
  const line = (name, factor = 1) => trend.filter((each) => each[name] != null)
    .map((each) => [Date.parse(each.startedAt), factor * each[name]]);
  const over = { x: "days", xText: shortDay, xName: t("chart.day"), height: 120 };
  const choice = (value) => h("label", { class: "segment" },
    h("input", { type: "radio", name: "days", value, checked: value === days, onchange: async () => {
      await showTrend(card, value);
      card.querySelector("input:checked")?.focus();
    } }),
    h("span", {}, t("history.days", { n: value })));
  card.replaceChildren(
    h("div", { class: "card-head" }, h("h2", {}, t("history.trend")),
      h("fieldset", { class: "segments" }, h("legend", { class: "hidden" }, t("history.trendSpan")),
        spans.map(choice))),
    h("div", { class: "pair" },
      chart({ ...over, title: t("figure.averageRMSSD"), unit: "ms", minRange: 10,
        series: [{ kind: "dotted", points: line("averageRMSSD"), tone: "blue" }] }),
      chart({ ...over, title: t("figure.averageCoherence"), unit: "%", low: 0, high: 100,
        series: [{ kind: "dotted", points: line("averageCoherence", 100) }] })),
    h("details", { class: "more" }, h("summary", {}, t("history.moreTrends")), h("div", { class: "pair" },
      chart({ ...over, title: t("figure.resonance"), unit: t("unit.rateName"), digits: 1, minRange: 1,
        series: [{ kind: "dotted", points: line("resonance"), tone: "gold" }] }),
      chart({ ...over, title: t("figure.averageHeartRate"), unit: t("unit.bpm"), minRange: 10,
        series: [{ kind: "dotted", points: line("averageHeartRate"), tone: "red" }] }))));
}
