// Where the focus goes when what had it leaves the page: to the heading of the screen, which a screen reader then says.

/** Moves the focus to the heading of the screen that is shown; nothing scrolls. */
export function focusHeading() {
  const main = document.getElementById("main");
  const heading = main.querySelector("h1");
  // It can have the focus, and the Tab key passes it by.
  if (heading) heading.tabIndex = -1;
  (heading ?? main).focus({ preventScroll: true });
}

/** Replaces what a container holds; where the focus was in it, the heading has it then. */
export function replaceContent(container, ...children) {
  const hadFocus = container.contains(document.activeElement);
  container.replaceChildren(...children);
  if (hadFocus) focusHeading();
}
