// A screen that shows one thing of the server, by its address: a heading, a line beneath, and parts.

import { h, say } from "./dom.js";
import { replaceContent } from "./focus.js";
import { t } from "./language.js";

/**
 * Makes such a screen. `load()` gives {title, about} and what `parts(found)` makes nodes of; `title` and `back` are the
 * names of texts, and `home` is where the link leads.
 */
export function detailScreen({ name, title, home, back, load, parts }) {
  // The heading is there from the beginning, and stays: it may have the focus.
  const heading = h("h1", {}, t(title));
  const about = h("p", { class: "dim" });
  const body = h("div", {}, h("p", { class: "plain dim" }, t("loading")));
  let isLeft = false;
  show();
  return {
    title: t(title),
    node: h("div", { class: name }, h("header", { class: "page-head" }, heading, about), body,
      h("p", {}, h("a", { href: home }, t(back)))),
    leave() {
      isLeft = true;
    },
  };

  async function show() {
    try {
      const found = await load();
      if (isLeft) return;
      say(heading, found.title);
      say(about, found.about);
      document.title = found.title;
      replaceContent(body, ...parts(found));
    } catch ({ message }) {
      if (isLeft) return;
      replaceContent(body, h("p", { role: "alert" }, message),
        h("button", { type: "button", onclick: show }, t("again")));
    }
  }
}
