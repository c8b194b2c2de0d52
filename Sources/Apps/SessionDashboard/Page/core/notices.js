// Short messages at the foot of the page; they go by themselves.

import { h } from "./dom.js";

const shownMs = 7000;

/** Shows a sentence; `kind`: "info" or "error". */
export function notice(text, kind = "info") {
  const place = document.getElementById("notices");
  const last = place.lastElementChild;
  if (last?.textContent === text) last.remove();
  const message = h("p", { class: `notice ${kind}` }, text);
  place.append(message);
  while (place.childElementCount > 3) place.firstElementChild.remove();
  setTimeout(() => message.remove(), shownMs);
}

/** Shows what an action threw. */
export async function attempt(action) {
  try {
    return await action();
  } catch (error) {
    notice(error.message, "error");
    return undefined;
  }
}
