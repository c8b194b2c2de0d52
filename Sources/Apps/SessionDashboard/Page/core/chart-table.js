// A chart's values as a table: for screen readers, and for everybody who wants the numbers.

import { h } from "./dom.js";
import { nothing, number } from "./format.js";
import { t } from "./language.js";

const maxRows = 60;

/** The table, folded; it is made when it is opened. */
export function chartTable({ title, unit, series, digits = 0, xText, xName }) {
  const body = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": title });
  let isMade = false;
  return h("details", {
    class: "table",
    ontoggle() {
      if (isMade) return;
      isMade = true;
      body.append(table());
    },
  }, h("summary", {}, t("chart.table"), h("span", { class: "hidden" }, ` ${title}`)), body);

  function table() {
    const rows = series.flatMap((each) => thin(each).map(([x, y]) => [x, y, each.name]));
    rows.sort((a, b) => a[0] - b[0]);
    const hasNames = series.length > 1;
    return h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, xName ?? t("chart.x")),
        h("th", { scope: "col" }, unit ? `${title} (${unit})` : title),
        hasNames ? h("th", { scope: "col" }, t("chart.kind")) : null)),
      h("tbody", {}, rows.map(([x, y, name]) => h("tr", {},
        h("th", { scope: "row" }, xText ? xText(x) : number(x, 1)),
        h("td", {}, y == null ? nothing : number(y, digits)),
        hasNames ? h("td", {}, name ?? "") : null))));
  }
}

/** At most so many rows, evenly taken; marks all stay. */
function thin({ points, kind }) {
  const step = kind === "marks" ? 1 : Math.ceil(points.length / maxRows);
  return points.filter((_, index) => index % step === 0);
}
