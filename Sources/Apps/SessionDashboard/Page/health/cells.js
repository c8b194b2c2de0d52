// One entry of a day: a workout, a recovery, or a breathing session. The server makes the texts.

import { h, s } from "../core/dom.js";

const icons = {
  run: "M13 4a1.6 1.6 0 1 0 0-.1M7 21l3-5-1-4 4-4 3 3h3M10 16l4 1 1 4M5 12l3-4h5",
  cycling: "M5.5 18a3.5 3.5 0 1 0 0-.1M18.5 18a3.5 3.5 0 1 0 0-.1M6 17l4-7h5l3 7M10 10l3 7M14 6h3",
  swimming: "M3 17c2-2 4-2 6 0s4 2 6 0 4-2 6 0M3 21c2-2 4-2 6 0s4 2 6 0 4-2 6 0M6 13l6-5 4 4M17 8a1.6 1.6 0 1 0 0-.1",
  walk: "M13 4a1.6 1.6 0 1 0 0-.1M9 21l2-6 3 3 1 3M11 15l1-6 3 3h2M8 12l3-3",
  hike: "M12 4a1.6 1.6 0 1 0 0-.1M8 21l2-6 3 3 1 3M10 15l1-6 3 3h2M19 8v13",
  yoga: "M12 5a1.6 1.6 0 1 0 0-.1M12 8v6M4 12l8-2 8 2M5 20c3-4 11-4 14 0",
  strength: "M3 10v4M6 7v10M18 7v10M21 10v4M6 12h12",
  hiit: "M13 3 5 14h6l-1 7 8-11h-6z",
  workout: "M12 21C5 15 3 12 3 9a4.5 4.5 0 0 1 9-1 4.5 4.5 0 0 1 9 1c0 3-2 6-9 12z",
  recovery: "M20 14A8 8 0 1 1 10 4a7 7 0 0 0 10 10z",
  breathing: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
};

/** An icon by its name. */
export function icon(name) {
  return s("svg", { class: "kind-icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: icons[name] ?? icons.workout }));
}

/** The card of an entry, which leads to its details. */
export function cell({ kind, address, icon: name, title, detail, time, figures, stages, facts }) {
  return h("a", { class: `day-entry ${kind}`, href: address },
    icon(name),
    h("span", { class: "entry-head" },
      h("span", { class: "entry-title" }, title, detail ? h("span", { class: "dim small" }, " ", detail) : null),
      time ? h("span", { class: "dim number" }, time) : null),
    figures.length > 0 ? h("span", { class: "figures number" },
      figures.map((text) => h("span", {}, text))) : null,
    stages.length > 0 ? stagesBar(stages) : null,
    facts.length > 0 ? h("span", { class: "facts" }, facts.map(({ name: label, text }) =>
      h("span", { class: "fact" }, h("span", { class: "dim small" }, label), " ", h("span", { class: "number" }, text))))
      : null);
}

/** The stages of a night in proportion; each is named in the legend, so the colour alone says nothing. */
export function stagesBar(stages) {
  return h("span", { class: "stages" },
    h("span", { class: "stage-bar", "aria-hidden": "true" }, stages.map(({ stage, seconds }) => {
      const piece = h("span", { class: `stage ${stage}` });
      piece.style.flexGrow = String(seconds);
      return piece;
    })),
    h("span", { class: "stage-legend" }, stages.map(({ stage, name, text }) =>
      h("span", {}, h("i", { class: `stage ${stage}`, "aria-hidden": "true" }), `${name} `,
        h("span", { class: "number" }, text)))));
}
