// The days: sections of entries, newest first, and more of them on demand.

import { api } from "../core/api.js";
import { h } from "../core/dom.js";
import { replaceContent } from "../core/focus.js";
import { t } from "../core/language.js";
import { cell } from "./cells.js";
import { addDays, today } from "../core/days.js";

/** Today, and so many whole days before it; "Earlier" adds as many again, less today. */
const firstDays = 7;
const moreDays = 7;
/** How far the page has to be pulled down to load anew; px. */
const pullPixels = 70;

export function makeTimeline(health) {
  // Who comes back from a night or a workout finds the days that were shown.
  let first = history.state?.firstDay ?? addDays(today(), -firstDays);
  const list = h("div", { class: "days", "aria-busy": "true" });
  const error = h("div", {});
  const foot = h("div", { class: "row" },
    h("button", { type: "button", id: "earlier", onclick: earlier }, t("health.earlier")),
    h("button", { type: "button", class: "quiet", id: "refresh", onclick: load }, t("health.refresh")));
  const node = h("section", { "aria-label": t("health.days") }, error, list, foot);
  const endPull = onPull(load);
  let serial = 0;
  load();
  return {
    node,
    reload: load,
    leave: endPull,
  };

  async function load() {
    list.setAttribute("aria-busy", "true");
    // Of several answers the one that was asked for last counts.
    const own = ++serial;
    try {
      const { sections, newest } = await api.healthTimeline({ from: first, to: addDays(today(), 1), today: today() });
      if (own !== serial) return;
      error.replaceChildren();
      replaceContent(list, ...(sections.length > 0 ? sections.map(section) : [empty(newest ?? health.newest)]));
    } catch (refusal) {
      if (own !== serial) return;
      // What was shown before stays.
      error.replaceChildren(h("section", { class: "card" }, h("p", { role: "alert" }, refusal.message),
        h("button", { type: "button", id: "again", onclick: load }, t("again"))));
    }
    list.removeAttribute("aria-busy");
  }

  async function showFrom(day) {
    first = day;
    history.replaceState({ ...history.state, firstDay: day }, "");
    await load();
  }

  async function earlier() {
    await showFrom(addDays(first, -moreDays));
  }

  function empty(newest) {
    return h("section", { class: "card empty" }, h("p", {}, t("health.emptyDays")),
      newest === null ? null : h("button", {
        type: "button", id: "newest", onclick: () => showFrom(addDays(newest, -firstDays)),
      }, t("health.toNewest")));
  }
}

function section({ id, title, entries }) {
  return h("section", { class: "day", "aria-labelledby": `day-${id}` },
    h("h2", { id: `day-${id}` }, title), h("ol", { class: "entries" }, entries.map((entry) => h("li", {}, cell(entry)))));
}

/** Calls `action` when a person pulls the top of the page down; gives what ends that. */
function onPull(action) {
  let from = null;
  const start = (event) => (from = scrollY === 0 ? event.touches[0].clientY : null);
  const end = (event) => {
    if (from !== null && event.changedTouches[0].clientY - from > pullPixels && scrollY === 0) action();
    from = null;
  };
  addEventListener("touchstart", start, { passive: true });
  addEventListener("touchend", end, { passive: true });
  return () => {
    removeEventListener("touchstart", start);
    removeEventListener("touchend", end);
  };
}
