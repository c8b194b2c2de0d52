// A month as a table of days: arrows lead through it, and on into the months before and after.

import { api } from "../core/api.js";
import { h } from "../core/dom.js";
import { duration, monthName, weekday, wholeDay } from "../core/format.js";
import { t } from "../core/language.js";
import { attempt } from "../core/notices.js";
import { addDays } from "../core/days.js";

/** What stands for a measure on a day that is active, and on one that is not. */
export const signs = {
  mindful: { true: "●", false: "○" }, workout: { true: "■", false: "□" }, earned: "★", spent: "☆", rest: "☾",
};

/** `open(day)`: a day was chosen. Gives {node, show, reload, focus}. */
export function makeMonth({ open }) {
  const title = h("h2", { id: "month-name", "aria-live": "polite" });
  const head = h("tr", {});
  const body = h("tbody", {});
  const table = h("table", { class: "month", role: "grid", "aria-labelledby": "month-name", onkeydown: onKey },
    h("thead", {}, head), body);
  const step = (id, key, sign, to) => h("button", { type: "button", id, "aria-label": t(key), title: t(key),
    onclick: () => shown && show(shown[to], null) }, h("span", { "aria-hidden": "true" }, sign));
  const node = h("section", { class: "card", "aria-labelledby": "month-name" },
    h("div", { class: "card-head month-head" }, step("previous", "calendar.previous", "‹", "previous"), title,
      step("next", "calendar.next", "›", "next")),
    table,
    h("div", { class: "row" },
      h("button", { type: "button", class: "quiet", id: "to-today", onclick: () => shown && openDay(shown.today) },
        t("calendar.today"))),
    legend());
  let shown = null;
  /** The day that the Tab key reaches. */
  let current = null;
  let opened = null;
  let serial = 0;
  return { node, show, reload: () => show(shown?.month ?? null, current), focus: () => button(current)?.focus() };

  /** Shows a month; null: this one. `day` is then the one that the Tab key reaches. */
  async function show(month, day, movesFocus = false) {
    const own = ++serial;
    const found = await attempt(() => api.practiceMonth(month));
    if (!found || own !== serial) return;
    opened ??= day;
    const had = body.contains(document.activeElement);
    shown = found;
    const days = found.weeks.flat().filter(({ isInMonth }) => isInMonth);
    current = [day, current, found.today].find((each) => days.some(({ date }) => date === each)) ?? days[0].date;
    title.textContent = monthName(found.month);
    head.replaceChildren(...found.weeks[0].map(({ date }) => h("th", { scope: "col" },
      h("span", { "aria-hidden": "true" }, weekday(date, "short")),
      h("span", { class: "hidden" }, weekday(date, "long")))));
    body.replaceChildren(...found.weeks.map((week) => h("tr", {}, week.map(cell))));
    if (movesFocus || had) button(current)?.focus();
  }

  function cell(day) {
    if (!day.isInMonth) return h("td", { class: "other" });
    return h("td", { class: day.isRest ? "rest" : null }, h("button", {
      type: "button", "data-day": day.date, tabindex: day.date === current ? 0 : -1,
      class: day.isFuture ? "future" : null, "aria-label": label(day),
      "aria-current": day.date === shown.today ? "date" : null, "aria-pressed": String(day.date === opened),
      onclick: () => openDay(day.date),
    }, h("span", { class: "number" }, Number(day.date.slice(8))),
      h("span", { class: "signs", "aria-hidden": "true" }, signsOf(day)), total(day)));
  }

  function openDay(date) {
    opened = date;
    if (date.slice(0, 7) === shown.month) {
      select(date);
      for (const each of body.querySelectorAll("button")) {
        each.setAttribute("aria-pressed", String(each.dataset.day === date));
      }
    } else {
      show(date.slice(0, 7), date);
    }
    open(date);
  }

  function button(date) {
    return body.querySelector(`[data-day="${date}"]`);
  }

  /** The Tab key reaches this day. */
  function select(date) {
    button(current)?.setAttribute("tabindex", -1);
    current = date;
    button(date)?.setAttribute("tabindex", 0);
  }

  function onKey(event) {
    const week = shown?.weeks.find((days) => days.some(({ date }) => date === current));
    const to = week && {
      ArrowLeft: () => addDays(current, -1),
      ArrowRight: () => addDays(current, 1),
      ArrowUp: () => addDays(current, -7),
      ArrowDown: () => addDays(current, 7),
      Home: () => week.find(({ isInMonth }) => isInMonth).date,
      End: () => week.findLast(({ isInMonth }) => isInMonth).date,
      PageUp: () => sameDay(shown.previous),
      PageDown: () => sameDay(shown.next),
    }[event.key]?.();
    if (!to || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (to.slice(0, 7) !== shown.month) return show(to.slice(0, 7), to, true);
    select(to);
    button(to).focus();
  }

  /** The same day of another month, or that month's last one. */
  function sameDay(month) {
    const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
    return `${month}-${String(Math.min(Number(current.slice(8)), last)).padStart(2, "0")}`;
  }
}

function signsOf({ mindful, workout, isRest }) {
  const measure = (name, { seconds, isActive }) => (seconds > 0 ? signs[name][isActive] : "");
  return [measure("mindful", mindful), measure("workout", workout), isRest ? signs.rest : "",
    ...[mindful, workout].map(({ reward }) => (reward ? signs[reward] : ""))].join("");
}

function total({ mindful, workout }) {
  const minutes = Math.floor((mindful.seconds + workout.seconds) / 60);
  return minutes === 0 ? null : h("span", { class: "minutes", "aria-hidden": "true" }, minutes,
    h("span", { class: "wide-only" }, ` ${t("calendar.minutesUnit")}`));
}

/** A day in words. */
function label({ date, mindful, workout, isRest }) {
  const parts = Object.entries({ mindful, workout }).flatMap(([name, { seconds, isActive, reward }]) => [
    seconds > 0 ? t(`calendar.${name}`, { time: duration(seconds) }) + (isActive ? "" : t("calendar.tooShort")) : null,
    reward ? t(`calendar.${reward}`, { measure: t(`measure.${name}`) }) : null,
  ]);
  return [wholeDay(date), ...parts, isRest ? t("calendar.isRest") : null].filter(Boolean).join(", ");
}

function legend() {
  const entries = [[signs.mindful.true, "calendar.legend.mindful"], [signs.workout.true, "calendar.legend.workout"],
    [signs.mindful.false + signs.workout.false, "calendar.legend.less"], [signs.earned, "calendar.legend.earned"],
    [signs.spent, "calendar.legend.spent"], [signs.rest, "calendar.legend.rest"]];
  return h("ul", { class: "legend" },
    h("li", { class: "narrow-only" }, h("span", { class: "sign", "aria-hidden": "true" }, "20"), t("calendar.legend.minutes")),
    entries.map(([sign, key]) =>
      h("li", {}, h("span", { class: "sign", "aria-hidden": "true" }, sign), t(key))));
}
