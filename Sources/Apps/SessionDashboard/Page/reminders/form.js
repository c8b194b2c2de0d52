// The form of a reminder: when, under which condition, what it says, and how.

import { api } from "../core/api.js";
import { freshId, h, say } from "../core/dom.js";
import { t } from "../core/language.js";
import { dayName, daysOf, dayIndices, timesOf, usual } from "./rule.js";

const maxTimes = 24;
const measures = ["any", "mindful", "workout"];
const ways = ["desktop", "page"];

/** `reminder`: null for a new one. Gives {node, focus}. */
export function reminderForm({ reminder, suggested, saved, cancelled }) {
  const isNew = reminder === null;
  const rule = reminder ?? { ...usual, times: suggested ?? usual.times, text: t("reminders.usualText") };
  const text = h("input", { type: "text", required: true, maxlength: 200, value: rule.text, autocomplete: "off" });
  const times = timesPart(rule.times);
  const days = daysPart(rule.days);
  const condition = conditionPart(rule.condition);
  const via = viaPart(rule.via);
  const more = morePart(rule);
  const error = h("p", { class: "error", role: "alert" });
  const save = h("button", { class: "primary" }, t("reminders.save"));
  const node = h("form", { class: "reminder-form", onsubmit: send },
    h("h2", {}, t(isNew ? "reminders.add" : "reminders.editTitle")),
    field("reminders.text", text), times.node, days.node, condition.node, via.node, more.node, error,
    h("div", { class: "row" }, save,
      h("button", { type: "button", class: "quiet", onclick: cancelled }, t("cancel"))));
  return { node, focus: () => text.focus() };

  async function send(event) {
    event.preventDefault();
    const said = { text: text.value.trim(), times: times.value(), days: days.value(), condition: condition.value(),
      via: via.value(), ...more.value() };
    if (said.days === "") return say(error, t("reminders.noDays"));
    if (said.via.length === 0) return say(error, t("reminders.noWay"));
    save.disabled = true;
    try {
      if (isNew) await api.addReminder(said);
      else await api.changeReminder(reminder.id, said);
      saved();
    } catch (refusal) {
      say(error, refusal.message);
      save.disabled = false;
      save.focus();
    }
  }
}

function field(key, control, after = null) {
  control.id ||= freshId("reminder");
  return h("div", { class: "field" }, h("label", { for: control.id }, t(key)),
    after ? h("span", { class: "row" }, control, after) : control);
}

function timesPart(text) {
  const { times, every, from, to } = timesOf(text);
  const isEvery = every !== undefined;
  const list = h("span", { class: "row times" });
  const add = h("button", { type: "button", class: "quiet", onclick() {
    list.insertBefore(timeBox("12:00"), add);
    list.querySelector(".time-box:last-of-type input").focus();
    count();
  } }, t("reminders.addTime"));
  list.append(...(times ?? [usual.times]).map(timeBox), add);
  const step = h("input", { type: "number", min: 5, max: 720, step: 1, value: every ?? 90, inputmode: "numeric" });
  const first = h("input", { type: "time", value: from ?? "09:00", "aria-label": t("reminders.from") });
  const last = h("input", { type: "time", value: to ?? "17:00", "aria-label": t("reminders.to") });
  const fixed = h("div", { class: "field" }, h("span", { id: freshId("times") }, t("reminders.times")), list);
  list.setAttribute("role", "group");
  list.setAttribute("aria-labelledby", fixed.firstChild.id);
  const spread = h("div", { class: "row spread" }, field("reminders.every", step), field("reminders.from", first),
    field("reminders.to", last));
  const mode = h("select", { onchange: follow },
    h("option", { value: "fixed", selected: !isEvery }, t("reminders.atTimes")),
    h("option", { value: "every", selected: isEvery }, t("reminders.spread")));
  follow();
  count();
  return {
    node: h("div", { class: "times-part" }, field("reminders.when", mode), fixed, spread),
    value: () => (mode.value === "every" ? `every ${step.value} from ${first.value} to ${last.value}`
      : [...new Set([...list.querySelectorAll("input")].map(({ value }) => value))].sort().join(",")),
  };

  function follow() {
    const isSpread = mode.value === "every";
    fixed.hidden = isSpread;
    spread.hidden = !isSpread;
    // What is hidden is not asked for.
    for (const input of fixed.querySelectorAll("input")) input.required = !isSpread;
    for (const input of spread.querySelectorAll("input")) input.required = isSpread;
  }

  function timeBox(value) {
    const box = h("span", { class: "time-box" },
      h("input", { type: "time", value, required: true, "aria-label": t("reminders.time") }),
      h("button", { type: "button", class: "quiet", "aria-label": t("reminders.removeTime"), onclick() {
        box.remove();
        count();
        list.querySelector("input").focus();
      } }, h("span", { "aria-hidden": "true" }, "×")));
    return box;
  }

  /** The last time stays, and of so many no more are added. */
  function count() {
    const boxes = list.querySelectorAll(".time-box");
    add.hidden = boxes.length >= maxTimes;
    for (const box of boxes) box.querySelector("button").hidden = boxes.length === 1;
  }
}

function daysPart(days) {
  const chosen = dayIndices(days);
  const boxes = Array.from({ length: 7 }, (_, index) =>
    h("input", { type: "checkbox", value: index, checked: chosen.includes(index), "aria-label": dayName(index, "long") }));
  return {
    node: h("fieldset", {}, h("legend", {}, t("reminders.days")), h("div", { class: "segments" }, boxes.map((box, index) =>
      h("label", { class: "segment" }, box, h("span", {}, dayName(index, "short")))))),
    value: () => daysOf(boxes.filter(({ checked }) => checked).map(({ value }) => Number(value))),
  };
}

function conditionPart(condition) {
  const kindNow = condition.kind === "unless" && condition.hours !== null ? "hours" : condition.kind;
  const kind = h("select", { onchange: follow }, ["always", "unless", "hours", "streak"].map((each) =>
    h("option", { value: each, selected: each === kindNow }, t(`reminders.if.${each}`))));
  const of = h("select", {}, measures.map((each) =>
    h("option", { value: each, selected: each === condition.of }, t(`reminders.of.${each}`))));
  const hours = h("input", { type: "number", min: 1, max: 72, step: 1, value: condition.hours ?? 12, inputmode: "numeric" });
  const days = h("input", { type: "number", min: 1, max: 100_000, step: 1, value: condition.days ?? 3, inputmode: "numeric" });
  const fields = { of: field("reminders.what", of), hours: field("reminders.hours", hours), days: field("reminders.streakDays", days) };
  follow();
  return {
    node: h("div", { class: "row condition" }, field("reminders.if", kind), Object.values(fields)),
    value: () => ({
      always: { kind: "always" },
      unless: { kind: "unless", of: of.value, hours: null },
      hours: { kind: "unless", of: of.value, hours: Number(hours.value) },
      streak: { kind: "streak", of: of.value, days: Number(days.value) },
    }[kind.value]),
  };

  function follow() {
    fields.of.hidden = kind.value === "always";
    fields.hours.hidden = kind.value !== "hours";
    fields.days.hidden = kind.value !== "streak";
  }
}

/** Ways that only the command line can set stay as they are. */
function viaPart(via) {
  const boxes = ways.map((way) => h("input", { type: "checkbox", value: way, checked: via.includes(way) }));
  const others = via.filter((way) => !ways.includes(way));
  return {
    node: h("fieldset", {}, h("legend", {}, t("reminders.via")),
      boxes.map((box) => h("label", { class: "choice-line" }, box, t(`reminders.via.${box.value}`))),
      others.length === 0 ? null
        : h("p", { class: "dim small" }, t("reminders.viaOthers", { ways: others.map((way) => t(`reminders.via.${way}`)).join(", ") }))),
    value() {
      const chosen = [...boxes.filter(({ checked }) => checked).map(({ value }) => value), ...others];
      // What was there keeps its order, in which the ways are tried.
      return [...via.filter((way) => chosen.includes(way)), ...chosen.filter((way) => !via.includes(way))];
    },
  };
}

function morePart({ grace, snooze, quiet }) {
  const graceInput = h("input", { type: "number", min: 0, max: 1440, step: 1, required: true, value: grace, inputmode: "numeric" });
  const snoozeInput = h("input", { type: "number", min: 5, max: 120, step: 1, required: true, value: snooze, inputmode: "numeric" });
  const [from, to] = quiet?.split("-") ?? ["", ""];
  const quietFrom = h("input", { type: "time", value: from, "aria-label": t("reminders.quietFrom") });
  const quietTo = h("input", { type: "time", value: to, "aria-label": t("reminders.quietTo") });
  return {
    node: h("details", { open: quiet !== null }, h("summary", {}, t("reminders.more")),
      h("div", { class: "row more" }, field("reminders.grace", graceInput), field("reminders.snoozeMinutes", snoozeInput),
        field("reminders.quietFrom", quietFrom), field("reminders.quietTo", quietTo)),
      h("p", { class: "dim small" }, t("reminders.moreHint"))),
    value: () => ({
      grace: Number(graceInput.value), snooze: Number(snoozeInput.value),
      quiet: quietFrom.value && quietTo.value ? `${quietFrom.value}-${quietTo.value}` : null,
    }),
  };
}
