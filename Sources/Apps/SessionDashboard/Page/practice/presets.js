// Plans with a name: chosen with one touch, kept from the fields, and removed.

import { api } from "../core/api.js";
import { ask } from "../core/dialog.js";
import { h } from "../core/dom.js";
import { spoken, t } from "../core/language.js";
import { attempt, notice } from "../core/notices.js";
import { mayAct } from "../core/state.js";

/** What a preset says of itself beside its name. */
function summary({ kind, plan }) {
  if (kind === "breathe") {
    return `${[plan.inhale, plan.hold, plan.exhale, plan.secondHold].join("-")} s × ${plan.repetitions}`;
  }
  if (kind === "interval") return `${plan.rounds} × ${plan.work} / ${plan.rest} s`;
  return plan.phase1 === null ? t("minutes.open") : t("unit.minutes", { n: (plan.phase1 + plan.phase2) / 60 });
}

/** A plan without its time to get ready, for comparing. */
const shape = (plan) => JSON.stringify(Object.entries({ ...plan, prepare: 0 }).sort());

/** `wished`: id of the preset that the address fills in; `showError(error)`: says why a preset cannot be kept. */
export function presetList(kind, fields, wished, showError) {
  const list = h("ul", { class: "presets" });
  let chosen = null;
  const isReady = load().then((presets) => {
    const found = presets.find(({ id }) => id === wished);
    if (found) choose(found, true);
  });
  return {
    node: list,
    /** Ends when the preset of the address is filled in. */
    isReady,
    /** The name of the preset that was chosen, and whether the fields are something else by now. */
    title() {
      if (chosen === null) return undefined;
      const name = chosen.name[spoken()];
      return shape(chosen.plan) === shape(fields.plan()) ? name : t("practice.changed", { name });
    },
    keep: (name) => h("button", { type: "button", id: "keep-preset", onclick: () => keep(name().trim()) }, t("practice.keep")),
  };

  async function load() {
    const { presets } = (await attempt(api.practicePresets)) ?? { presets: [] };
    const own = presets.filter((each) => each.kind === kind);
    list.replaceChildren(...own.map((preset) => h("li", {},
      h("button", { type: "button", class: "preset", "data-preset": preset.id, onclick: () => choose(preset) },
        h("span", {}, preset.name[spoken()]), h("span", { class: "dim small" }, summary(preset))),
      preset.isOwn && mayAct() ? h("button", { type: "button", class: "quiet drop",
        "aria-label": t("practice.drop", { name: preset.name[spoken()] }), onclick: () => drop(preset) }, "×") : null)));
    return own;
  }

  function choose(preset, isFilled) {
    fields.set(preset.plan, isFilled);
    chosen = preset;
    for (const each of list.querySelectorAll("[data-preset]")) {
      each.setAttribute("aria-pressed", String(each.dataset.preset === preset.id));
    }
  }

  async function keep(name) {
    if (name === "") return notice(t("practice.nameIt"), "error");
    try {
      await api.keepPracticePreset({ name: { en: name, de: name }, plan: fields.plan() });
      notice(t("practice.isKept", { name }));
      await load();
    } catch (error) {
      showError(error);
    }
  }

  async function drop({ id, name }) {
    const choice = await ask(t("practice.drop", { name: name[spoken()] }), "", [
      { value: "no", text: t("cancel") }, { value: "yes", text: t("practice.dropYes"), kind: "danger" }]);
    if (choice !== "yes") return;
    await attempt(() => api.dropPracticePreset(kind, id));
    await load();
  }
}
