// Short messages at the foot of the page; they go by themselves.

import { h } from "./dom.js";

const shownMs = 7000;

/** Shows a sentence; `kind`: "info" or "error". */
export function notice(text, kind = "info") {
  const container = document.getElementById("notices");
  const last = container.lastElementChild;
  if (last?.textContent === text) last.remove();
  const message = h("p", { class: `notice ${kind}` }, text);
  container.append(message);
  while (container.childElementCount > 3) container.firstElementChild.remove();
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
