// Bells at times that a person writes down: 5:00, 12:30.

import { freshId, h } from "../core/dom.js";
import { t } from "../core/language.js";

/** The bells of a text such as "5:00, 12:30"; a time that cannot be read is sent as it is, and the server names it. */
export function bellTimes(text) {
  return String(text).split(/[\s,;]+/).filter(Boolean).map((each) => {
    const found = /^(\d{1,4})(?::([0-5]\d))?$/.exec(each);
    return { at: found === null ? each : Number(found[1]) + Number(found[2] ?? 0) / 60 };
  });
}

const timeText = (minutes) => {
  const seconds = Math.round(60 * minutes);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** A field of such times. Gives {node, value, set}. */
export function bellTimesField(value, onChange) {
  const input = h("input", { type: "text", id: freshId("bell-at"), value, autocomplete: "off", placeholder: "5:00, 12:30",
    "data-field": "at bells", oninput: onChange });
  return {
    node: h("div", { class: "field" }, h("label", { for: input.id }, t("sit.bellAt")), input),
    get value() {
      return input.value;
    },
    /** Shows those of a plan's bells that have a time. */
    set(bells) {
      input.value = bells.filter(({ at }) => at !== undefined).map(({ at }) => timeText(at)).join(", ");
    },
  };
}
