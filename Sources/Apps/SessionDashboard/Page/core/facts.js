// Figures with their names, as the server made them.

import { h } from "./dom.js";

/** [{name, text, note}] as a list of terms. */
export function factList(facts) {
  return h("dl", { class: "stats" }, facts.map(({ name, text, note }) => h("div", { class: "stat" },
    h("dt", {}, name), h("dd", { class: "number" }, text), note ? h("dd", { class: "dim small" }, note) : null)));
}
