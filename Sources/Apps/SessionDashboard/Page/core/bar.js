// The bar of addresses, on every screen but the smallest.

import { h, s } from "./dom.js";
import { t } from "./language.js";
import { live } from "./live.js";

const places = [
  ["home", "/"],
  ["session", "/session"],
  ["history", "/history"],
  ["settings", "/settings"],
];

const icons = {
  home: "M3 11 12 4l9 7v9h-6v-6H9v6H3z",
  session: "M12 21c-5-3-8-6.5-8-10a4.5 4.5 0 0 1 8-2.8A4.5 4.5 0 0 1 20 11c0 3.5-3 7-8 10z",
  history: "M4 20V10h4v10zm6 0V4h4v16zm6 0v-7h4v7z",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 4.5v5M8 14.5v5",
};

let dot = null;

/** Draws the bar for the screen of this name. */
export function drawBar(bar, name) {
  document.getElementById("skip").textContent = t("skip");
  dot = h("span", { class: "running", hidden: true }, h("span", { class: "hidden" }, t("bar.running")));
  bar.replaceChildren(
    h("nav", { "aria-label": t("bar.name") }, places.map(([id, address]) =>
      h("a", { href: address, "aria-current": id === name ? "page" : null },
        icon(icons[id]), h("span", {}, t(`bar.${id}`)), id === "session" ? dot : null))));
  updateBar();
}

/** Shows whether a session runs. */
export function updateBar() {
  document.body.classList.toggle("in-session", live.session !== null);
  if (dot) dot.hidden = live.session === null;
}

function icon(path) {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: path }));
}
