// Questions that are answered before anything else happens.

import { freshId, h } from "./dom.js";

/**
 * Asks, and gives the value of the answer; null when the dialog was closed.
 * `choices`: [{value, text, kind}], the first one has the focus.
 */
export function ask(title, body, choices) {
  const id = freshId("dialog");
  const dialog = h(
    "dialog", { "aria-labelledby": id },
    h("h2", { id }, title), body,
    h("div", { class: "row end" }, choices.map(({ value, text, kind = "" }, index) =>
      h("button", {
        type: "button", class: kind, autofocus: index === 0, "data-answer": value,
        onclick: () => dialog.close(value),
      }, text))));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => {
      dialog.remove();
      resolve(dialog.returnValue === "" ? null : dialog.returnValue);
    };
  });
}
