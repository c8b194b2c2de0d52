// Rounds of work, with rests between them.

import { h, say } from "../core/dom.js";
import { t } from "../core/language.js";
import { timeText } from "../core/practice.js";
import { keepValues, numberField, startValues, switchField } from "./fields.js";

const usual = { work: 30, rest: 15, rounds: 10, prepare: 10, count: false };

export function intervalForm(query) {
  const values = startValues("interval", usual, query);
  const total = h("span", {});
  const field = (name, min, max, step, unit) => numberField({
    key: name === "prepare" ? "practice.prepare" : `interval.${name}`, value: values[name], min, max, step, unit,
    fields: name, onChange: update });
  const work = field("work", 5, 3600, 5, "s");
  const rest = field("rest", 0, 3600, 5, "s");
  const rounds = field("rounds", 1, 99, 1, "");
  const prepare = field("prepare", 0, 600, 5, "s");
  const count = switchField("interval.count", values.count, () => {});
  update();
  return {
    node: h("div", { class: "wheels" }, work.node, rest.node, rounds.node),
    more: [prepare.node, count.node], total, plan, set,
    remember: () => keepValues("interval", { work: work.value, rest: rest.value, rounds: rounds.value,
      prepare: prepare.value, count: count.value }),
  };

  function plan() {
    return {
      version: 1, kind: "interval", prepare: prepare.value, work: work.value, rest: rest.value,
      rounds: rounds.value, countAloud: count.value,
    };
  }

  function set(chosen) {
    work.set(chosen.work);
    rest.set(chosen.rest);
    rounds.set(chosen.rounds);
    prepare.set(chosen.prepare);
    count.set(chosen.countAloud);
    update();
  }

  function update() {
    const seconds = prepare.value + rounds.value * work.value + (rounds.value - 1) * rest.value;
    say(total, t("practice.total", { time: timeText(seconds) }));
  }
}
