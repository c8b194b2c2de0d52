// Breaths of one pattern, counted.

import { freshId, h, say } from "../core/dom.js";
import { t } from "../core/language.js";
import { timeText } from "../core/practice.js";
import { keepValues, numberField, startValues } from "./fields.js";

const usual = { inhale: 4, hold: 4, exhale: 4, secondHold: 4, repetitions: 20, prepare: 5, tones: true, words: false, taps: false };
const cues = ["tones", "words", "taps"];
const phases = ["inhale", "hold", "exhale", "secondHold"];

export function breatheForm(query) {
  const values = startValues("breathe", usual, query);
  const total = h("span", {});
  const parts = Object.fromEntries(phases.map((name) => [name, numberField({
    key: `breathe.${name}`, value: values[name], min: 0, max: 20, step: 0.5, unit: "s",
    fields: name === "inhale" ? "inhale pattern" : name, onChange: update })]));
  const count = numberField({ key: "breathe.repetitions", value: values.repetitions, min: 1, max: 2000, unit: "",
    fields: "repetitions", onChange: update });
  const prepare = numberField({ key: "practice.prepare", value: values.prepare, min: 0, max: 600, step: 5, unit: "s",
    fields: "prepare", onChange: update });
  const boxes = Object.fromEntries(cues.map((name) => [name, h("input", { type: "checkbox", id: freshId("cue"),
    checked: values[name], "data-field": "cues" })]));
  update();
  return {
    node: h("div", { class: "wheels" }, phases.map((name) => parts[name].node), count.node),
    more: [prepare.node, h("fieldset", { class: "cues" }, h("legend", {}, t("breathe.cues")),
      cues.map((name) => h("div", { class: "tick-field" }, boxes[name],
        h("label", { for: boxes[name].id }, t(`breathe.${name}`)))))],
    total, plan, set,
    remember: () => keepValues("breathe", {
      ...Object.fromEntries(phases.map((name) => [name, parts[name].value])), repetitions: count.value,
      prepare: prepare.value, ...Object.fromEntries(cues.map((name) => [name, boxes[name].checked])),
    }),
  };

  function plan() {
    return {
      version: 1, kind: "breathe", prepare: prepare.value,
      ...Object.fromEntries(phases.map((name) => [name, parts[name].value])),
      repetitions: count.value, cues: cues.filter((name) => boxes[name].checked),
    };
  }

  function set(chosen, isFilled = false) {
    for (const name of phases) parts[name].set(chosen[name]);
    if (!(isFilled && query.has("repetitions"))) count.set(chosen.repetitions);
    if (chosen.prepare > 0) prepare.set(chosen.prepare);
    for (const name of cues) boxes[name].checked = chosen.cues.includes(name);
    update();
  }

  function update() {
    const cycle = phases.reduce((sum, name) => sum + (parts[name].value ?? 0), 0);
    say(total, t("practice.total", { time: timeText(prepare.value + count.value * cycle) }));
  }
}
