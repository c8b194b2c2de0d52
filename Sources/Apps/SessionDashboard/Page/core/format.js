// Numbers, durations and dates as people write them.

import { spoken, t } from "./language.js";

/** What stands where there is no value. */
export const nothing = "–";

const made = new Map();

function formatter(Kind, options) {
  const key = Kind.name + spoken() + JSON.stringify(options);
  if (!made.has(key)) made.set(key, new Kind(spoken(), options));
  return made.get(key);
}

function isMissing(value) {
  return value === null || value === undefined || !Number.isFinite(value);
}

/** A number with so many decimals. */
export function number(value, digits = 0) {
  if (isMissing(value)) return nothing;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return formatter(Intl.NumberFormat, options).format(value);
}

/** A difference, with its sign. */
export function signed(value, digits = 0) {
  if (isMissing(value)) return nothing;
  const rounded = Number(value.toFixed(digits));
  const sign = rounded > 0 ? "+" : rounded < 0 ? "−" : "±";
  return sign + number(Math.abs(rounded), digits);
}

/** A number with its unit; a dash alone where there is none. */
export function quantity(value, digits, unit) {
  return isMissing(value) ? nothing : `${number(value, digits)}\u00a0${unit}`;
}

/** A share of 1, in per cent. */
export function percent(value) {
  return isMissing(value) ? nothing : `${number(100 * value)}\u00a0%`;
}

/** Seconds as 9:05, or 1:09:05. */
export function clockTime(seconds) {
  if (isMissing(seconds)) return nothing;
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return (hours > 0 ? `${hours}:${two(minutes)}` : `${minutes}`) + `:${two(whole % 60)}`;
}

/** Seconds in words: 45 s, 10 min, 10 min 20 s. */
export function duration(seconds) {
  if (isMissing(seconds)) return nothing;
  const whole = Math.round(seconds);
  const minutes = t("unit.minutes", { n: number(Math.floor(whole / 60)) });
  const rest = t("unit.seconds", { n: number(whole % 60) });
  if (whole < 60) return rest;
  return whole % 60 === 0 || whole >= 3600 ? minutes : `${minutes} ${rest}`;
}

/** A day, and the time of day. */
export function dateTime(text) {
  return formatter(Intl.DateTimeFormat, { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(text));
}

/** A day without its year. */
export function shortDay(value) {
  return formatter(Intl.DateTimeFormat, { day: "numeric", month: "short" }).format(new Date(value));
}

/** The time of day that a text names by the clock of its own offset: 03:00 of `2026-11-25T03:00:00+01:00`. */
export function wallTime(text) {
  return inUTC({ timeStyle: "short" }, `${text.slice(0, 19)}Z`);
}

/** A day such as 2026-11-25 with its weekday and its year. */
export function wholeDay(day) {
  return inUTC({ weekday: "long", day: "numeric", month: "long", year: "numeric" }, day);
}

/** A month such as 2026-11 by its name, with the year. */
export function monthName(month) {
  return inUTC({ month: "long", year: "numeric" }, `${month}-01`);
}

/** The name of a day's weekday; `length`: "long", "short" or "narrow". */
export function weekday(day, length) {
  return inUTC({ weekday: length }, day);
}

/** A day has one name, wherever it is read. */
function inUTC(options, text) {
  return formatter(Intl.DateTimeFormat, { ...options, timeZone: "UTC" }).format(new Date(text));
}
