// Buttons by which a person says their mood.

import { api } from "./api.js";
import { h } from "./dom.js";
import { t } from "./language.js";
import { attempt, notice } from "./notices.js";

/** `levels`: of 1 to 5; `name(level)`: the text of a button. */
export function moodButtons(levels, name) {
  return h("div", { class: "row moods", role: "group", "aria-label": t("music.mood") },
    levels.map((level) => h("button", { type: "button", "data-mood": level, onclick: () => say(level, name(level)) },
      name(level))));
}

async function say(level, name) {
  if (await attempt(() => api.leadMusic("mood", { level })) !== undefined) notice(t("music.moodSaid", { name }));
}
