// The chart of the last 60 s up to now: a smoothed line over an area that fades. No time axis: it moves.

const seconds = 60;
/** The newest second appears bit by bit: points come once a second. */
const slideSeconds = 1;
const minRange = 20;
const line = "#2DD4BF";

/** A strip chart of one value of the points. */
export class Strip {
  #low = null;
  #high = null;

  /** `index`: of the value in a point [t, ...]. */
  constructor(canvas, index) {
    this.canvas = canvas;
    this.index = index;
  }

  /** The values' range as it is drawn; null where nothing is. */
  get range() {
    return this.#low === null ? null : { low: this.#low, high: this.#high };
  }

  /**
   * Draws the last 60 s before `t`, each point at the time of its heart beats. `latency`: from a beat to its arrival,
   * in s. Points keep their times of arrival, so that all of them move with a new latency.
   */
  draw(points, t, speed, latency = 0) {
    const context = this.canvas.getContext("2d");
    const { width, height } = this.canvas;
    context.clearRect(0, 0, width, height);
    const runs = this.#runs(points, t, latency);
    if (runs.length === 0) {
      this.#low = this.#high = null;
      return;
    }
    this.#followRange(runs.flat());
    const margin = height * 0.08;
    const x = (time) => width * (1 - (t - time) / seconds);
    const y = (value) =>
      height - margin - ((value - this.#low) / (this.#high - this.#low)) * (height - 2 * margin);
    const fill = context.createLinearGradient(0, 0, 0, height);
    fill.addColorStop(0, "rgba(45, 212, 191, 0.3)");
    fill.addColorStop(1, "rgba(45, 212, 191, 0)");
    context.lineWidth = Math.max(2, height / 60);
    context.lineCap = context.lineJoin = "round";
    context.save();
    context.beginPath();
    context.rect(0, 0, Math.max(0, x(t - latency - slideSeconds * speed)), height);
    context.clip();
    for (const run of runs) this.#drawRun(context, run.map(([a, b]) => [x(a), y(b)]), height, fill);
    context.restore();
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

  /** What lies next to each other without a missing value: each run is drawn by itself, at the times of its beats. */
  #runs(points, t, latency) {
    const runs = [];
    let run = null;
    for (const point of points) {
      const value = point[this.index];
      const time = point[0] - latency;
      if (value == null || time < t - seconds - 2) {
        run = null;
        continue;
      }
      if (run === null) runs.push((run = []));
      run.push([time, value]);
    }
    return runs;
  }

  /** The range grows and shrinks slowly, so that the line does not jump. */
  #followRange(points) {
    const values = points.map(([, value]) => value);
    let [low, high] = [Math.min(...values), Math.max(...values)];
    const missing = Math.max(0, minRange - (high - low)) / 2;
    [low, high] = [Math.max(0, low - missing), high + missing];
    const share = this.#low === null ? 1 : 0.06;
    this.#low = (this.#low ?? low) + (low - (this.#low ?? low)) * share;
    this.#high = (this.#high ?? high) + (high - (this.#high ?? high)) * share;
  }
}

/** A curve through the middles between points: it never overshoots them. */
function smooth(points) {
  const path = new Path2D();
  path.moveTo(...points[0]);
  for (let index = 1; index < points.length - 1; index += 1) {
    const [here, next] = [points[index], points[index + 1]];
    path.quadraticCurveTo(...here, (here[0] + next[0]) / 2, (here[1] + next[1]) / 2);
  }
  path.lineTo(...points.at(-1));
  return path;
}
