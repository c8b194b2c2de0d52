// One page, several addresses: the history of the browser leads.

import { focusHeading } from "./focus.js";

let screens = [];
let leave = () => {};
let target;
let onShown = () => {};

/** The addresses of a screen: a part such as `:id` is any that is not empty. */
function pattern({ address }) {
  return new RegExp(`^${address.replace(/:\w+/g, "([^/]+)")}$`);
}

/** Goes to an address of this page. */
export function go(address, { replace = false, state = null } = {}) {
  const position = { ...history.state, scroll: scrollY };
  if (replace) {
    history.replaceState(state, "", address);
  } else {
    history.replaceState(position, "");
    history.pushState(state, "", address);
  }
  arrive();
}

/** Shows the screen of the address to a person who comes from another one: they begin at its heading. */
function arrive() {
  show();
  focusHeading();
}

/** Shows the screen of the address anew. */
export function show() {
  const found = screens
    .map((screen) => ({ match: pattern(screen).exec(location.pathname), screen }))
    .find(({ match }) => match);
  if (!found) return go("/", { replace: true });
  leave();
  const made = found.screen.make(found.match.slice(1).map(decodeURIComponent));
  leave = made.leave ?? (() => {});
  document.title = made.title;
  document.body.dataset.screen = found.screen.name;
  target.replaceChildren(made.node);
  onShown(found.screen);
  scrollTo(0, history.state?.scroll ?? 0);
}

/** Begins to show the list's screens in an element: by the browser's history and the links of the page. */
export function start(element, list, shown) {
  target = element;
  screens = list;
  onShown = shown;
  history.scrollRestoration = "manual";
  addEventListener("popstate", arrive);
  document.addEventListener("click", follow);
  show();
}

function follow(event) {
  const link = event.target.closest("a[href]");
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0);
  if (!link || !isPlain || link.origin !== location.origin) return;
  if (link.hasAttribute("download") || link.target || link.getAttribute("href").startsWith("#")) return;
  event.preventDefault();
  go(link.pathname + link.search);
}
