// What a browser sees that was not let in.

import { h } from "./dom.js";
import { t } from "./language.js";

/** `isUsed`: whether it came with a link that no longer opens. */
export function entryScreen(isUsed) {
  return h("section", { class: "entry" },
    h("h1", {}, t("title")),
    h("p", { role: "alert" }, t(isUsed ? "entry.used" : "entry.none")),
    h("p", { class: "dim" }, t("entry.how")));
}
