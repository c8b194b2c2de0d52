// The settings of practice: when a day begins, what counts, where it sounds.

import { api } from "../core/api.js";
import { h } from "../core/dom.js";
import { wallTime } from "../core/format.js";
import { t, tOr } from "../core/language.js";
import { attempt } from "../core/notices.js";
import { field, group, keepField, sliderRow, switchRow } from "./fields.js";

const stepMinutes = 30;
const latestMinutes = 360;

/** A container that the group fills when the server sent the settings. `status`: where "Saved" is said. */
export function practiceGroup(status) {
  const container = h("div", {});
  Promise.all([attempt(api.practiceSettings), api.practiceBackgrounds().catch(() => ({ names: [] }))])
    .then(([settings, { names }]) => settings && container.replaceChildren(makeGroup(settings, names, status)));
  return container;
}

/** `backgrounds`: names of sounds beneath a sit. */
function makeGroup(settings, backgrounds, status) {
  let saved = settings;
  const keep = (change, control) => keepField(async () => {
    saved = await api.savePracticeSettings({ ...saved, ...change });
  }, control, status);
  const hint = (key) => h("span", { class: "dim small" }, t(key));
  const toggle = (name) => switchRow(name, t(`settings.${name}`), settings[name],
    (isOn, control) => keep({ [name]: isOn }, control), hint(`settings.${name}Hint`));
  return group("settings.practice",
    choice("dayStart", starts(settings.dayStartMinutes), settings.dayStartMinutes,
      (value, control) => keep({ dayStartMinutes: Number(value) }, control), hint("settings.dayStartHint")),
    activeField(),
    choice("weekStart", ["monday", "sunday"].map((each) => [each, t(`settings.${each}`)]), settings.weekStart,
      (value, control) => keep({ weekStart: value }, control)),
    goalField("goalMinutes", 1440), goalField("goalDays", 7),
    toggle("sittingIsYoga"), toggle("workoutIsMindful"),
    choice("practiceSound", ["page", "machine", "both"].map((each) => [each, t(`settings.sound.${each}`)]),
      settings.sound, (value, control) => keep({ sound: value }, control), hint("settings.practiceSoundHint")),
    sliderRow("practice-level", t("settings.practiceLevel"), settings.level,
      (value, control) => keep({ level: value }, control)),
    toggle("speech"),
    choice("background", backgroundOptions(), settings.background ?? "",
      (value, control) => keep({ background: value === "" ? null : value }, control), hint("settings.backgroundHint")),
    numberRow("backgroundLevelDB", { min: -60, max: -18, value: settings.backgroundLevelDB },
      (value) => value ?? -36),
    h("p", { class: "small" }, h("a", { href: "/reminders" }, t("settings.reminders"))));

  /** An empty field is no goal. */
  function goalField(name, max) {
    return numberRow(name, { min: 1, max, value: settings[name] ?? "" }, (value) => value);
  }

  /** `read(value)`: what is kept of a number, or of null for an empty field. */
  function numberRow(name, range, read) {
    const input = h("input", { type: "number", id: name, step: 1, ...range, inputmode: "numeric",
      onchange: () => keep({ [name]: read(input.value === "" ? null : Number(input.value)) }, input) });
    return field(t(`settings.${name}`), input, input, hint(`settings.${name}Hint`));
  }

  function backgroundOptions() {
    const names = [...new Set([...backgrounds, settings.background].filter(Boolean))];
    return [["", t("settings.background.none")], ...names.map((name) => [name, tOr(`settings.background.${name}`, name)])];
  }

  function activeField() {
    const input = h("input", { type: "number", id: "active-minutes", min: 1, max: 60, step: 1,
      value: settings.activeMinutes, inputmode: "numeric",
      onchange: () => keep({ activeMinutes: Number(input.value) }, input) });
    return field(t("settings.activeMinutes"), input, input, hint("settings.activeMinutesHint"));
  }
}

function choice(name, options, chosen, change, hint = null) {
  const select = h("select", { id: name, onchange: () => change(select.value, select) },
    options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
  return field(t(`settings.${name}`), select, select, hint);
}

/** Times at which a day may begin, each half an hour and the one that is set. */
function starts(set) {
  const steps = Array.from({ length: latestMinutes / stepMinutes + 1 }, (_, index) => stepMinutes * index);
  const two = (value) => String(value).padStart(2, "0");
  return [...new Set([...steps, set])].sort((a, b) => a - b).map((minutes) =>
    [minutes, wallTime(`2026-01-01T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:00Z`)]);
}
