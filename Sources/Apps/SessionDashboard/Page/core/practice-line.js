// The practice that runs, in one line: what it is called, its part, and what is left of that.

import { everyFrame } from "./canvas.js";
import { h, say } from "./dom.js";
import { t } from "./language.js";
import { practice } from "./practice.js";

/** `isLink`: whether it leads to the practice. Gives {node, leave}; the node is hidden while none runs. */
export function makePracticeLine({ isLink = false } = {}) {
  const text = h("span", { class: "number" });
  const node = h("p", { class: "practice-line", hidden: true },
    isLink ? h("a", { class: "button", href: "/practice/now" }, text) : text);
  const leave = everyFrame((ms) => {
    const { current } = practice;
    node.hidden = current === null;
    if (current === null) return;
    const part = current.paused ? t("practice.state.paused") : practice.word();
    say(text, [current.title, part, practice.time(ms)].filter(Boolean).join(" · "));
  });
  return { node, leave };
}
