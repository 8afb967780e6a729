import type { Week } from "../../ui/charts/week-chart.tsx";

const weekMs = 7 * 24 * 3_600_000;
/** A Monday. */
const monday = Date.UTC(1970, 0, 5);

/** Times of commits as counts by week, from the first week to the last without a gap; nothing for no times. */
export function countWeeks(
  times: readonly number[],
  from = Math.min(...times),
  to = Math.max(...times),
): Week[] {
  if (!Number.isFinite(from) || !Number.isFinite(to)) return [];
  const index = (time: number) => Math.floor((time - monday) / weekMs);
  const first = index(from);
  const counts = new Array<number>(index(to) - first + 1).fill(0);
  for (const time of times) {
    const at = index(time) - first;
    if (at >= 0 && at < counts.length) counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts.map((count, i) => ({ start: monday + (first + i) * weekMs, count }));
}
