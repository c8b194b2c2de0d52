// How the person is: dials with how sure they are, the context, the mood, and more or less energy.

import { api } from "../core/api.js";
import { h, say } from "../core/dom.js";
import { number, percent, signed } from "../core/format.js";
import { t, tOr } from "../core/language.js";
import { music } from "../core/music.js";
import { moodButtons } from "../core/mood.js";
import { attempt } from "../core/notices.js";
import { mayAct } from "../core/state.js";

/** As the context is found, and not said. */
const found = "";

export function makeBody() {
  const heart = h("p", { class: "music-heart" });
  const dials = h("div", { class: "body-dials" });
  const known = new Map();
  const context = makeContext();
  const nudge = h("p", { class: "dim small", role: "status" });
  const need = h("p", {});
  const energy = h("div", { class: "row", role: "group", "aria-label": t("music.nudge") },
    h("button", { type: "button", id: "less-energy", onclick: () => press(-1) }, t("music.lessEnergy")),
    h("button", { type: "button", id: "more-energy", onclick: () => press(1) }, t("music.moreEnergy")));
  const acting = mayAct() ? [
    h("section", { class: "card" }, h("h2", {}, t("music.mood")),
      moodButtons([1, 2, 3, 4, 5], (kind, level) => t(`music.${kind}.${level}`))),
    h("section", { class: "card" }, h("h2", {}, t("music.nudge")), energy, nudge),
  ] : [];
  const node = h("div", { class: "music-side" },
    h("section", { class: "card" }, h("h2", {}, t("music.body")), heart, dials),
    h("section", { class: "card" }, h("h2", {}, t("music.does")), context.node, need), acting);
  return { node, update };

  function update() {
    const { current } = music;
    say(heart, current.bpm === undefined ? t("music.noHeart")
      : `${t("music.heart")}: ${number(current.bpm)} ${t("unit.bpm")}`);
    for (const dial of current.dials) draw(dial);
    context.update(current);
    say(need, t("music.need", { name: music.word(current.need) }));
    say(nudge, current.nudge === 0 ? "" : t("music.nudgeValue", { value: signed(current.nudge, 1) }));
  }

  function draw({ name, value, confidence }) {
    if (!known.has(name)) {
      const [amount, sure, fill] = [h("span", { class: "number" }), h("span", { class: "dim small" }), h("span", {})];
      const bar = h("div", { class: "dial-bar", role: "meter", "aria-label": t(`music.dial.${name}`),
        "aria-valuemin": 0, "aria-valuemax": 1 }, fill);
      known.set(name, { amount, sure, fill, bar });
      dials.append(h("div", { class: "body-dial" }, h("span", {}, t(`music.dial.${name}`)), amount, bar, sure));
    }
    const { amount, sure, fill, bar } = known.get(name);
    say(amount, percent(value));
    say(sure, t("music.sureTo", { confidence: percent(confidence) }));
    fill.style.width = `${(100 * value).toFixed(1)}%`;
    fill.style.opacity = (0.35 + 0.65 * confidence).toFixed(2);
    bar.setAttribute("aria-valuenow", value.toFixed(2));
    bar.setAttribute("aria-valuetext", t("music.sure", { value: percent(value), confidence: percent(confidence) }));
  }
}

function press(direction) {
  attempt(() => api.leadMusic("nudge", { direction }));
}

function makeContext() {
  const name = h("p", {});
  const select = h("select", { id: "music-context", "aria-label": t("music.does"), onchange: () => choose(select.value) });
  const source = h("p", { class: "dim small" });
  return {
    node: h("div", {}, mayAct() ? select : name, source),
    update({ context, contextSources, isContextSaid }) {
      say(name, music.word(context));
      if (select.childElementCount === 0) {
        select.append(h("option", { value: found }),
          ...music.about.contexts.filter(({ id }) => id !== "unknown").map(({ id }) =>
            h("option", { value: id }, music.word(id))));
      }
      say(select.firstElementChild, isContextSaid ? t("music.found", { name: "…" }) : t("music.found", { name: music.word(context) }));
      if (document.activeElement !== select) select.value = isContextSaid ? context : found;
      say(source, isContextSaid ? t("music.isSaid")
        : contextSources.map((each) => tOr(`music.source.${each}`, each)).join(", "));
    },
  };
}

function choose(value) {
  attempt(() => api.leadMusic("context", { context: value === found ? null : value }));
}
