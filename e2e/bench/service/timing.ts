/** Milliseconds of many runs of the same work. */
export interface Timing {
  readonly p50: number;
  readonly p95: number;
}

/** Returns the value below which a share of all values are. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Milliseconds that a piece of work takes. */
export async function clock(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Runs two ways of the same work in turns, so that a noisy machine is unfair to both alike. */
export async function interleave(
  times: number,
  first: (round: number) => Promise<unknown>,
  second: (round: number) => Promise<unknown>,
): Promise<[Timing, Timing]> {
  const [a, b]: [number[], number[]] = [[], []];
  for (let round = 0; round < times; round++) {
    a.push(await clock(() => first(round)));
    b.push(await clock(() => second(round)));
  }
  return [toTiming(a), toTiming(b)];
}

/** Median and 95th percentile of milliseconds. */
export const toTiming = (values: readonly number[]): Timing => ({
  p50: percentile(values, 0.5),
  p95: percentile(values, 0.95),
});

/** Returns how many times a second some work is done, so many of it at once. */
export async function rate(
  total: number,
  atOnce: number,
  work: (n: number) => Promise<unknown>,
): Promise<number> {
  let next = 0;
  const lane = async () => {
    while (next < total) await work(next++);
  };
  const ms = await clock(() => Promise.all(Array.from({ length: atOnce }, lane)));
  return (total / ms) * 1000;
}
