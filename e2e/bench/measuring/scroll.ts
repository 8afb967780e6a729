import type { Page } from "@playwright/test";

/** Milliseconds between frames while a view was scrolled. */
export interface Frames {
  readonly p50: number;
  readonly p95: number;
  /** Number of pairs of consecutive late frames. */
  readonly missedTwice: number;
}

/** Milliseconds from which on a frame of 60 a second counts as missed. */
const late = 25;

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Sums up the milliseconds between frames. */
export function framesOf(times: readonly number[]): Frames {
  const sorted = times.toSorted((a, b) => a - b);
  const missedTwice = times.filter((time, i) => time > late && (times[i - 1] ?? 0) > late).length;
  return { p50: at(sorted, 0.5), p95: at(sorted, 0.95), missedTwice };
}

/** Scrolls as a reader does: thirty pixels a frame, for two seconds. */
export const readThrough = async (page: Page, scroller: string): Promise<Frames> =>
  framesOf(await framesWhile(page, scroller, 2_000, 0));

/** Drags the thumb from the top to the bottom within a second. */
export const drag = async (page: Page, scroller: string): Promise<Frames> =>
  framesOf(await framesWhile(page, scroller, 1_000, 1));

const framesWhile = (page: Page, selector: string, lasts: number, whole: 0 | 1): Promise<number[]> =>
  page.evaluate(
    ({ selector, lasts, whole }) =>
      new Promise<number[]>((resolve) => {
        const element = document.querySelector(selector) ?? document.documentElement;
        element.scrollTop = 0;
        const times: number[] = [];
        const began = performance.now() + 100;
        let last = 0;
        const step = () => {
          const now = performance.now();
          const gone = now - began;
          // The first frames belong to the way back to the top.
          if (gone >= 0) {
            if (last > 0) times.push(now - last);
            last = now;
            if (whole) element.scrollTop = (element.scrollHeight * gone) / lasts;
            else element.scrollTop += 30;
          }
          if (gone < lasts) requestAnimationFrame(step);
          else resolve(times);
        };
        requestAnimationFrame(step);
      }),
    { selector, lasts, whole },
  );
