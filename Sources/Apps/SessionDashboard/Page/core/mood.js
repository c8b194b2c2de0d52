// Three taps by which a person says how they feel: the energy, the mood, and done.

import { api } from "./api.js";
import { h } from "./dom.js";
import { t } from "./language.js";
import { attempt, notice } from "./notices.js";

/** `levels`: of 1 to 5, of both; `name(kind, level)`: the text of a button, with `kind` "energy" or "mood". */
export function moodButtons(levels, name) {
  const chosen = { energy: null, mood: null };
  const done = h("button", { type: "button", class: "primary", id: "mood-done", disabled: true, onclick: say }, t("music.moodDone"));
  const rows = ["energy", "mood"].map((kind) => [kind, levels.map((level) =>
    h("button", { type: "button", [`data-${kind}`]: level, "aria-pressed": "false", onclick: () => choose(kind, level) },
      name(kind, level)))]);
  return h("div", { class: "mood-taps" }, rows.map(([kind, buttons]) =>
    h("div", { class: "row moods", role: "group", "aria-label": t(`music.say.${kind}`) },
      h("span", { class: "dim small mood-kind", "aria-hidden": "true" }, t(`music.say.${kind}`)), buttons)), done);

  function choose(kind, level) {
    chosen[kind] = chosen[kind] === level ? null : level;
    draw();
  }

  function draw() {
    for (const [kind, buttons] of rows) {
      buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(levels[index] === chosen[kind])));
    }
    done.disabled = chosen.energy === null && chosen.mood === null;
  }

  async function say() {
    const said = { ...chosen };
    const body = { ...(said.mood === null ? {} : { level: said.mood }), ...(said.energy === null ? {} : { energy: said.energy }) };
    if (await attempt(() => api.leadMusic("mood", body)) === undefined) return;
    const names = ["energy", "mood"].filter((kind) => said[kind] !== null)
      .map((kind) => `${t(`music.say.${kind}`)} ${name(kind, said[kind])}`);
    notice(t("music.moodSaid", { name: names.join(", ") }));
    Object.assign(chosen, { energy: null, mood: null });
    draw();
  }
}
