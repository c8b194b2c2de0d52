// Fields of numbers with a button on either side; the arrow keys set them too.

import { freshId, h } from "../core/dom.js";
import { t } from "../core/language.js";
import { recall, remember } from "../core/local.js";

/**
 * A number with its name and unit. `fields`: names of the plan's JSON form that a refusal may give.
 *
 * Gives {node, value, set}.
 */
export function numberField({ key, value, min, max, step = 1, unit, fields = "", onChange = () => {} }) {
  const input = h("input", { type: "number", id: freshId("number"), value, min: min, max: max, step: "any",
    inputmode: "decimal", "data-field": fields, oninput: onChange, onkeydown: arrows });
  const name = t(key);
  const button = (sign, word) => h("button", { type: "button", tabindex: -1, "aria-label": t(word, { what: name }),
    onclick: () => change(sign) }, sign < 0 ? "−" : "+");
  return {
    node: h("div", { class: "field wheel" }, h("label", { for: input.id }, name),
      h("div", { class: "turn" }, button(-1, "practice.less"), input, button(1, "practice.moreOf"),
        h("span", { class: "unit" }, unit))),
    input,
    get value() {
      return input.value === "" ? null : Number(input.value);
    },
    set(number) {
      input.value = number;
    },
  };

  function arrows(event) {
    const sign = { ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[event.key];
    if (sign === undefined) return;
    event.preventDefault();
    change(sign);
  }

  /** To the next step in a direction, within the range. */
  function change(steps) {
    const now = Number(input.value) || 0;
    const next = (steps > 0 ? Math.floor(now / step + 1e-9) : Math.ceil(now / step - 1e-9)) + steps;
    input.value = Number(Math.min(max, Math.max(min, next * step)).toFixed(3));
    onChange();
  }
}

/** A switch with its name. Gives {node, value, set}. */
export function switchField(key, isOn, onChange) {
  const input = h("input", { type: "checkbox", class: "switch", role: "switch", id: freshId("switch"), checked: isOn,
    onchange: onChange });
  return {
    node: h("div", { class: "field inline toggle" }, h("label", { for: input.id }, t(key)), input),
    get value() {
      return input.checked;
    },
    set(isOn) {
      input.checked = isOn;
    },
  };
}

/** A number of an address; else of the last time; else the usual one. */
export function startValues(kind, usual, query) {
  const last = { ...usual, ...recall(`practice-${kind}`, {}) };
  const values = { ...last };
  for (const [name, number] of Object.entries(last)) {
    const text = query.get(name);
    if (text === null || text === "") continue;
    values[name] = typeof number === "boolean" ? text !== "0" : Number.isFinite(Number(text)) ? Number(text) : number;
  }
  return values;
}

/** Keeps the values for the next time. */
export function keepValues(kind, values) {
  remember(`practice-${kind}`, values);
}
