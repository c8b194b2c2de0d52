// The session or practice that is in the way of a new one: who has it, and what the person wants to do about it.

import { api } from "./api.js";
import { ask } from "./dialog.js";
import { h } from "./dom.js";
import { dateTime } from "./format.js";
import { t } from "./language.js";
import { go } from "./router.js";

/**
 * Begins a session, or with `begin` a practice. Where another one runs, the person chooses: to watch it, to end it and begin theirs, or neither.
 *
 * Gives whether the requested session began; throws a Refusal for every other reason.
 */
export async function beginOrAsk(request, begin = api.begin) {
  try {
    await begin(request);
    return true;
  } catch (refusal) {
    if (!refusal.holder) throw refusal;
    const choice = await askAbout(refusal.holder);
    if (choice === "take") return beginOrAsk({ ...request, force: true }, begin);
    if (choice === "watch") go(addressOf(refusal.holder));
    return false;
  }
}

/** Where the running session can be seen; null where this page cannot show it. */
function addressOf({ id, kind, isHere, isKept }) {
  if (isPractice(kind)) return "/practice/now";
  if (isHere) return "/session";
  return isKept ? `/summary/${encodeURIComponent(id)}` : null;
}

const isPractice = (kind) => !["session", "pacing"].includes(kind);

/** "watch", "take", or what stands for neither. The first answer has the focus: it never ends a session. */
function askAbout(holder) {
  const row = (key, value) => [h("dt", {}, t(key)), h("dd", {}, value)];
  const tail = isPractice(holder.kind) ? ".practice" : "";
  const body = h("div", {}, h("dl", { class: "pairs" },
    holder.title ? row(`holder.what${tail}`, holder.title) : null,
    row("holder.where", t(holder.owner === "page" ? "holder.onPage" : "holder.inTerminal")),
    row("holder.since", dateTime(holder.since))),
    h("p", { class: "dim" }, t("holder.text"), " ", holder.isKept ? t("holder.kept") : null));
  return ask(t(`holder.title${tail}`), body, [
    addressOf(holder) === null ? null : { value: "watch", text: t("holder.watch"), kind: "primary" },
    { value: "no", text: t("cancel") },
    { value: "take", text: t("holder.take"), kind: "danger" },
  ].filter(Boolean));
}
