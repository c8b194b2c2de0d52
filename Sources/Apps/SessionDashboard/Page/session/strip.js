// The chart of the last 60 s: a smoothed line over an area that fades. No time axis: it moves.

const seconds = 60;
/** The newest second slides in from the edge. */
const lagSeconds = 1;
const leastRange = 20;
const line = "#2DD4BF";

/** A strip chart of one value of the points. */
export class Strip {
  #low = null;
  #high = null;

  /** `place`: of the value in a point [t, ...]. */
  constructor(canvas, place) {
    this.canvas = canvas;
    this.place = place;
  }

  /** The values' range as it is drawn; null where nothing is. */
  get range() {
    return this.#low === null ? null : { low: this.#low, high: this.#high };
  }

  /** Draws the points that the last 60 s before `t` hold. */
  draw(points, t, speed) {
    const context = this.canvas.getContext("2d");
    const { width, height } = this.canvas;
    context.clearRect(0, 0, width, height);
    const runs = this.#runs(points, t);
    if (runs.length === 0) {
      this.#low = this.#high = null;
      return;
    }
    this.#followRange(runs.flat());
    const edge = t - lagSeconds * speed;
    const margin = height * 0.08;
    const x = (time) => width * (1 - (edge - time) / seconds);
    const y = (value) =>
      height - margin - ((value - this.#low) / (this.#high - this.#low)) * (height - 2 * margin);
    const fill = context.createLinearGradient(0, 0, 0, height);
    fill.addColorStop(0, "rgba(45, 212, 191, 0.3)");
    fill.addColorStop(1, "rgba(45, 212, 191, 0)");
    context.lineWidth = Math.max(2, height / 60);
    context.lineCap = context.lineJoin = "round";
    for (const run of runs) this.#drawRun(context, run.map(([a, b]) => [x(a), y(b)]), height, fill);
  }

  #drawRun(context, run, height, fill) {
    const path = smooth(run);
    const area = new Path2D(path);
    area.lineTo(run.at(-1)[0], height);
    area.lineTo(run[0][0], height);
    area.closePath();
    context.fillStyle = fill;
    context.fill(area);
    context.strokeStyle = line;
    context.stroke(path);
  }

  /** What lies next to each other without a missing value: each run is drawn by itself. */
  #runs(points, t) {
    const runs = [];
    let run = null;
    for (const point of points) {
      const value = point[this.place];
      if (value == null || point[0] < t - seconds - 2) {
        run = null;
        continue;
      }
      if (run === null) runs.push((run = []));
      run.push([point[0], value]);
    }
    return runs;
  }

  /** The range grows and shrinks slowly, so that the line does not jump. */
  #followRange(points) {
    const values = points.map(([, value]) => value);
    let [low, high] = [Math.min(...values), Math.max(...values)];
    const missing = Math.max(0, leastRange - (high - low)) / 2;
    [low, high] = [Math.max(0, low - missing), high + missing];
    const share = this.#low === null ? 1 : 0.06;
    this.#low = (this.#low ?? low) + (low - (this.#low ?? low)) * share;
    this.#high = (this.#high ?? high) + (high - (this.#high ?? high)) * share;
  }
}

/** A curve through the middles between points: it never swings beyond them. */
function smooth(points) {
  const path = new Path2D();
  path.moveTo(...points[0]);
  for (let place = 1; place < points.length - 1; place += 1) {
    const [here, next] = [points[place], points[place + 1]];
    path.quadraticCurveTo(...here, (here[0] + next[0]) / 2, (here[1] + next[1]) / 2);
  }
  path.lineTo(...points.at(-1));
  return path;
}
