// The three figures on top of a session: heart rate, RMSSD, coherence.

import { h, say } from "../core/dom.js";
import { nothing, number, percent } from "../core/format.js";
import { t } from "../core/language.js";

const dotCount = 5;

/** The row of figures; `show(message)` writes what a figures message says. */
export function figureRow() {
  const hr = figure(t("figure.hr"), t("unit.bpm"));
  const rmssd = figure(t("figure.rmssd"), t("unit.msName"));
  const coherence = figure(t("figure.coherence"), "%");
  const dots = Array.from({ length: dotCount }, () => h("i", {}));
  const row = h("span", { class: "dots", "aria-hidden": "true" }, dots);
  coherence.node.append(row);
  return {
    node: h("dl", { class: "figures" }, hr.node, rmssd.node, coherence.node),
    show(message) {
      const reasons = message?.reasons ?? {};
      hr.show(number(message?.hr), reasons.hr);
      rmssd.show(number(message?.rmssd), reasons.rmssd);
      const score = message?.coherence ?? null;
      coherence.show(score === null ? nothing : number(100 * score), reasons.coherence);
      const lit = score === null ? 0 : Math.round(score * dotCount);
      dots.forEach((dot, index) => dot.classList.toggle("lit", index < lit));
      row.title = score === null ? reasons.coherence ?? "" : percent(score);
    },
  };
}

function figure(name, unit) {
  const value = h("span", { class: "number" }, nothing);
  const tail = h("span", { class: "unit" }, unit);
  const why = h("span", { class: "hidden" });
  const node = h("div", { class: "figure" }, h("dt", {}, name), h("dd", {}, value, " ", tail, why));
  return {
    node,
    show(text, reason) {
      say(value, text);
      const isMissing = text === nothing;
      tail.hidden = isMissing;
      say(why, isMissing && reason ? reason : "");
      const title = isMissing ? reason ?? "" : "";
      if (node.title !== title) node.title = title;
    },
  };
}
