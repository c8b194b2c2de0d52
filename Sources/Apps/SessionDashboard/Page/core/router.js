// One page, several addresses: the history of the browser leads.

const screens = [];
let leave = () => {};
let target;
let onShown = () => {};

/** A screen for addresses of this pattern; `make(parts)` gives {title, node, leave}. */
export function route(pattern, make) {
  screens.push({ pattern, make });
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
  show();
}

/** Shows the screen of the address anew. */
export function show() {
  const found = screens
    .map(({ pattern, make }) => ({ match: pattern.exec(location.pathname), make }))
    .find(({ match }) => match);
  if (!found) return go("/", { replace: true });
  leave();
  const screen = found.make(found.match.slice(1).map(decodeURIComponent));
  leave = screen.leave ?? (() => {});
  document.title = screen.title;
  document.body.dataset.screen = screen.name;
  target.replaceChildren(screen.node);
  onShown(screen);
  scrollTo(0, history.state?.scroll ?? 0);
}

/** Begins to follow the browser's history and the links of the page. */
export function start(element, shown) {
  target = element;
  onShown = shown;
  history.scrollRestoration = "manual";
  addEventListener("popstate", show);
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
  target.focus({ preventScroll: true });
}
