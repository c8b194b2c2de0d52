// One playlist: its songs, and the way to hear them.

import { api } from "../core/api.js";
import { h } from "../core/dom.js";
import { replaceContent } from "../core/focus.js";
import { clockTime, percent } from "../core/format.js";
import { t } from "../core/language.js";
import { musicHead, musicTable, tempoText } from "../core/music-views.js";
import { mayAct } from "../core/state.js";
import { texts } from "./text.js";

export const screen = {
  name: "music-playlist",
  address: "/music/playlists/:id",
  style: "/app/music/style.css",
  texts,
  make,
};

const columns = [
  { key: "title" }, { key: "artist" }, { key: "length", isNumber: true }, { key: "bpm", isNumber: true },
  { key: "energy", isNumber: true },
];

function make([id]) {
  const head = musicHead(t("music.listTitle"), "playlists");
  const container = h("div", {}, h("p", { class: "plain dim" }, t("loading")));
  load();
  return { title: t("music.listTitle"), node: h("div", { class: "music" }, head, container) };

  async function load() {
    try {
      const { name, songs } = await api.musicPlaylist(id);
      head.querySelector("h1").textContent = name;
      document.title = name;
      replaceContent(container,
        songs.length === 0 ? h("p", { class: "card" }, t("music.listEmpty")) : h("section", { class: "card" },
          mayAct() ? h("p", {}, h("a", { class: "button primary", href: `/music?playlist=${id}` }, t("music.playList"))) : null,
          musicTable(name, columns, songs.map((song) => [
            song.title, song.artist ?? "", clockTime(song.length), tempoText(song), percent(song.energy),
          ]))));
    } catch (error) {
      replaceContent(container, h("p", { class: "card", role: "alert" }, error.message));
    }
  }
}
