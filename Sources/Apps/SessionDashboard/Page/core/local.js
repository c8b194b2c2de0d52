// What this browser alone remembers. Where it may not remember, every start is the first.

const stem = "resonance.";

/** What was remembered under a name, else what is given. */
export function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(stem + name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Remembers a value that JSON can write. */
export function remember(name, value) {
  try {
    localStorage.setItem(stem + name, JSON.stringify(value));
  } catch {
    // Private windows forbid it; the page works without.
  }
}
