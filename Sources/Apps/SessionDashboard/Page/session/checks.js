// Before a session: whether its sensor is found, touches the skin, lasts, and is heard well.

import { h, s, say } from "../core/dom.js";
import { t, tOr } from "../core/language.js";
import { live } from "../core/live.js";
import { mayAct } from "../core/state.js";
import { deviceButtons } from "./device.js";

/** A mark for each state; they differ by their shape, not only by their colour. */
const marks = {
  waiting: [s("circle", { cx: 12, cy: 12, r: 8, "stroke-dasharray": "2 3" })],
  open: [s("circle", { cx: 12, cy: 12, r: 9 }), s("path", { d: "M12 7v5l3 3" })],
  done: [s("circle", { cx: 12, cy: 12, r: 9, class: "full" }), s("path", { d: "M7.5 12.5l3 3 6-7", class: "on" })],
  warning: [s("path", { d: "M12 3 22 20H2z" }), s("path", { d: "M12 9v5m0 3v.5" })],
};

/** What the screen shows until the session itself begins. */
export function checkingSession() {
  const rows = [];
  const list = h("ul", { class: "checks", "aria-label": t("checks.list") });
  const spoken = h("p", { class: "hidden", role: "status" });
  const banner = h("p", { class: "banner", role: "status", hidden: true });
  const devices = deviceButtons();
  const buttons = mayAct() ? [
    button("begin-anyway", "primary", t("checks.begin"), "begin"),
    button("cancel", "", t("cancel"), "discard"),
  ] : [];
  return {
    node: h("section", { class: "checking" },
      h("div", { class: "session-head" }, h("a", { class: "quiet", href: "/" }, t("session.leave"))),
      h("h1", {}, t("checks.title")),
      h("p", { class: "dim" }, t(mayAct() ? "checks.text" : "checks.watch")),
      banner, h("div", { class: "card" }, list, devices.node), spoken,
      buttons.length > 0 ? h("div", { class: "row" }, buttons) : null),
    update,
  };

  function update() {
    const checks = live.session?.checks ?? [];
    while (rows.length < checks.length) rows.push(row(list));
    while (rows.length > checks.length) rows.pop().node.remove();
    checks.forEach((check, index) => rows[index].show(check));
    // What keeps the session from beginning, said once: not every second that is counted.
    const blocking = checks.find(({ state, code }) => state === "open" && code !== "signal_progress");
    say(spoken, blocking ? sentence(blocking) : "");
    devices.update();
    say(banner, live.isOpen ? live.error ?? "" : t("checks.reconnecting"));
    banner.hidden = banner.textContent === "";
    for (const each of buttons) each.disabled = !live.isOpen;
  }
}

function button(id, kind, text, type) {
  return h("button", { type: "button", id, class: kind, onclick: () => live.send({ type }) }, text);
}

/** One check; the nodes stay, so that only what changed is drawn anew. */
function row(list) {
  const mark = s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
  const text = h("span", {});
  const status = h("span", { class: "hidden" });
  const bar = h("span", { class: "progress", "aria-hidden": "true", hidden: true }, h("span", {}));
  const node = h("li", {}, mark, h("span", { class: "what" }, text, status, bar));
  let shown = null;
  list.append(node);
  return {
    node,
    show(check) {
      if (check.state !== shown) {
        shown = check.state;
        node.className = shown;
        mark.replaceChildren(...(marks[shown] ?? marks.waiting).map((part) => part.cloneNode(true)));
        say(status, ` (${tOr(`checks.${shown}`, shown)})`);
      }
      say(text, sentence(check));
      const { n, of } = check.values ?? {};
      bar.hidden = check.code !== "signal_progress";
      bar.firstChild.style.transform = bar.hidden ? "" : `scaleX(${(n / of).toFixed(3)})`;
    },
  };
}

/** The page's words for a check; the server's for one that this page does not know. */
function sentence({ code, text, values }) {
  const key = code === "connected" && !values?.name ? "check.connectedNameless" : `check.${code}`;
  return tOr(key, text, values ?? {});
}
