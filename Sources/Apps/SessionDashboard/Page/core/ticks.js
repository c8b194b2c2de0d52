// Marks of an axis: round values that leave each other space.

import { clockTime, number, shortDay } from "./format.js";

/** About `count` round values within low ... high. */
function round(low, high, count, steps) {
  const wanted = (high - low) / Math.max(1, count);
  const step = steps.find((each) => each >= wanted) ?? steps.at(-1);
  const values = [];
  for (let n = Math.ceil(low / step - 1e-9); n * step <= high + 1e-9 * step; n += 1) {
    values.push(n === 0 ? 0 : n * step); // Never the other zero, which has a sign.
  }
  return { values, step };
}

const decades = (from, to) => {
  const steps = [];
  for (let power = from; power <= to; power += 1) steps.push(1, 2, 5);
  return steps.map((step, index) => step * 10 ** (from + Math.floor(index / 3)));
};

const plainSteps = decades(-3, 6);
const timeSteps = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800];

/** Marks of numbers. */
export function plainTicks(low, high, count) {
  const { values, step } = round(low, high, count, plainSteps);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return values.map((value) => ({ value, text: number(value, digits) }));
}

/** Marks of a session's time, in s. */
export function timeTicks(low, high, count) {
  return round(low, high, count, timeSteps).values.map((value) => ({ value, text: clockTime(value) }));
}

/** Marks of days, each at most once; ms since 1970. */
export function dayTicks(low, high, count) {
  const dayMs = 86400000;
  const steps = [1, 2, 7, 14, 28, 56, 91, 182, 364].map((days) => days * dayMs);
  if (high - low < dayMs) return [{ value: (low + high) / 2, text: shortDay((low + high) / 2) }];
  const offset = new Date(high).getTimezoneOffset() * 60000;
  return round(low - offset, high - offset, count, steps).values.map((value) => ({
    value: value + offset, text: shortDay(value + offset),
  }));
}
