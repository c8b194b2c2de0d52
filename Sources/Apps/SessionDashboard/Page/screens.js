// The screens of the page, in the order of the bar: a screen is a folder, and one line here. The server answers at
// their addresses too: the build reads them from these files.
//
// Each of them exports `screen`:
// - name: what styles and the bar call it; its word in the bar is the text `bar.NAME`
// - address: such as "/history", in a line of its own; `:id` stands for a part that differs
// - icon: path of its picture in the bar, 24 by 24; without one it is not in the bar
// - isForOwners: whether it shows nothing to a browser that may only watch, and is not in that one's bar
// - style: address of a style sheet of its own, if it has one
// - texts: its words in each language, as in core/text.js
// - make(parts): {title, node, leave}; `parts` are those that differ in the address, `node` has an h1
const modules = await Promise.all([
  import("./home/screen.js"),
  import("./session/screen.js"),
  import("./practice/screen.js"),
  import("./practice-now/screen.js"),
  import("./calendar/screen.js"),
  import("./history/screen.js"),
  import("./health/screen.js"),
  import("./music/screen.js"),
  import("./settings/screen.js"),
  import("./summary/screen.js"),
  import("./workout/screen.js"),
  import("./night/screen.js"),
  import("./follow/screen.js"),
  import("./reminders/screen.js"),
  import("./music-playlists/screen.js"),
  import("./music-playlist/screen.js"),
  import("./music-insights/screen.js"),
  import("./music-debug/screen.js"),
  import("./music-settings/screen.js"),
  import("./music-follow/screen.js"),
]);

export const screens = modules.map(({ screen }) => screen);
