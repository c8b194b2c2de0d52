// The words of the page, in the person's language.

import { texts } from "./text.js";

const languages = { en: { ...texts.en }, de: { ...texts.de } };
let name = "en";
let plural = new Intl.PluralRules(name);

/** What the browser asks for, where the settings do not say. */
function ofBrowser() {
  const wished = (navigator.languages ?? []).map((tag) => tag.slice(0, 2).toLowerCase());
  return wished.find((tag) => tag in languages) ?? "en";
}

/** Speaks this language from now on; null: the browser's. */
export function speak(preferred) {
  name = preferred in languages ? preferred : ofBrowser();
  plural = new Intl.PluralRules(name);
  document.documentElement.lang = name;
}

/** The language spoken. */
export function spoken() {
  return name;
}

/** Adds the texts of a screen, which has them in every language. */
export function learn(texts) {
  for (const [language, words] of Object.entries(languages)) Object.assign(words, texts[language]);
}

function find(key) {
  return languages[name][key] ?? languages.en[key];
}

/** Whether there is a text of this name. */
export function knows(key) {
  return find(key) !== undefined;
}

/**
 * The text of a name. `{word}` in it is replaced by `values.word`; a text that depends on a number is
 * an object of plural forms, chosen by `values.n`.
 */
export function t(key, values = {}) {
  let text = find(key) ?? key;
  if (typeof text === "object") text = text[plural.select(values.n)] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (whole, word) => values[word] ?? whole);
}

/** The text of a name, or what the server says where this page does not know it. */
export function tOr(key, otherwise, values) {
  return knows(key) ? t(key, values) : otherwise;
}
