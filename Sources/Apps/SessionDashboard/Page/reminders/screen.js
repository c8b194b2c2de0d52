// The reminders: which there are, when each comes next, and whether this browser shows them.

import { api } from "../core/api.js";
import { ask } from "../core/dialog.js";
import { h } from "../core/dom.js";
import { replaceContent } from "../core/focus.js";
import { wallTime, wholeDay } from "../core/format.js";
import { t } from "../core/language.js";
import { live } from "../core/live.js";
import { attempt, notice } from "../core/notices.js";
import { mayAct } from "../core/state.js";
import { makeBrowserCard } from "./browser-card.js";
import { reminderForm } from "./form.js";
import { conditionInWords, daysInWords, timesInWords } from "./rule.js";
import { texts } from "./text.js";

export const screen = {
  name: "reminders",
  address: "/reminders",
  style: "/app/reminders/style.css",
  texts,
  make,
};

/** A reminder that rings while the screen is open is seen soon after; ms. */
const againMs = 30_000;

function make() {
  const list = h("div", { class: "reminders-list" });
  const browser = mayAct() ? makeBrowserCard() : null;
  /** The form that is open; what is loaded meanwhile waits until it is closed. */
  let form = null;
  load();
  const timer = setInterval(() => document.hidden || load(), againMs);
  const off = live.on("reminder", load);
  return {
    title: t("reminders.title"),
    node: h("div", { class: "reminders" },
      h("header", { class: "page-head" }, h("h1", {}, t("reminders.title")), h("p", { class: "dim" }, t("reminders.line"))),
      browser?.node, list),
    leave() {
      clearInterval(timer);
      off();
      browser?.leave();
    },
  };

  async function load() {
    if (form !== null) return;
    const found = await attempt(api.reminders);
    if (found && form === null) draw(found);
  }

  function draw(found) {
    const focused = document.activeElement?.dataset?.act;
    const { reminders, runner, suggested } = found;
    const add = () => h("button", { type: "button", "data-act": "add", id: "add-reminder", class: "primary",
      onclick: () => edit(null, suggested) }, t("reminders.add"));
    replaceContent(list, ...(reminders.length > 0 ? reminders.map((each) => card(each, suggested))
      : [h("p", { class: "card empty" }, t("reminders.none"))]),
      mayAct() ? add() : "",
      reminders.length > 0 ? h("p", { class: "dim small runner" }, t(`reminders.runner.${runner}`)) : "");
    if (focused) list.querySelector(`[data-act="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  function edit(reminder, suggested) {
    form = reminderForm({ reminder, suggested, saved: () => closed(), cancelled: () => closed() });
    const item = reminder && list.querySelector(`[data-reminder="${CSS.escape(reminder.id)}"]`);
    if (item) item.replaceChildren(form.node);
    else list.querySelector("#add-reminder").replaceWith(h("section", { class: "card" }, form.node));
    form.focus();

    async function closed() {
      form = null;
      await load();
      const back = list.querySelector(reminder ? `[data-act="edit ${CSS.escape(reminder.id)}"]` : "#add-reminder");
      back?.focus({ preventScroll: true });
    }
  }

  async function remove({ id, text }) {
    const choice = await ask(t("reminders.deleteTitle"), h("p", {}, text), [
      { value: "no", text: t("cancel") }, { value: "yes", text: t("reminders.delete"), kind: "danger" },
    ]);
    if (choice === "yes") await act(() => api.deleteReminder(id));
  }

  async function act(action, said = null) {
    const isDone = await attempt(action);
    if (isDone === undefined) return;
    if (said) notice(said);
    await load();
  }

  function card(reminder, suggested) {
    const { id, text, times, days, condition, via, next, last, canSnooze, snooze } = reminder;
    const button = (name, words, action, kind = "") => h("button", { type: "button", class: `quiet ${kind}`,
      "data-act": `${name} ${id}`, onclick: action }, words, h("span", { class: "hidden" }, ` ${text}`));
    return h("section", { class: "card reminder", "data-reminder": id, "aria-labelledby": `reminder-${id}` },
      h("h2", { id: `reminder-${id}` }, text),
      h("p", { class: "at" }, h("span", { class: "number" }, timesInWords(times)), ` · ${daysInWords(days)}`),
      h("p", { class: "dim" }, conditionInWords(condition)),
      h("p", { class: "dim small" },
        t("reminders.by", { ways: via.map((way) => t(`reminders.via.${way}`)).join(", ") })),
      h("p", { class: "next" }, next === null ? t("reminders.noNext") : t("reminders.next", { time: moment(next.time) })),
      last === null ? null : h("p", { class: "dim small" },
        t("reminders.last", { time: moment(last.time), state: t(`reminders.state.${last.state}`) })),
      !mayAct() ? null : h("div", { class: "row" },
        canSnooze ? button("snooze", t("reminders.snooze", { n: snooze }),
          () => act(() => api.snoozeReminder(id), t("reminders.snoozed"))) : null,
        canSnooze ? button("today", t("reminders.today"),
          () => act(() => api.endReminderToday(id), t("reminders.ended"))) : null,
        button("edit", t("reminders.edit"), () => edit(reminder, suggested)),
        button("delete", t("reminders.delete"), () => remove(reminder), "danger")));
  }
}

/** A moment such as 2026-11-25T07:00 in words. */
function moment(text) {
  return t("reminders.moment", { day: wholeDay(text.slice(0, 10)), time: wallTime(`${text}:00`) });
}
