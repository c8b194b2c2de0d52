// Parts of every group of settings: controls with their names, hints and the slot of a refusal.

import { freshId, h, say } from "../core/dom.js";
import { number } from "../core/format.js";
import { t } from "../core/language.js";
import { notice } from "../core/notices.js";

export function group(key, ...fields) {
  return h("section", { class: "card" }, h("h2", {}, t(key)), fields);
}

/** A control with its name, a hint and the slot of the server's refusal. */
export function field(name, control, content, hint = null) {
  const id = (control.id ||= freshId("field"));
  const error = h("span", { class: "error", role: "alert", id: `${id}-error` });
  if (hint) hint.id = `${id}-hint`;
  control.setAttribute("aria-describedby", hint ? `${hint.id} ${error.id}` : error.id);
  return h("div", { class: "field" }, h("label", { for: id }, name), content, hint, error);
}

/** A switch in one line with its name. */
export function switchRow(id, name, isOn, change, hint = null) {
  const input = h("input", { type: "checkbox", class: "switch", role: "switch", id, checked: isOn,
    onchange: () => change(input.checked, input) });
  const row = field(name, input, input, hint);
  row.classList.add("inline");
  return row;
}

/** A slider from 0 to 1. */
export function sliderRow(id, name, value, change) {
  const shown = h("output", { class: "number" }, `${number(100 * value)} %`);
  const input = h("input", { type: "range", id, min: 0, max: 1, step: 0.05, value,
    oninput: () => say(shown, `${number(100 * Number(input.value))} %`),
    onchange: () => change(Number(input.value), input) });
  return field(name, input, h("span", { class: "row" }, input, shown));
}

/**
 * Keeps a change; where the server refuses, what was there stays and its sentence is shown at the field.
 * `save()`: the call; gives whether it was kept.
 */
export async function keepField(save, control, status) {
  const error = control?.closest(".field")?.querySelector(".error");
  try {
    await save();
    say(status, t("settings.saved"));
    if (error) say(error, "");
    control?.removeAttribute("aria-invalid");
    return true;
  } catch (refusal) {
    say(status, "");
    control?.setAttribute("aria-invalid", "true");
    if (error) say(error, refusal.message);
    else notice(refusal.message, "error");
    return false;
  }
}
