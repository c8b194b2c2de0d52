// Where a practice is chosen: a sit, breathing or intervals. An address fills the fields in, and starts nothing.

import { freshId, h } from "../core/dom.js";
import { t } from "../core/language.js";
import { recall, remember } from "../core/local.js";
import { practice } from "../core/practice.js";
import { beginPractice, resumeBanner } from "../core/practice-begin.js";
import { mayAct } from "../core/state.js";
import { breatheForm } from "./breathe.js";
import { heartField } from "./heart.js";
import { intervalForm } from "./interval.js";
import { againButton, goalCard } from "./log.js";
import { presetList } from "./presets.js";
import { sitForm } from "./sit.js";
import { texts } from "./text.js";

export const screen = {
  name: "practice",
  address: "/practice",
  icon: "M12 3a9 9 0 1 0 9 9M12 7v5l3 3M16 3.5l5 1-1 5",
  style: "/app/practice/style.css",
  texts,
  make,
};

const kinds = { timer: sitForm, breathe: breatheForm, interval: intervalForm };

function make() {
  const query = new URLSearchParams(location.search);
  const wished = query.get("kind");
  let kind = wished in kinds ? wished : recall("practice-kind", "timer");
  if (!(kind in kinds)) kind = "timer";
  const container = h("div", { class: "practice-form" });
  const running = h("div", {});
  const group = freshId("kind");
  const tabs = h("fieldset", { class: "segments kinds" }, h("legend", { class: "hidden" }, t("practice.kinds")),
    Object.keys(kinds).map((each) => h("label", { class: "segment" },
      h("input", { type: "radio", name: group, value: each, checked: each === kind, onchange: () => choose(each) }),
      h("span", {}, t(`practice.kind.${each}`)))));
  choose(kind, query);
  const end = practice.on(showRunning);
  showRunning();
  return {
    title: t("practice.title"),
    node: h("div", { class: "practice" }, h("div", { class: "page-head" }, h("h1", {}, t("practice.title"))),
      running, resumeBanner(), againButton(), tabs, container, goalCard()),
    leave: end,
  };

  function choose(each, values = new URLSearchParams()) {
    kind = each;
    remember("practice-kind", kind);
    container.replaceChildren(form(kind, values));
  }

  function showRunning() {
    const isShown = running.childElementCount > 0;
    if (isShown === (practice.current !== null)) return;
    running.replaceChildren(practice.current === null ? "" : h("section", { class: "card running-card" },
      h("p", {}, t("practice.running", { title: practice.current.title })),
      h("a", { class: "button primary", href: "/practice/now" }, t("practice.watch"))));
  }
}

/** The fields of a kind, its presets, and the button. */
function form(kind, query) {
  const fields = kinds[kind](query);
  const problem = h("p", { class: "error", role: "alert" });
  const title = h("input", { type: "text", id: "practice-title", maxlength: 80, autocomplete: "off",
    value: query.get("title") ?? "" });
  const button = h("button", { type: "button", class: "primary large", id: "begin-practice", onclick: begin },
    t("practice.begin"));
  const heart = heartField();
  const presets = presetList(kind, fields, query.get("preset"), showError);
  return h("div", {}, presets.node, h("section", { class: "card" }, fields.node,
    h("details", { class: "more" }, h("summary", {}, t("practice.more")), fields.more, heart.node,
      h("label", { class: "field" }, t("practice.name"), title), mayAct() ? presets.keep(() => title.value) : null)),
  mayAct() ? h("div", { class: "begin" }, problem, button, h("p", { class: "dim small" }, fields.total))
    : h("p", { class: "dim" }, t("begin.viewOnly")));

  async function begin() {
    button.disabled = true;
    showError(null);
    try {
      await presets.isReady;
      fields.remember();
      heart.remember();
      await beginPractice({ plan: fields.plan(), title: title.value.trim() || presets.title(), heart: heart.request() });
    } catch (error) {
      showError(error);
    } finally {
      button.disabled = false;
    }
  }

  /** Says why it does not begin, at the field that is in error. */
  function showError(error) {
    const node = fields.node.parentElement;
    for (const each of node.querySelectorAll("[aria-invalid]")) each.removeAttribute("aria-invalid");
    const field = error?.field && node.querySelector(`[data-field~="${error.field}"]`);
    if (field) {
      field.closest("details")?.setAttribute("open", "");
      field.setAttribute("aria-invalid", "true");
      field.focus();
    }
    problem.textContent = error === null ? ""
      : field ? t("practice.unsound", { what: field.labels[0].textContent, range: error.range }) : error.message;
  }
}
