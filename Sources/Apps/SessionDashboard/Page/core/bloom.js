// The bloom: petals that open while inhaling, pulse while holding and close while exhaling.

/** Lengths in units; the open bloom with its glow is `reach` units from its centre. */
const petal = { minLength: 30, maxLength: 100, width: 40, offset: 0.3 };
const disc = 20;
const reach = 108;
const blue = [74, 144, 217];
const teal = [45, 212, 191];
const grey = [112, 128, 160];
const gold = "255, 242, 204";

const mix = (a, b, share) => a.map((value, index) => value + (b[index] - value) * share);
const colour = (rgb, alpha) => `rgba(${rgb.map(Math.round).join(", ")}, ${alpha})`;

/** How much the bloom swells in a hold: softly, once in about 1.6 s, none at both ends. */
export function pulse({ phase, progress, duration }) {
  if (phase !== "hold" && phase !== "secondHold") return 0;
  const swells = Math.max(1, Math.round(duration / 1.6));
  return Math.sin(Math.PI * swells * progress) ** 2;
}

/**
 * Draws a bloom into the middle of a canvas.
 *
 * - expansion: 0 closed ... 1 open; coherence: 0 ... 1, null where there is none
 * - swell: 0 ... 1; petals: 6 ... 8; isLit: whether a person is paced
 */
export function drawBloom(canvas, { expansion, coherence, swell = 0, petals = 7, isLit = true }) {
  const context = canvas.getContext("2d");
  const { width, height } = canvas;
  const unit = (Math.min(width, height) / 2 / reach) * (1 + 0.03 * swell);
  const score = coherence ?? 0;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  context.setTransform(unit, 0, 0, unit, width / 2, height / 2);
  drawGlow(context, expansion, score);
  drawPetals(context, expansion, score, petals, isLit);
  drawDisc(context, score, isLit);
}

/** White gold, beyond the petals' tips the further the higher the coherence. */
function drawGlow(context, expansion, coherence) {
  if (coherence <= 0.01) return;
  const tip = lengthOf(expansion) * (1 - petal.offset + 0.1);
  const radius = Math.min(tip + 15 * coherence + 10 * expansion, reach);
  const glow = context.createRadialGradient(0, 0, 0, 0, 0, radius);
  const alpha = 0.6 * coherence;
  for (const stop of [0, 0.25, 0.5, 0.75, 1]) {
    glow.addColorStop(stop, `rgba(${gold}, ${alpha * (1 - stop) ** 2})`);
  }
  context.fillStyle = glow;
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.fill();
}

function lengthOf(expansion) {
  return petal.minLength + (petal.maxLength - petal.minLength) * expansion;
}

function drawPetals(context, expansion, coherence, count, isLit) {
  const length = lengthOf(expansion);
  const [near, far] = [-(0.5 - petal.offset) * length, (0.5 + petal.offset) * length];
  const muted = isLit ? 0.45 * (1 - coherence) * (1 - 0.4 * expansion) : 0.7;
  const tip = mix(mix(blue, teal, expansion), grey, muted);
  const base = mix(blue, grey, muted);
  const alpha = 0.5 + 0.5 * expansion;
  const fill = context.createLinearGradient(0, 0, 0, -far);
  fill.addColorStop(0, colour(base, 0.5 * alpha));
  fill.addColorStop(0.35, colour(base, 0.55 * alpha));
  fill.addColorStop(1, colour(tip, 0.9 * alpha));
  context.fillStyle = fill;
  context.strokeStyle = colour(mix(tip, [255, 255, 255], 0.45), 0.35 * alpha);
  context.lineWidth = 0.7;
  context.globalCompositeOperation = "screen";
  for (let index = 0; index < count; index += 1) {
    context.save();
    context.rotate((2 * Math.PI * index) / count);
    context.beginPath();
    context.ellipse(0, -(near + far) / 2, petal.width / 2, length / 2, 0, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
    context.restore();
  }
  context.globalCompositeOperation = "source-over";
}

function drawDisc(context, coherence, isLit) {
  const alpha = (0.6 + 0.4 * coherence) * (isLit ? 1 : 0.5);
  const fill = context.createRadialGradient(0, 0, 0, 0, 0, disc);
  fill.addColorStop(0, `rgba(${gold}, ${alpha})`);
  fill.addColorStop(0.4, `rgba(${gold}, ${alpha * 0.85})`);
  fill.addColorStop(1, `rgba(${gold}, 0)`);
  context.fillStyle = fill;
  context.beginPath();
  context.arc(0, 0, disc, 0, 2 * Math.PI);
  context.fill();
}
