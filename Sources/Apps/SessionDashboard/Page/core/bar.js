// The bar of addresses, on every screen but the smallest.

import { h, s } from "./dom.js";
import { t } from "./language.js";
import { live } from "./live.js";
import { mayAct } from "./state.js";

let dot = null;

/** Draws the bar of those screens that have an icon and show this browser something; the one of this name is shown. */
export function drawBar(bar, screens, name) {
  document.getElementById("skip").textContent = t("skip");
  dot = h("span", { class: "running", hidden: true }, h("span", { class: "hidden" }, t("bar.running")));
  bar.replaceChildren(
    h("nav", { "aria-label": t("bar.name") }, screens.filter((each) => each.icon && (mayAct() || !each.isForOwners)).map((each) =>
      h("a", { href: each.address, "aria-current": each.name === name ? "page" : null },
        icon(each.icon), h("span", {}, t(`bar.${each.name}`)), each.name === "session" ? dot : null))));
  const nav = bar.firstElementChild;
  const here = nav.querySelector("[aria-current]");
  // A small screen has no space for all of them at once.
  if (here) nav.scrollLeft = here.offsetLeft - (nav.clientWidth - here.offsetWidth) / 2;
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
