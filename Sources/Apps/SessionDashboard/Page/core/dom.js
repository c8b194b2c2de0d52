// Elements, made in one call.

const svgSpace = "http://www.w3.org/2000/svg";

/**
 * Makes an element: `h("p", {class: "dim", onclick: f}, "text", child)`. Attributes that are null,
 * undefined or false are left out; so are children that are.
 */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(svgSpace, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((child) => child != null && child !== false));
  return element;
}

/** Writes a text only where it differs: what did not change is not laid out again. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

let serial = 0;

/** An id that no other element has. */
export function freshId(stem) {
  serial += 1;
  return `${stem}-${serial}`;
}
