// Canvases as sharp as the screen, measured anew only when their size changes.

/** Whether the person asked for less motion. */
export const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** Keeps a canvas as large as its box; `onSize()` after each change. Gives what ends that. */
export function fit(canvas, onSize = () => {}) {
  const observer = new ResizeObserver(([entry]) => {
    const { width, height } = entry.contentRect;
    const scale = Math.min(devicePixelRatio || 1, 2);
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    onSize();
  });
  observer.observe(canvas);
  return () => observer.disconnect();
}

/** Calls `draw(ms)` on every frame that is shown. Gives what ends that. */
export function everyFrame(draw) {
  let request = requestAnimationFrame(function frame(ms) {
    request = requestAnimationFrame(frame);
    draw(ms);
  });
  return () => cancelAnimationFrame(request);
}
