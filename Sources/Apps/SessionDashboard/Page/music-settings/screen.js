// How songs are chosen: each preference with what it does, kept as soon as it is changed.

import { api } from "../core/api.js";
import { h, say } from "../core/dom.js";
import { replaceContent } from "../core/focus.js";
import { number } from "../core/format.js";
import { spoken, t } from "../core/language.js";
import { musicHead } from "../core/music-views.js";
import { mayAct } from "../core/state.js";
import { texts } from "./text.js";

export const screen = {
  name: "music-settings",
  address: "/music/settings",
  isForOwners: true,
  style: "/app/music/style.css",
  texts,
  make,
};

function make() {
  const container = h("div", {}, h("p", { class: "plain dim" }, t(mayAct() ? "loading" : "music.viewOnly")));
  const status = h("p", { class: "dim small", role: "status" });
  if (mayAct()) load();
  return {
    title: t("music.settings"),
    node: h("div", { class: "music" }, musicHead(t("music.settings"), "settings"), status, container),
  };

  async function load() {
    try {
      const { preferences } = await api.musicSettings();
      replaceContent(container, h("form", { class: "card", onsubmit: (event) => event.preventDefault() },
        h("p", { class: "dim" }, t("music.settingsText")), preferences.map((each) => row(each))));
    } catch (error) {
      replaceContent(container, h("p", { class: "card", role: "alert" }, error.message));
    }
  }

  function row({ id, value = null, usual, min, max, isWhole, ...words }) {
    const error = h("span", { class: "error", role: "alert", id: `${id}-error` });
    const hint = h("span", { class: "dim small", id: `${id}-hint` }, words[spoken()]);
    const input = h("input", { type: "number", id, min, max, step: isWhole ? 1 : "any", placeholder: number(usual),
      value: value ?? "", "aria-describedby": `${id}-hint ${id}-error`, onchange: save });
    return h("div", { class: "field" }, h("label", { for: id }, t(`music.setting.${id}`)), input, hint, error);

    async function save() {
      say(status, "");
      if (!input.validity.valid) return refuse(t("music.settingRange", { min: number(min), max: number(max) }));
      try {
        await api.leadMusic("settings", { id, value: input.value === "" ? null : Number(input.value) });
        say(error, "");
        input.removeAttribute("aria-invalid");
        say(status, t("music.settingKept", { name: t(`music.setting.${id}`) }));
      } catch (refusal) {
        refuse(refusal.message);
      }
    }

    function refuse(sentence) {
      input.setAttribute("aria-invalid", "true");
      say(error, sentence);
    }
  }
}
