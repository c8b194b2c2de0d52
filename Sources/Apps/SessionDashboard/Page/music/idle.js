// While no songs are chosen: what the library has, and the button that begins.

import { api } from "../core/api.js";
import { h, say } from "../core/dom.js";
import { number } from "../core/format.js";
import { t } from "../core/language.js";
import { music } from "../core/music.js";
import { moodButtons } from "../core/mood.js";
import { mayAct } from "../core/state.js";

const whole = "";

export function makeIdle() {
  const songs = h("p", { class: "dim" });
  const scan = h("p", { class: "dim", role: "status" });
  const refusal = h("p", { class: "error", role: "alert" });
  const list = h("select", { id: "music-list" }, h("option", { value: whole }, t("music.all")));
  const begin = h("button", { type: "button", class: "primary large", id: "begin-music", onclick: start }, t("music.begin"));
  const form = h("div", { class: "begin" },
    h("div", { class: "field" }, h("label", { for: "music-list" }, t("music.from")), list), begin, refusal);
  const mood = h("section", { class: "card" }, h("h2", {}, t("music.mood")),
    moodButtons([1, 2, 3, 4, 5], (kind, level) => t(`music.${kind}.${level}`)));
  const node = h("div", {}, h("section", { class: "hero card" }, h("h2", {}, t("music.idle")),
    h("p", { class: "dim" }, mayAct() ? t("music.idleText") : t("music.watchOnly")), songs, scan, mayAct() ? form : null),
  mayAct() ? mood : null);
  if (mayAct()) fillLists();
  return { node, update };

  function update() {
    const { songs: count, scanned = null } = music.about;
    say(songs, count === 0 ? t("music.noSongs") : t("music.songs", { n: count, count: number(count) }));
    say(scan, scanned === null ? "" : t("music.scanning", { n: scanned, count: number(scanned) }));
    form.hidden = count === 0;
  }

  async function fillLists() {
    const { playlists } = await api.musicPlaylists().catch(() => ({ playlists: [] }));
    list.append(...playlists.filter(({ songs: count }) => count > 0).map(({ id, name }) => h("option", { value: id }, name)));
    const asked = new URLSearchParams(location.search).get("playlist");
    if (asked !== null && playlists.some(({ id }) => String(id) === asked)) list.value = asked;
  }

  async function start() {
    begin.disabled = true;
    say(begin, t("music.beginning"));
    say(refusal, "");
    try {
      await api.beginMusic(list.value === whole ? {} : { playlist: Number(list.value) });
    } catch (error) {
      say(refusal, error.message);
    }
    begin.disabled = false;
    say(begin, t("music.begin"));
  }
}
