// Days of rest, on which nothing is expected: set by their first and their last day.

import { api } from "../core/api.js";
import { freshId, h, say } from "../core/dom.js";
import { wholeDay } from "../core/format.js";
import { t } from "../core/language.js";
import { attempt } from "../core/notices.js";

/** `changed()`: other days are of rest now. Gives {node}. */
export function makeRest({ changed }) {
  const list = h("ul", { class: "rests" });
  const first = h("input", { type: "date", required: true, id: freshId("rest"), onchange() {
    if (last.value < first.value) last.value = first.value;
    last.min = first.value;
  } });
  const last = h("input", { type: "date", required: true, id: freshId("rest") });
  const error = h("p", { class: "error", role: "alert" });
  const heading = h("h2", { id: "rest-title", tabindex: -1 }, t("calendar.restTitle"));
  const node = h("section", { class: "card", "aria-labelledby": "rest-title" }, heading,
    h("p", { class: "dim small" }, t("calendar.restText")), list,
    h("form", { class: "row rest-form", onsubmit: add },
      h("div", { class: "field" }, h("label", { for: first.id }, t("calendar.restFirst")), first),
      h("div", { class: "field" }, h("label", { for: last.id }, t("calendar.restLast")), last),
      h("button", { id: "add-rest" }, t("calendar.restAdd"))), error);
  let rests = [];
  attempt(api.practiceRest).then((found) => found && draw(found));
  return { node };

  function draw({ rest, earliest, today }) {
    rests = rest;
    first.min = earliest;
    if (first.value === "") first.value = last.value = today;
    list.replaceChildren(...rest.map((each) => h("li", {},
      h("span", {}, words(each)),
      h("button", { type: "button", class: "quiet", onclick: () => remove(each) }, t("calendar.restRemove"),
        h("span", { class: "hidden" }, ` ${words(each)}`)))));
  }

  async function add(event) {
    event.preventDefault();
    if (await keep([...rests, { first: first.value, last: last.value }])) first.focus();
  }

  async function remove(rest) {
    if (await keep(rests.filter((each) => each !== rest))) heading.focus({ preventScroll: true });
  }

  async function keep(next) {
    try {
      draw(await api.savePracticeRest(next));
      say(error, "");
      changed();
      return true;
    } catch (refusal) {
      say(error, refusal.message);
      return false;
    }
  }
}

function words({ first, last }) {
  return first === last ? wholeDay(first) : t("calendar.restRange", { first: wholeDay(first), last: wholeDay(last) });
}
