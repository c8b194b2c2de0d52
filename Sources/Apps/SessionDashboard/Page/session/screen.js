// The session: how its sensor is checked, how it runs, or where one begins.

import { endOf } from "../core/aftermath.js";
import { api } from "../core/api.js";
import { beginPanel } from "../core/begin.js";
import { h } from "../core/dom.js";
import { replaceContent } from "../core/focus.js";
import { t } from "../core/language.js";
import { live } from "../core/live.js";
import { notice } from "../core/notices.js";
import { go } from "../core/router.js";
import { checkingSession } from "./checks.js";
import { runningSession } from "./running.js";
import { texts } from "./text.js";

export const screen = {
  name: "session",
  address: "/session",
  icon: "M12 21c-5-3-8-6.5-8-10a4.5 4.5 0 0 1 8-2.8A4.5 4.5 0 0 1 20 11c0 3.5-3 7-8 10z",
  style: "/app/session/style.css",
  texts,
  make,
};

function make() {
  const node = h("div", { class: "session-place" });
  let shown = null;
  const off = [live.on("change", follow), live.on("ended", ended)];
  follow();
  return { title: t("session.title"), node, leave };

  function follow() {
    const kind = kindNow();
    if (shown?.kind === kind && shown.session === live.session) return shown.update?.();
    if (kind === "idle" && shown?.session) seekSummary(shown.session);
    shown?.leave?.();
    shown = { kind, session: live.session, ...view(kind) };
    replaceContent(node, shown.node);
    shown.update?.();
  }

  function leave() {
    off.forEach((end) => end());
    shown?.leave?.();
  }
}

function kindNow() {
  if (live.session !== null) return live.isChecking ? "checking" : "running";
  return live.isKnown ? "idle" : "unknown";
}

function view(kind) {
  if (kind === "checking") return checkingSession();
  if (kind === "running") return runningSession();
  if (kind === "unknown") {
    return {
      node: h("div", {}, h("h1", { class: "hidden" }, t("session.title")),
        h("p", { class: "plain dim" }, t("session.connecting"))),
    };
  }
  return {
    node: h("section", { class: "hero" }, h("h1", {}, t("session.title")),
      h("p", { class: "dim" }, t("session.none")), beginPanel()),
  };
}

function ended(message) {
  const end = endOf(message);
  if (message.id !== null) return go(`/summary/${message.id}`, { replace: true, state: { isFresh: true, end } });
  notice(t("session.notKept"));
  go("/", { replace: true, state: { end } });
}

/** The session ended while the line was down: what came of it is among the kept ones. */
async function seekSummary({ startedAt, source }) {
  const apart = source === "simulated" || source === "replay" ? 1 : 0;
  const page = await api.sessions({ limit: 1, apart }).catch(() => null);
  const last = page?.sessions[0];
  const isIt = last && Math.abs(Date.parse(last.startedAt) - Date.parse(startedAt)) < 2000;
  if (isIt && location.pathname === "/session") ended({ id: last.id });
}
