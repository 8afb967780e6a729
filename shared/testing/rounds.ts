/** Share of the rounds that a run has which is not whole. */
const share = 1 / 10;

/**
 * Returns how many rounds a test of random input runs: all of `whole` where `HELVE_ROUNDS` is `whole`, else a tenth, but
 * `least` of them.
 */
export const rounds = (whole: number, least = 1): number =>
  process.env.HELVE_ROUNDS === "whole" ? whole : Math.min(whole, Math.max(least, Math.ceil(whole * share)));

/** Returns the seed of random input: `HELVE_SEED`, which each run without one draws anew (`draw-seed.ts`). */
export function seed(): number {
  const drawn = Number(process.env.HELVE_SEED);
  if (!Number.isSafeInteger(drawn))
    throw new Error(`HELVE_SEED is no whole number: ${process.env.HELVE_SEED}`);
  return drawn;
}
