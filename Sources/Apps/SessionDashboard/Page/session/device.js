// Which of several devices counts: a bridge may send more than one.

import { freshId, h } from "../core/dom.js";
import { t } from "../core/language.js";
import { live } from "../core/live.js";
import { mayAct } from "../core/state.js";

const devices = () => live.session?.devices ?? [];
const choose = (key) => live.send({ type: "choose", device: key });
const nameOf = ({ key, name }) => name || t("device.unnamed", { key });

/** Before a session: one button for each device; hidden where there is no choice. */
export function deviceButtons() {
  const group = freshId("device");
  const container = h("div", {});
  const node = h("fieldset", { class: "devices", hidden: true, disabled: !mayAct() },
    h("legend", {}, t("device.choice")), container);
  const button = (device) => h("label", { class: "option" },
    h("input", { type: "radio", name: group, value: device.key, onchange: () => choose(device.key) }),
    h("span", {}, nameOf(device)));
  return choice(node, container, button, () => {
    for (const input of container.querySelectorAll("input")) input.checked = input.value === live.session?.device;
  });
}

/** During a session: a list that opens; hidden where there is no choice. */
export function deviceSelect() {
  const node = h("select", {
    class: "devices", "aria-label": t("device.choice"), hidden: true, disabled: !mayAct(),
    onchange: () => choose(node.value),
  });
  const none = h("option", { value: "", disabled: true }, t("device.none"));
  const option = (device) => h("option", { value: device.key }, nameOf(device));
  return choice(node, node, option, () => {
    const chosen = live.session?.device ?? "";
    if (chosen === "") node.prepend(none);
    else none.remove();
    node.value = chosen;
  });
}

/** Draws one part for each device, anew only where they differ; the focus stays with the device that has it. */
function choice(node, container, draw, mark) {
  let drawn = "[]";
  return {
    node,
    update() {
      const text = JSON.stringify(devices());
      if (text !== drawn) {
        drawn = text;
        const focused = container === document.activeElement ? null : container.querySelector(":focus")?.value;
        container.replaceChildren(...devices().map(draw));
        if (focused != null) [...container.querySelectorAll("input")].find(({ value }) => value === focused)?.focus();
      }
      node.hidden = devices().length < 2;
      mark();
    },
  };
}
