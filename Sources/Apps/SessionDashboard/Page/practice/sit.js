// A sit: a first phase with bells, and a second one to come back in.

import { freshId, h, say } from "../core/dom.js";
import { t } from "../core/language.js";
import { timeText } from "../core/practice.js";
import { bellTimes, bellTimesField } from "./bell-times.js";
import { keepValues, numberField, startValues, switchField } from "./fields.js";

const usual = { minutes: 15, then: 3, prepare: 0, open: false, bell: 0, bellAt: "" };
const bells = [0, -1, 3, 5, 10, 15];

export function sitForm(query) {
  const values = startValues("timer", usual, query);
  const total = h("span", {});
  const length = numberField({ key: "sit.minutes", value: values.minutes, min: 1, max: 1440, unit: "min",
    fields: "phase1", onChange: update });
  const then = numberField({ key: "sit.then", value: values.then, min: 0, max: 1440, unit: "min",
    fields: "phase2", onChange: update });
  const prepare = numberField({ key: "practice.prepare", value: values.prepare, min: 0, max: 600, step: 5, unit: "s",
    fields: "prepare", onChange: update });
  const open = switchField("sit.open", values.open, update);
  const bell = h("select", { id: freshId("bell"), "data-field": "bells every half at", onchange: update },
    [...new Set([...bells, values.bell])].map((n) => h("option", { value: n, selected: n === values.bell },
      n === 0 ? t("sit.noBell") : n < 0 ? t("sit.half") : t("sit.every", { n }))));
  const bellAt = bellTimesField(values.bellAt, update);
  update();
  return {
    node: h("div", { class: "wheels" }, length.node, then.node,
      h("div", { class: "field" }, h("label", { for: bell.id }, t("sit.bell")), bell)),
    more: [bellAt.node, prepare.node, open.node], total, plan, set,
    remember: () => keepValues("timer", { minutes: length.value, then: then.value, prepare: prepare.value,
      open: open.value, bell: Number(bell.value), bellAt: bellAt.value }),
  };

  function plan() {
    const every = Number(bell.value);
    const isOpen = open.value;
    return {
      version: 1, kind: "timer", prepare: prepare.value, phase1: isOpen ? null : 60 * length.value,
      phase2: 60 * then.value,
      bells: [...(every === 0 || (isOpen && every < 0) ? [] : every < 0 ? ["half"] : [{ every }]), ...bellTimes(bellAt.value)],
    };
  }

  function set({ prepare: ready, phase1, phase2, bells }) {
    prepare.set(ready);
    open.set(phase1 === null);
    if (phase1 !== null) length.set(phase1 / 60);
    then.set(phase2 / 60);
    const first = bells.find((each) => each.at === undefined);
    bellAt.set(bells);
    bell.value = first === undefined ? 0 : first === "half" ? -1 : first.every ?? 0;
    update();
  }

  function update() {
    length.input.disabled = open.value;
    const seconds = prepare.value + 60 * (length.value + then.value);
    say(total, open.value ? t("minutes.open") : t("practice.total", { time: timeText(seconds) }));
  }
}
