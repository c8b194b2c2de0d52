// The heart beside a practice: of a strap, of a simulated person, or none.

import { freshId, h } from "../core/dom.js";
import { t } from "../core/language.js";
import { recall, remember } from "../core/local.js";
import { state } from "../core/state.js";

const sources = ["strap", "simulated"];

/** Gives {node, request, remember}; `request()`: what the server is asked for, null for none. */
export function heartField() {
  const free = sources.filter((id) => state.info.sources.some((source) => source.id === id && source.available));
  const last = recall("practice-heart", "none");
  const select = h("select", { id: freshId("heart"), "data-field": "heart", onchange: update },
    ["none", ...free].map((id) => h("option", { value: id, selected: id === last }, t(`heart.${id}`))));
  const strap = h("input", { type: "text", id: freshId("strap"), autocomplete: "off", "data-field": "strap",
    value: recall("strap", "") });
  const name = h("div", { class: "field" }, h("label", { for: strap.id }, t("begin.strap")), strap);
  update();
  return {
    node: [h("div", { class: "field", hidden: free.length === 0 },
      h("label", { for: select.id }, t("heart.choice")), select), name],
    request() {
      return select.value === "none" ? null
        : { source: select.value, strap: select.value === "strap" ? strap.value.trim() : null };
    },
    remember() {
      remember("practice-heart", select.value);
      if (select.value === "strap") remember("strap", strap.value.trim());
    },
  };

  function update() {
    name.hidden = select.value !== "strap";
  }
}
