/** Random choices that are the same for the same seed. */
export interface Seeded {
  /** A number from 0 to below 1. */
  next(): number;
  /** A whole number from 0 to below a limit. */
  below(limit: number): number;
  /** True so often, from 0 to 1. */
  chance(share: number): boolean;
  pick<T>(values: readonly [T, ...T[]]): T;
  bytes(count: number): Buffer;
}

/** Makes a source of random choices (mulberry32). */
export function seeded(seed: number): Seeded {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick: (values) => values[below(values.length)] ?? values[0],
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => below(256))),
  };
}
