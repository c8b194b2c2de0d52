// Whether this browser shows reminders, and the button that asks for it.

import { h } from "../core/dom.js";
import { replaceContent } from "../core/focus.js";
import { t } from "../core/language.js";
import { notificationState, onNotificationState, switchNotifications } from "../core/notifications.js";

/** Gives {node, leave}. */
export function makeBrowserCard() {
  const node = h("section", { class: "card", id: "browser-card" });
  draw();
  return { node, leave: onNotificationState(draw) };

  function draw() {
    const state = notificationState();
    const button = (key, isOn, kind) => h("button", { type: "button", id: "notify", class: kind,
      onclick: () => switchNotifications(isOn) }, t(key));
    const hadFocus = node.contains(document.activeElement);
    replaceContent(node, h("h2", {}, t("reminders.here")),
      h("p", { role: "status" }, t(`reminders.here.${state}`)),
      state === "ask" || state === "off" ? button("reminders.allow", true, "primary") : "",
      state === "on" ? button("reminders.stop", false, "quiet") : "");
    if (hadFocus) node.querySelector("#notify")?.focus();
  }
}
