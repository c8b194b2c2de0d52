// Home: begin, the last session, the trend.

import { aftermathBox, endOf } from "../core/aftermath.js";
import { api } from "../core/api.js";
import { beginPanel } from "../core/begin.js";
import { drawBloom } from "../core/bloom.js";
import { fit } from "../core/canvas.js";
import { chart } from "../core/chart.js";
import { h } from "../core/dom.js";
import { replaceContent } from "../core/focus.js";
import { dateTime, duration, number, percent, shortDay } from "../core/format.js";
import { t } from "../core/language.js";
import { live } from "../core/live.js";
import { attempt } from "../core/notices.js";
import { makePracticeLine } from "../core/practice-line.js";
import { resonanceText } from "../core/resonance.js";
import { state } from "../core/state.js";
import { makeStreaks } from "../core/streaks.js";
import { texts } from "./text.js";

export const screen = {
  name: "home",
  address: "/",
  icon: "M3 11 12 4l9 7v9h-6v-6H9v6H3z",
  style: "/app/home/style.css",
  texts,
  make,
};

function make() {
  const canvas = h("canvas", { class: "emblem", "aria-hidden": "true" });
  const release = fit(canvas, () =>
    drawBloom(canvas, { expansion: 0.85, coherence: 0.75, petals: state.settings.petals }));
  const start = h("div", {});
  const cards = h("div", { class: "cards" });
  const aftermath = h("div", {});
  const line = makePracticeLine({ isLink: true });
  const streaks = makeStreaks({ link: h("a", { href: "/calendar" }, t("streak.calendar")) });
  const showEnd = (end) => aftermath.replaceChildren(aftermathBox(end) ?? "");
  let isRunning = null;
  const follow = () => {
    if (!live.isKnown && isRunning === null && state.info.running) return;
    if (isRunning === (live.session !== null)) return;
    isRunning = live.session !== null;
    replaceContent(start, isRunning ? runningPanel() : beginPanel());
  };
  const load = () => attempt(api.home).then((home) => home && fillCards(cards, home));
  const ends = [release, line.leave, streaks.leave, live.on("change", follow), live.on("ended", (message) => {
    showEnd(endOf(message));
    load();
  })];
  showEnd(history.state?.end);
  follow();
  load();
  return {
    title: t("title"),
    node: h("div", { class: "home" },
      h("section", { class: "hero" }, canvas, h("h1", {}, t("title")),
        h("p", { class: "dim" }, t("home.line")), aftermath, line.node, start),
      streaks.node, cards),
    leave: () => ends.forEach((end) => end()),
  };
}

function runningPanel() {
  return h("div", { class: "begin" },
    h("a", { class: "button primary large", href: "/session" }, t("home.watch")),
    h("p", { class: "dim small" }, t("home.running")));
}

function fillCards(cards, home) {
  if (home.last === null) {
    cards.replaceChildren(h("section", { class: "card empty" }, h("p", {}, t("sessions.none")),
      h("p", { class: "dim" }, t("sessions.noneHint"))));
    return;
  }
  cards.replaceChildren(lastCard(home.last), trendCard(home.trend));
}

function lastCard(last) {
  const row = (name, value) => [h("dt", {}, name), h("dd", {}, value)];
  return h("section", { class: "card" },
    h("h2", {}, t("home.last")),
    h("p", {}, h("a", { href: `/summary/${last.id}` }, dateTime(last.startedAt)), " ",
      h("span", { class: "dim" }, "· ", duration(last.durationSeconds))),
    h("dl", { class: "pairs" },
      row(t("figure.resonance"), resonanceText(last.resonance)),
      row(t("figure.averageCoherence"), percent(last.averageCoherence)),
      row(t("figure.peakCoherence"), percent(last.peakCoherence)),
      row(t("figure.averageRMSSD"), last.averageRMSSD == null
        ? number(null) : t("unit.ms", { n: number(last.averageRMSSD) }))));
}

function trendCard(trend) {
  const days = trend.map((each) => Date.parse(each.startedAt));
  const line = (name) => trend
    .map((each, index) => [days[index], each[name]]).filter(([, value]) => value != null);
  return h("section", { class: "card" },
    h("h2", {}, t("home.trend", { n: trend.length })),
    chart({
      title: t("figure.averageRMSSD"), unit: "ms", height: 120, x: "days", table: false,
      xText: shortDay, minRange: 10, series: [{ tone: "blue", kind: "dotted", points: line("averageRMSSD") }],
    }),
    chart({
      title: t("figure.averageCoherence"), unit: "%", height: 120, x: "days", table: false, low: 0, high: 100,
      xText: shortDay, 
      series: [{ kind: "dotted", points: line("averageCoherence").map(([x, y]) => [x, 100 * y]) }],
    }));
}
