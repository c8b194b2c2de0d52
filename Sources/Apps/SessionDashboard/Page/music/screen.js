// Music: what plays, why, and how the person is.

import { h } from "../core/dom.js";
import { replaceContent } from "../core/focus.js";
import { t } from "../core/language.js";
import { music } from "../core/music.js";
import { musicHead } from "../core/music-views.js";
import { makeBody } from "./body.js";
import { makeIdle } from "./idle.js";
import { makePlaying } from "./playing.js";
import { texts } from "./text.js";

export const screen = {
  name: "music",
  address: "/music",
  icon: "M9 18V5l11-2v13M9 18a3 3 0 1 1-6 0a3 3 0 0 1 6 0zM20 16a3 3 0 1 1-6 0a3 3 0 0 1 6 0z",
  style: "/app/music/style.css",
  texts,
  make,
};

/** While no music is chosen, a scan may go on; ms. */
const askMs = 3000;

function make() {
  const container = h("div", {}, h("p", { class: "plain dim" }, t("loading")));
  let shown = null;
  let kind = "";
  const end = music.on(draw);
  ask();
  const timer = setInterval(() => music.current === null && ask(), askMs);
  return {
    title: t("music.title"),
    node: h("div", { class: "music" }, musicHead(t("music.title"), "now"), container),
    leave() {
      clearInterval(timer);
      end();
      shown?.leave?.();
    },
  };

  async function ask() {
    try {
      await music.ask();
    } catch (error) {
      if (music.about === null) {
        replaceContent(container, h("section", { class: "card" }, h("p", { role: "alert" }, error.message),
          h("button", { type: "button", onclick: ask }, t("again"))));
      }
    }
  }

  function draw() {
    if (music.about === null) return;
    const next = music.current === null ? "idle" : "playing";
    if (next !== kind) {
      shown?.leave?.();
      shown = next === "idle" ? makeIdle() : both();
      kind = next;
      replaceContent(container, shown.node);
    }
    shown.update();
  }
}

function both() {
  const [playing, body] = [makePlaying(), makeBody()];
  return {
    node: h("div", { class: "music-both" }, playing.node, body.node),
    update() {
      playing.update();
      body.update();
    },
    leave: playing.leave,
  };
}
