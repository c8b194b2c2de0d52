// What everybody reads once in a browser before their first session in it.

import { ask } from "./dialog.js";
import { h } from "./dom.js";
import { t } from "./language.js";
import { recall, remember } from "./local.js";

/** Gives whether the person read it, now or before. */
export async function noticeIsRead() {
  if (recall("notice-read", false)) return true;
  const body = h("ul", { class: "notes" },
    ["first.1", "first.2", "first.3"].map((key) => h("li", {}, t(key))));
  const choice = await ask(t("first.title"), body, [
    { value: "yes", text: t("first.yes"), kind: "primary" },
    { value: "no", text: t("cancel") },
  ]);
  if (choice === "yes") remember("notice-read", true);
  return choice === "yes";
}
