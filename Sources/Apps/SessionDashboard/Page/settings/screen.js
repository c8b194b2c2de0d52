// The settings: each is kept as soon as it is changed.

import { api } from "../core/api.js";
import { ask } from "../core/dialog.js";
import { freshId, h, say } from "../core/dom.js";
import { number } from "../core/format.js";
import { haptics } from "../core/haptics.js";
import { knows, t, tOr } from "../core/language.js";
import { recall, remember } from "../core/local.js";
import { attempt, notice } from "../core/notices.js";
import { mayAct, state, applySettings } from "../core/state.js";
import { field, group, keepField, sliderRow, switchRow } from "./fields.js";
import { practiceGroup } from "./practice.js";
import { texts } from "./text.js";

export const screen = {
  name: "settings",
  address: "/settings",
  icon: "M4 7h10M18 7h2M4 17h2M10 17h10M16 4.5v5M8 14.5v5",
  style: "/app/settings/style.css",
  texts,
  make,
};

const lengths = [5, 10, 15, 20];

function make() {
  const status = h("p", { class: "dim small saved", role: "status" });
  const disabled = !mayAct();
  const settings = state.settings;
  const node = h("div", { class: "settings" },
    h("header", { class: "page-head" }, h("h1", {}, t("settings.title")), status),
    disabled ? h("p", { class: "dim" }, t("settings.viewOnly")) : null,
    h("form", { onsubmit: (event) => event.preventDefault() },
      h("fieldset", { disabled, class: "plain-set" },
        h("legend", { class: "hidden" }, t("settings.title")),
        group("settings.session", minutesField(), pacerField(), rateField()),
        group("settings.cues", switchField("haptics"), slider("hapticIntensity"),
          h("p", { class: "dim small" }, t(haptics.canShake ? "settings.shakes" : "settings.noShake"), " ",
            h("button", { type: "button", class: "quiet", onclick: () => haptics.try() }, t("settings.try"))),
          switchField("sound"), slider("soundLevel")),
        practiceGroup(status),
        group("settings.look", petalsField(), languageField())),
      group("settings.browser", localSwitch("announce"))),
    h("section", { class: "card" }, h("h2", {}, t("settings.data")),
      h("p", {}, t("settings.dataText")),
      disabled ? null : h("button", { type: "button", class: "quiet danger", onclick: forgetAll },
        t("settings.forgetAll"))),
    h("p", { class: "dim small" }, t("settings.version", { version: state.info.version })));
  return { title: t("settings.title"), node };

  function keep(change, control) {
    if (change.sound) remember("muted", false);
    return keepField(async () => {
      const saved = await api.saveSettings({ ...state.settings, ...change });
      applySettings({ ...state.settings, ...change, ...saved });
    }, control, status);
  }

  function minutesField() {
    const custom = h("input", {
      type: "number", min: 1, max: 120, step: 1, value: settings.minutes ?? 10, id: freshId("minutes"),
      "aria-label": t("minutes.custom"), onchange: () => keep({ minutes: Number(custom.value) }, custom),
    });
    const isCustom = settings.minutes !== null && !lengths.includes(settings.minutes);
    custom.hidden = !isCustom;
    const select = h("select", { id: "minutes", onchange() {
      custom.hidden = select.value !== "custom";
      if (select.value === "custom") custom.focus();
      else keep({ minutes: select.value === "open" ? null : Number(select.value) }, select);
    } },
      lengths.map((n) => h("option", { value: n, selected: settings.minutes === n }, t("unit.minutes", { n }))),
      h("option", { value: "custom", selected: isCustom }, t("minutes.custom")),
      h("option", { value: "open", selected: settings.minutes === null }, t("minutes.open")));
    return field(t("settings.minutes"), select, h("span", { class: "row" }, select, custom));
  }

  function pacerField() {
    const hint = h("span", { class: "dim small" });
    const chosen = settings.preset !== null ? `preset:${settings.preset}` : settings.pacer;
    const option = (value, text) => h("option", { value, selected: value === chosen }, text);
    const select = h("select", { id: "pacer", onchange() {
      const [first, preset] = select.value.split("preset:");
      keep(preset ? { preset } : { preset: null, pacer: first }, select);
      explain();
    } },
      h("optgroup", { label: t("settings.pacers") },
        state.info.pacers.map(({ id }) => option(id, tOr(`pacer.${id}`, id)))),
      h("optgroup", { label: t("settings.presets") },
        state.info.presets.map((id) => option(`preset:${id}`, tOr(`preset.${id}`, id)))));
    const explain = () => {
      const pacer = state.info.pacers.find(({ id }) => id === select.value);
      const preset = select.value.split("preset:")[1];
      const key = preset ? `preset.${preset}.hint` : `pacer.${select.value}.hint`;
      say(hint, knows(key) ? t(key) : pacer?.summary ?? "");
    };
    explain();
    return field(t("settings.pacer"), select, select, hint);
  }

  function rateField() {
    const input = h("input", {
      type: "number", id: "start-rate", min: 4.5, max: 7, step: 0.1, value: settings.startRate,
      inputmode: "decimal", onchange: () => keep({ startRate: Number(input.value) }, input),
    });
    return field(t("settings.startRate"), input, input,
      h("span", { class: "dim small" }, t("settings.startRateHint")));
  }

  function switchField(name) {
    return switchRow(name, t(`settings.${name}`), settings[name], (isOn, control) => keep({ [name]: isOn }, control));
  }

  function slider(name) {
    return sliderRow(name, t(`settings.${name}`), settings[name], (value, control) => keep({ [name]: value }, control));
  }

  function petalsField() {
    const select = h("select", { id: "petals", onchange: () => keep({ petals: Number(select.value) }, select) },
      [6, 7, 8].map((n) => h("option", { value: n, selected: settings.petals === n }, number(n))));
    return field(t("settings.petals"), select, select);
  }

  function languageField() {
    const option = (value, text) => h("option", { value: value ?? "", selected: settings.language === value,
      lang: value }, text);
    const select = h("select", { id: "language", async onchange() {
      if (!(await keep({ language: select.value || null }, select))) return;
      state.onLanguage();
      document.getElementById("language")?.focus();
    } }, option(null, t("settings.languageAuto")), option("en", "English"), option("de", "Deutsch"));
    return field(t("settings.language"), select, select);
  }
}

function localSwitch(name) {
  return switchRow(name, t(`settings.${name}`), recall(name, false), (isOn) => remember(name, isOn),
    h("span", { class: "dim small" }, t(`settings.${name}Hint`)));
}

async function forgetAll() {
  const input = h("input", { type: "text", autocomplete: "off" });
  const word = t("forget.word");
  const choice = await ask(t("forget.title"), h("div", {}, h("p", {}, t("forget.text")),
    h("label", { class: "field" }, t("forget.label", { word }), input)), [
    { value: "no", text: t("cancel") },
    { value: "yes", text: t("forget.yes"), kind: "danger" },
  ]);
  if (choice !== "yes") return;
  if (input.value.trim().toLowerCase() !== word.toLowerCase()) return notice(t("forget.wrong", { word }), "error");
  await attempt(async () => {
    await api.forgetAll();
    notice(t("forget.done"));
  });
}
