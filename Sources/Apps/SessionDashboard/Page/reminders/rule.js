// The texts of a rule, split for a form and put together again, and said in words.

import { number, wallTime, weekday } from "../core/format.js";
import { t } from "../core/language.js";

const names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
/** A Monday; the days after it follow. */
const someMonday = "2026-01-05";

/** What a new reminder begins with. */
export const usual = {
  times: "07:00", days: "daily", condition: { kind: "unless", of: "any", hours: null }, text: "",
  via: ["desktop", "page"], grace: 120, snooze: 10, quiet: null,
};

/** `mon-wed,sat` as the indices of its days, Monday being 0. */
export function dayIndices(days) {
  if (days === "daily") return names.map((_, index) => index);
  return days.split(",").flatMap((part) => {
    const [first, last = first] = part.split("-").map((name) => names.indexOf(name));
    // A range may pass the end of the week.
    return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, step) => (first + step) % 7);
  });
}

/** The text of these days. */
export function daysOf(indices) {
  return indices.length === 7 ? "daily" : names.filter((_, index) => indices.includes(index)).join(",");
}

/** The name of a day of the week. */
export function dayName(index, length) {
  return weekday(`${someMonday.slice(0, 8)}${String(5 + index).padStart(2, "0")}`, length);
}

/** `07:00,21:30` or `every 90 from 09:00 to 17:00` as {times} or {every, from, to}. */
export function timesOf(text) {
  const found = /^every (\d+) from ([\d:]+) to ([\d:]+)$/.exec(text);
  return found ? { every: Number(found[1]), from: found[2], to: found[3] } : { times: text.split(",") };
}

/** A time of a rule, as people write it. */
export function clock(time) {
  return wallTime(`2026-01-01T${time}:00Z`);
}

/** When a rule rings, in words. */
export function timesInWords(text) {
  const { times, every, from, to } = timesOf(text);
  return times ? times.map(clock).join(", ")
    : t("reminders.everyWords", { n: number(every), from: clock(from), to: clock(to) });
}

export function daysInWords(days) {
  const indices = dayIndices(days);
  if (indices.length === 7) return t("reminders.daily");
  if (daysOf(indices) === "mon,tue,wed,thu,fri") return t("reminders.weekdays");
  return [...indices].sort().map((index) => dayName(index, "short")).join(", ");
}

export function conditionInWords({ kind, of, hours, days }) {
  if (kind === "always") return t("reminders.always");
  const what = t(`reminders.of.${of}`);
  if (kind === "streak") return t("reminders.streakWords", { what, n: days });
  return hours === null ? t("reminders.unlessDay", { what }) : t("reminders.unlessHours", { what, n: hours });
}
