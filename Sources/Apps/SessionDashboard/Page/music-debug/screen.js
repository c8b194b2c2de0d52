// What the choice is made of, in numbers.

import { api } from "../core/api.js";
import { h } from "../core/dom.js";
import { replaceContent } from "../core/focus.js";
import { number, percent, signed } from "../core/format.js";
import { t } from "../core/language.js";
import { musicHead, musicTable } from "../core/music-views.js";
import { mayAct } from "../core/state.js";
import { texts } from "./text.js";

export const screen = {
  name: "music-debug",
  address: "/music/debug",
  isForOwners: true,
  style: "/app/music/style.css",
  texts,
  make,
};

const numbers = (...keys) => keys.map((key) => ({ key, isNumber: true }));

function make() {
  const container = h("div", {}, h("p", { class: "plain dim" }, t(mayAct() ? "loading" : "music.viewOnly")));
  const refresh = h("button", { type: "button", onclick: load }, t("music.refresh"));
  if (mayAct()) load();
  return {
    title: t("music.debug"),
    node: h("div", { class: "music" }, musicHead(t("music.debug"), "debug"), mayAct() ? h("p", {}, refresh) : null, container),
  };

  async function load() {
    try {
      const response = await api.musicDebug();
      if (!response.music) return replaceContent(container, h("p", { class: "card", role: "status" }, t("music.debugOff")));
      return replaceContent(container, state(response), around(response), candidates(response));
    } catch (error) {
      return replaceContent(container, h("p", { class: "card", role: "alert" }, error.message));
    }
  }
}

function state({ player, music }) {
  return h("section", { class: "card" }, h("h2", {}, t("music.vector")), h("p", { class: "dim" }, t("music.player", { name: player })),
    musicTable(t("music.vector"), [{ key: "part" }, ...numbers("value", "confidence")],
      music.dials.map(({ name, value, confidence }) => [t(`music.dial.${name}`), number(value, 3), percent(confidence)])),
    h("p", { class: "dim" }, music.sources.length === 0 ? t("music.noSources") : t("music.sources", { names: music.sources.join(", ") })));
}

function around({ surroundings: { hasCalendar, nextEventMinutes, desktop } }) {
  const next = nextEventMinutes !== undefined ? t("music.nextEvent", { n: number(nextEventMinutes) })
    : t(hasCalendar ? "music.noEvent" : "music.noCalendar");
  return h("section", { class: "card" }, h("h2", {}, t("music.around")), h("p", {}, next),
    h("p", {}, desktop.length === 0 ? t("music.noDesktop") : t("music.desktop", { times:
      desktop.map(({ category, minutes }) => `${category} ${number(minutes)}\u00a0min`).join(", ") })));
}

function candidates({ candidates: songs }) {
  return h("section", { class: "card" }, h("h2", {}, t("music.candidates")), songs.map(({ title, score, probability, parts }) =>
    h("details", {}, h("summary", {}, `${title} · ${number(score, 3)} · ${percent(probability)}`),
      musicTable(title, [{ key: "part" }, ...numbers("value", "amount")],
        parts.map(({ name, value, amount }) => [name, number(value, 3), signed(amount, 3)])))));
}
