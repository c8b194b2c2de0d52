// What the server says of a session's end that the person has to know: what was not kept, and why it ended.

import { h } from "./dom.js";
import { t } from "./language.js";

/** The part of an `ended` message that the next screen shows; null where the session ended as it should. */
export function endOf({ faults = [], reason = null, text = null }) {
  return faults.length === 0 && reason === null ? null : { faults, reason, text };
}

/**
 * A box that stays for as long as the screen does; null where there is nothing to say.
 * `end`: what `endOf` gave.
 */
export function aftermathBox(end) {
  if (end == null) return null;
  const { faults, reason, text } = end;
  const why = reason === "replaced" ? t("ended.replaced") : reason === null ? null : text;
  const list = faults.length === 0 ? null : [
    h("p", {}, t("ended.faults")),
    h("ul", { class: "notes" }, faults.map((error) => h("li", {}, error))),
  ];
  return why || list ? h("div", { class: "aftermath", role: "alert" }, why ? h("p", {}, why) : null, list) : null;
}
