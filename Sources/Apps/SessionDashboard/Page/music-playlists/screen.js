// The playlists of the library: those that fit best now, those played last, all of them.

import { api } from "../core/api.js";
import { h } from "../core/dom.js";
import { replaceContent } from "../core/focus.js";
import { number } from "../core/format.js";
import { t } from "../core/language.js";
import { musicHead } from "../core/music-views.js";
import { texts } from "./text.js";

export const screen = {
  name: "music-playlists",
  address: "/music/playlists",
  style: "/app/music/style.css",
  texts,
  make,
};

/** So many stand in the first two lists. */
const few = 5;

function make() {
  const container = h("div", {}, h("p", { class: "plain dim" }, t("loading")));
  const search = h("input", { type: "search", id: "list-search", oninput: draw, autocomplete: "off" });
  const head = h("div", { class: "row lists-head" },
    h("label", { class: "field" }, t("music.search"), search),
    h("button", { type: "button", id: "refresh", onclick: load }, t("music.refresh")));
  let known = null;
  load();
  return {
    title: t("music.playlists"),
    node: h("div", { class: "music" }, musicHead(t("music.playlists"), "playlists"), head, container),
  };

  async function load() {
    try {
      known = await api.musicPlaylists();
      draw();
    } catch (error) {
      replaceContent(container, h("p", { class: "card", role: "alert" }, error.message));
    }
  }

  function draw() {
    if (known === null) return;
    const { playlists, isHeartHeard } = known;
    if (playlists.length === 0) return replaceContent(container, h("p", { class: "card" }, t("music.playlistsNone")));
    const word = search.value.trim().toLowerCase();
    if (word !== "") {
      const found = playlists.filter(({ name }) => name.toLowerCase().includes(word));
      return replaceContent(container, found.length === 0 ? h("p", { class: "plain dim" }, t("music.noneFound"))
        : section("allLists", found));
    }
    const best = playlists.filter(({ match }) => match !== undefined).sort((a, b) => b.match - a.match).slice(0, few);
    const recent = playlists.filter(({ lastPlayed }) => lastPlayed !== undefined)
      .sort((a, b) => b.lastPlayed - a.lastPlayed).slice(0, few);
    replaceContent(container, h("p", { class: "dim small" }, t("music.matchText"), " ", isHeartHeard ? "" : t("music.matchNoHeart")),
      ...[["best", best], ["recent", recent], ["allLists", playlists]]
        .filter(([, lists]) => lists.length > 0).map(([key, lists]) => section(key, lists)));
  }
}

function section(key, lists) {
  return h("section", { "data-lists": key }, h("h2", {}, t(`music.${key}`)), h("ul", { class: "lists" }, lists.map(item)));
}

function item({ id, name, songs, missing, isGone, match }) {
  const about = [
    t("music.listSongs", { n: songs, count: number(songs) }),
    missing > 0 ? t("music.missing", { n: missing, count: number(missing) }) : null,
    isGone ? t("music.gone") : null,
    match === undefined ? t("music.noMatch") : t("music.match", { value: `${number(match)}\u00a0%` }),
  ];
  return h("li", {}, h("a", { href: `/music/playlists/${id}` }, h("span", { class: "name" }, name),
    h("span", { class: "dim number" }, about.filter(Boolean).join(" · "))));
}
