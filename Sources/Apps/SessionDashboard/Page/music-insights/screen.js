// What the plays have shown: effects of songs, times of listening, the energy of the week.

import { api } from "../core/api.js";
import { h } from "../core/dom.js";
import { replaceContent } from "../core/focus.js";
import { dateTime, number, percent, signed, weekday } from "../core/format.js";
import { t } from "../core/language.js";
import { musicHead, musicTable } from "../core/music-views.js";
import { mayAct } from "../core/state.js";
import { texts } from "./text.js";

export const screen = {
  name: "music-insights",
  address: "/music/insights",
  isForOwners: true,
  style: "/app/music/style.css",
  texts,
  make,
};

const numbers = (...keys) => keys.map((key) => ({ key, isNumber: true }));

function make() {
  const container = h("div", {}, h("p", { class: "plain dim" }, t(mayAct() ? "loading" : "music.viewOnly")));
  if (mayAct()) load();
  return {
    title: t("music.insights"),
    node: h("div", { class: "music" }, musicHead(t("music.insights"), "insights"), container),
  };

  async function load() {
    try {
      const insights = await api.musicInsights();
      const shown = insights.plays === 0 && insights.effects.length === 0
        ? [h("p", { class: "card" }, t("music.noPlays"))] : [effects(insights), listenings(insights)];
      replaceContent(container, ...shown, week(insights));
    } catch (error) {
      replaceContent(container, h("p", { class: "card", role: "alert" }, error.message));
    }
  }
}

function effects({ effects: songs }) {
  return h("section", { class: "card" }, h("h2", {}, t("music.effects")),
    h("p", { class: "dim small" }, t("music.effectsText")),
    musicTable(t("music.effects"), [{ key: "title" }, { key: "artist" }, ...numbers("plays", "calm", "energy", "focus", "change")],
      songs.map((song) => [
        song.title, song.artist ?? "", number(song.count), number(song.calm, 2), number(song.energy, 2), number(song.focus, 2),
        song.change === undefined ? t("music.changeNone", { n: number(song.changeCount) })
          : t("music.changeOf", { mean: signed(song.change, 1), error: number(song.changeError, 1), n: number(song.changeCount) }),
      ])));
}

function listenings({ listenings: times }) {
  return h("section", { class: "card" }, h("h2", {}, t("music.listenings")),
    musicTable(t("music.listenings"),
      [{ key: "when" }, ...numbers("minutes", "plays", "skips", "heard", "quality", "sleep")],
      times.map((time) => [
        dateTime(time.startedAt), number(time.minutes), number(time.plays), number(time.skips), percent(time.heard),
        percent(time.quality), percent(time.sleep),
      ])));
}

/** A row a weekday, a cell an hour; 2026-06-01 is a Monday. */
function week({ week: hours }) {
  const found = new Map(hours.map((each) => [24 * each.weekday + each.hour, each]));
  const cell = (day, hour) => {
    const one = found.get(24 * day + hour);
    if (!one) return h("td", {}, h("span", { class: "hidden" }, "–"));
    const node = h("td", { title: percent(one.energy) }, h("span", { class: "hidden" }, percent(one.energy)));
    node.style.background = `rgb(45 212 191 / ${(0.15 + 0.85 * one.energy).toFixed(2)})`;
    return node;
  };
  return h("section", { class: "card" }, h("h2", {}, t("music.week")), h("p", { class: "dim small" }, t("music.weekText")),
    hours.length === 0 ? h("p", {}, t("music.weekNone")) : h("div", { class: "scroll-x", tabindex: "0", role: "region",
      "aria-label": t("music.week") }, h("table", { class: "week" }, h("caption", { class: "hidden" }, t("music.week")),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("music.column.day")),
        [...Array(24).keys()].map((hour) => h("th", { scope: "col" }, hour % 6 === 0 ? String(hour) : h("span", { class: "hidden" }, String(hour)))))),
      h("tbody", {}, [1, 2, 3, 4, 5, 6, 7].map((day) => h("tr", {},
        h("th", { scope: "row" }, weekday(`2026-06-0${day}`, "short")), [...Array(24).keys()].map((hour) => cell(day, hour))))))));
}
