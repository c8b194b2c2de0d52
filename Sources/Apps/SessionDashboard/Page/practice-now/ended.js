// What became of a practice.

import { h } from "../core/dom.js";
import { duration } from "../core/format.js";
import { t } from "../core/language.js";
import { mayAct } from "../core/state.js";

/** `end`: the message that said so. */
export function endedPanel({ reason, entry, fault }) {
  const title = reason === "finished" ? t("practice.done") : reason === "replaced" ? t("practice.replaced") : t("practice.state.cancelled");
  const counted = entry === null ? 0 : Math.max(entry.mindfulSeconds, entry.workoutSeconds);
  const summary = entry !== null ? t("now.kept", { title: entry.title, time: duration(counted) })
    : reason === "finished" && fault === null ? t("now.tooShort")
    : reason === "cancelled" ? t("now.nothingKept") : null;
  return h("section", { class: "hero ended", id: "ended" }, h("h1", {}, title),
    summary === null ? null : h("p", { role: "status" }, summary),
    fault === null ? null : h("p", { class: "error", role: "alert" }, fault),
    entry === null || !mayAct() ? null : h("p", {}, h("a", { href: "/calendar" }, t("now.note"))),
    h("a", { class: "button primary", href: "/practice" }, t("now.again")));
}
