// Charts of kept sessions: axes, lines that break where a value is missing, bands, marks, a readout
// under the pointer, and the same as a table for who does not see it.

import { chartTable } from "./chart-table.js";
import { h, s, say } from "./dom.js";
import { nothing, number } from "./format.js";
import { t } from "./language.js";
import { dayTicks, plainTicks, timeTicks } from "./ticks.js";

const margin = { left: 40, right: 10, top: 8, bottom: 20 };
const axes = { days: dayTicks, time: timeTicks, plain: plainTicks };

/**
 * A figure of series over x.
 *
 * - title, unit, digits: of the values; note: a line under the title; height: px
 * - x: "days", "time" or "plain"; xText(x): an x in words; xName: of the table's first column
 * - series: [{name, kind: "line" | "area" | "dotted" | "marks" | "shape" | "bars", points: [[x, y or null]], tone}]
 * - bands: [{from, to, name}] over x; rules: [{x, name}] lines across; low, high: fixed limits of y
 */
export function chart(options) {
  const readout = h("span", { class: "readout", "aria-hidden": "true" });
  const box = h("div", { class: "plot" });
  const named = [...options.series, ...(options.bands ?? []), ...(options.rules ?? [])]
    .filter((each) => each.name);
  const figure = h("figure", { class: "chart" },
    h("figcaption", {},
      h("span", {}, options.title, options.unit ? h("span", { class: "unit" }, " ", options.unit) : null),
      readout),
    options.note ? h("p", { class: "dim small" }, options.note) : null,
    box,
    named.length > 1 || options.legend ? legend(named) : null,
    options.table === false ? null : chartTable(options));
  const values = options.series.flatMap((each) => each.points).filter(([, y]) => y != null);
  if (values.length === 0) {
    box.append(h("p", { class: "dim small plain" }, t("chart.empty")));
    return figure;
  }
  let drawn = 0;
  new ResizeObserver(([{ contentRect }]) => {
    const width = Math.round(contentRect.width);
    if (width === drawn || width === 0) return;
    drawn = width;
    box.replaceChildren(draw(options, values, width, readout));
  }).observe(box);
  box.style.height = `${options.height ?? 160}px`;
  return figure;
}

function legend(named) {
  return h("ul", { class: "legend" }, named.map(({ name, tone, kind, from }) =>
    h("li", {}, h("i", { class: `key ${from !== undefined ? "band" : kind ?? "rule"} ${tone ?? ""}` }), name)));
}

/** The sentence that stands for the picture. */
function summary({ title, unit, digits = 0 }, values) {
  const ys = values.map(([, y]) => y);
  return t("chart.summary", {
    title, unit: unit ?? "", n: ys.length,
    low: number(Math.min(...ys), digits), high: number(Math.max(...ys), digits),
  });
}

function draw(options, values, width, readout) {
  const height = options.height ?? 160;
  const scale = makeScale(options, values, width, height);
  const svg = s("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img",
    "aria-label": summary(options, values) });
  svg.append(
    ...(options.bands ?? []).map(({ from, to }) => s("rect", { class: "band", x: scale.x(from), y: margin.top,
      width: Math.max(1, scale.x(to) - scale.x(from)), height: scale.bottom - margin.top })),
    ...gridLines(scale, options, width),
    ...options.series.flatMap((series) => drawSeries(series, scale)),
    ...(options.rules ?? []).map(({ x }) => s("line", { class: "rule", x1: scale.x(x), x2: scale.x(x),
      y1: margin.top, y2: scale.bottom })));
  addReadout(svg, options, scale, readout);
  return svg;
}

function makeScale(options, values, width, height) {
  const xs = values.map(([x]) => x);
  const ys = values.map(([, y]) => y);
  let [left, right] = [options.from ?? Math.min(...xs), options.to ?? Math.max(...xs)];
  if (left === right) [left, right] = [left - 1, right + 1];
  let [low, high] = [options.low ?? Math.min(...ys), options.high ?? Math.max(...ys)];
  const pad = Math.max((high - low) * 0.08, options.minRange ? (options.minRange - (high - low)) / 2 : 0);
  if (options.low === undefined) low = Math.max(low - pad, Math.min(low, 0));
  if (options.high === undefined) high += pad;
  if (high === low) [low, high] = [low - 1, high + 1];
  const bottom = height - margin.bottom;
  const inner = width - margin.left - margin.right;
  return {
    left, right, low, high, bottom,
    x: (x) => margin.left + ((x - left) / (right - left)) * inner,
    y: (y) => bottom - ((y - low) / (high - low)) * (bottom - margin.top),
    atX: (pixels) => left + ((pixels - margin.left) / inner) * (right - left),
  };
}

function gridLines(scale, { x = "plain", height = 160, hidesY }, width) {
  const rows = hidesY ? [] : plainTicks(scale.low, scale.high, height / 36);
  const columns = axes[x](scale.left, scale.right, (width - margin.left) / 80);
  return [
    ...rows.flatMap(({ value, text }) => [
      s("line", { class: "grid", x1: margin.left, x2: width - margin.right, y1: scale.y(value), y2: scale.y(value) }),
      s("text", { class: "tick", x: margin.left - 6, y: scale.y(value) + 3.5, "text-anchor": "end" }, text),
    ]),
    ...columns.map(({ value, text }) => {
      const position = scale.x(value);
      const anchor = position < margin.left + 16 ? "start" : position > width - margin.right - 16 ? "end" : "middle";
      return s("text", { class: "tick", x: position, y: scale.bottom + 15, "text-anchor": anchor }, text);
    }),
  ];
}

function drawSeries({ kind, points, tone = "" }, scale) {
  if (kind === "marks") {
    return points.filter(([, y]) => y != null).map(([x, y]) => {
      const [a, b] = [scale.x(x), scale.y(y)];
      return s("path", { class: `mark ${tone}`, d: `M${a - 3.5} ${b - 3.5}l7 7m0-7l-7 7` });
    });
  }
  if (kind === "bars") return bars(points, tone, scale);
  const shapes = [];
  for (const run of runsOf(points)) {
    const line = run.map(([x, y]) => `${scale.x(x).toFixed(1)} ${scale.y(y).toFixed(1)}`).join("L");
    if (kind === "area" || kind === "shape") {
      shapes.push(s("path", { class: `area ${tone}`, d: `M${scale.x(run[0][0])} ${scale.bottom}L${line}L${scale.x(run.at(-1)[0])} ${scale.bottom}Z` }));
    }
    shapes.push(s("path", { class: `line ${tone}`, d: run.length === 1 ? `M${line}h.1` : `M${line}` }));
    if (kind === "dotted") {
      shapes.push(...run.map(([x, y]) => s("circle", { class: `dot ${tone}`, cx: scale.x(x), cy: scale.y(y), r: 2.5 })));
    }
  }
  return shapes;
}

/** A bar at each point, as wide as the nearest two leave space for; none where the value is 0. */
function bars(points, tone, scale) {
  const gaps = points.slice(1).map(([x], index) => x - points[index][0]);
  const gap = gaps.length > 0 ? Math.min(...gaps) : scale.right - scale.left;
  const width = Math.max(1, 0.7 * (scale.x(scale.left + gap) - scale.x(scale.left)));
  return points.filter(([, y]) => y > 0).map(([x, y]) => s("rect", { class: `bar ${tone}`,
    x: (scale.x(x) - width / 2).toFixed(1), y: scale.y(y).toFixed(1), width: width.toFixed(1),
    height: (scale.bottom - scale.y(y)).toFixed(1), rx: Math.min(3, width / 4).toFixed(1) }));
}

/** Segments without a missing value. */
function runsOf(points) {
  const runs = [];
  let isOpen = false;
  for (const point of points) {
    if (point[1] == null) {
      isOpen = false;
    } else if (isOpen) {
      runs.at(-1).push(point);
    } else {
      runs.push([point]);
      isOpen = true;
    }
  }
  return runs;
}

/** What the pointer is nearest to. */
function addReadout(svg, { series, digits = 0, unit = "", xText }, scale, readout) {
  const line = s("line", { class: "cursor", y1: margin.top, y2: scale.bottom, visibility: "hidden" });
  svg.append(line);
  const points = series[0].points;
  svg.addEventListener("pointermove", (event) => {
    const x = scale.atX(event.clientX - svg.getBoundingClientRect().left);
    const [px, py] = points[nearest(points, x)];
    const position = scale.x(px);
    line.setAttribute("x1", position);
    line.setAttribute("x2", position);
    line.setAttribute("visibility", "visible");
    say(readout, `${xText ? xText(px) : number(px, 1)}: ${py == null ? nothing : number(py, digits)} ${unit}`);
  });
  svg.addEventListener("pointerleave", () => {
    line.setAttribute("visibility", "hidden");
    say(readout, "");
  });
}

function nearest(points, x) {
  let [low, high] = [0, points.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (points[middle][0] < x) low = middle;
    else high = middle;
  }
  return Math.abs(points[low][0] - x) <= Math.abs(points[high][0] - x) ? low : high;
}
