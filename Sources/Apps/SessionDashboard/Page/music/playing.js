// The song that plays: cover, position, controls, and why it was chosen.

import { api } from "../core/api.js";
import { h, say } from "../core/dom.js";
import { clockTime, number } from "../core/format.js";
import { spoken, t, tOr } from "../core/language.js";
import { music } from "../core/music.js";
import { tempoText } from "../core/music-views.js";
import { attempt } from "../core/notices.js";
import { mayAct } from "../core/state.js";

const tickMs = 500;

export function makePlaying() {
  const cover = h("div", { class: "cover", "aria-hidden": "true" });
  const title = h("h2", { class: "song-title" });
  const artist = h("p", { class: "dim song-artist" });
  const list = h("p", { class: "dim small" });
  const tempo = h("p", { class: "dim small song-tempo" });
  const state = h("p", { class: "music-state", role: "status" });
  const bar = h("progress", { max: 1, value: 0, "aria-hidden": "true" });
  const elapsedText = h("p", { class: "number dim" });
  const next = h("p", { class: "dim" });
  const counts = h("p", { class: "dim small" });
  const controls = mayAct() ? makeControls() : null;
  const reasons = h("ul", { class: "notes" });
  const parts = h("p", { class: "dim small" });
  const hinders = h("div", {});
  const node = h("div", { class: "music-main" },
    h("section", { class: "card song" }, cover,
      h("div", { class: "song-text" }, title, artist, tempo, list, state, bar, elapsedText, controls?.node ?? null, next, counts,
        h("p", { class: "small" }, h("a", { href: "/music/follow" }, t("music.followLink"))))),
    h("section", { class: "card why" }, h("h2", {}, t("music.why")), reasons, parts), hinders);
  let shownSong = null;
  const timer = setInterval(tick, tickMs);
  const keys = (event) => controls?.press(event);
  document.addEventListener("keydown", keys);
  return {
    node, update,
    leave() {
      clearInterval(timer);
      document.removeEventListener("keydown", keys);
    },
  };

  function update() {
    const { current } = music;
    const song = current.song ?? null;
    say(title, song?.title ?? t("music.nothing"));
    say(artist, [song?.artist, song?.album].filter(Boolean).join(" · "));
    say(tempo, song?.bpm === undefined ? "" : t("music.tempo", { tempo: tempoText(song) }));
    say(list, current.playlist ? t("music.ofList", { name: current.playlist }) : "");
    say(state, stateText(current));
    say(next, current.next ? t("music.next", { title: named(current.next) })
      : current.waitsFor > 0 ? t("music.waits", { n: current.waitsFor }) : "");
    say(counts, t("music.counts", { plays: number(current.playCount), skips: number(current.skipCount) }));
    drawCover(song);
    drawWhy(current);
    drawHinders(current);
    controls?.update();
    tick();
  }

  function tick() {
    const { current } = music;
    const elapsed = current === null ? null : music.elapsed();
    const length = current?.position?.length ?? null;
    bar.hidden = elapsed === null || length === null;
    if (!bar.hidden) bar.value = elapsed / length;
    say(elapsedText, elapsed === null ? "" : length === null ? clockTime(elapsed)
      : t("music.place", { time: clockTime(elapsed), length: clockTime(length) }));
  }

  function drawCover(song) {
    const key = song?.id ?? null;
    if (key === shownSong) return;
    shownSong = key;
    cover.replaceChildren();
    if (key === null) return;
    // Without a cover the note in the ground stays.
    const image = h("img", { alt: "", src: api.artAddress(key), onerror: () => image.remove() });
    cover.append(image);
  }

  function drawWhy(current) {
    const words = current.why?.[spoken()] ?? (current.song ? [t("music.whyPerson")] : []);
    fill(reasons, words.map((text) => h("li", {}, text)));
    const list = current.parts?.[spoken()] ?? [];
    say(parts, list.length === 0 ? "" : `${t("music.parts")}: ${list.join(", ")}`);
  }

  function drawHinders({ hindrances }) {
    fill(hinders, hindrances.length === 0 ? [] : [h("section", { class: "card" }, h("h2", {}, t("music.hinders")),
      h("ul", { class: "notes" }, hindrances.map(({ code, seconds, text }) =>
        h("li", {}, tOr(`music.hinder.${code}`, text, { n: number(seconds) })))))]);
  }
}

/** What differs is drawn anew, and nothing else. */
function fill(container, nodes) {
  const text = nodes.map((node) => node.textContent).join("\n");
  if (container.dataset.text === text && container.childElementCount === nodes.length) return;
  container.dataset.text = text;
  container.replaceChildren(...nodes);
}

function named({ title, artist }) {
  return [title, artist].filter(Boolean).join(", ");
}

function stateText({ state, song, fault }) {
  if (state === "away") return t("music.away");
  if (fault) return fault;
  return state === "stopped" && !song ? t("music.chooses") : "";
}

function makeControls() {
  const make = (id, text, action, more = {}) =>
    h("button", { type: "button", id, onclick: action, ...more }, text);
  const lead = (what, more) => attempt(() => api.leadMusic(what, more));
  const pause = make("music-pause", t("music.pause"), () => lead("pause"), { class: "primary" });
  const back = make("music-previous", t("music.previous"), () => lead("previous"));
  const skip = make("music-skip", t("music.skip"), () => lead("skip"));
  const up = make("thumb-up", t("music.more"), () => lead("thumb", { thumb: isUp() ? null : "up" }));
  const down = make("thumb-down", t("music.never"), () => lead("thumb", { thumb: "down" }), { class: "danger" });
  const end = make("end-music", t("music.end"), () => lead("end"), { class: "quiet" });
  const isUp = () => music.current?.thumb === "up";
  return {
    node: h("div", { class: "row song-buttons" }, back, pause, skip, up, down, end),
    update() {
      const { state, canControl, song } = music.current;
      say(pause, t(state === "playing" ? "music.pause" : "music.play"));
      for (const button of [back, pause, skip]) button.disabled = !canControl || state === "away";
      for (const button of [up, down]) button.disabled = song?.id === undefined;
      up.setAttribute("aria-pressed", String(isUp()));
    },
    press(event) {
      const isTyping = event.target.closest("input, select, textarea, dialog, button, a");
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const action = { " ": pause, n: skip, "+": up }[event.key];
      if (!action) return;
      event.preventDefault();
      action.click();
    },
  };
}
