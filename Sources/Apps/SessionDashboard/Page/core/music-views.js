// The links between the views of music, and their heading.

import { h } from "./dom.js";
import { number } from "./format.js";
import { t } from "./language.js";
import { mayAct } from "./state.js";

const views = [
  { key: "now", address: "/music" },
  { key: "playlists", address: "/music/playlists" },
  { key: "insights", address: "/music/insights", isForOwners: true },
  { key: "settings", address: "/music/settings", isForOwners: true },
  { key: "debug", address: "/music/debug", isForOwners: true },
];

/** The heading of a view, and the links to the others. */
export function musicHead(title, here) {
  return h("header", { class: "page-head music-head" }, h("h1", {}, title),
    h("nav", { class: "views", "aria-label": t("music.views") },
      views.filter(({ isForOwners }) => mayAct() || !isForOwners).map(({ key, address }) =>
        h("a", { href: address, "aria-current": key === here ? "page" : null }, t(`music.${key}`)))));
}

/** A table whose first column names the row; `columns`: [{key, isNumber}], `rows`: lists of texts. */
export function musicTable(caption, columns, rows) {
  return h("div", { class: "scroll-x", tabindex: "0", role: "region", "aria-label": caption },
    h("table", { class: "splits music-table" }, h("caption", { class: "hidden" }, caption),
      h("thead", {}, h("tr", {}, columns.map(({ key, isNumber }) =>
        h("th", { scope: "col", class: isNumber ? "number" : null }, t(`music.column.${key}`))))),
      h("tbody", {}, rows.map((cells) => h("tr", {}, cells.map((cell, index) =>
        h(index === 0 ? "th" : "td", {
          scope: index === 0 ? "row" : null, class: columns[index].isNumber ? "number" : null,
        }, cell)))))));
}

/** The tempo of a song, or the slowest and the fastest where it changes; 1/min. */
export function tempoText({ bpm, slowestBpm, fastestBpm }) {
  return slowestBpm === undefined ? number(bpm)
    : t("music.tempoRange", { slowest: number(slowestBpm), fastest: number(fastestBpm) });
}
