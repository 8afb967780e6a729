import { randomInt } from "node:crypto";

/** Draws the seed of a run's random input, and prints it: the run is repeated with it. Vitest calls it for each project. */
export default function drawSeed(): void {
  if (process.env.HELVE_SEED !== undefined) return;
  process.env.HELVE_SEED = String(randomInt(2 ** 31));
  console.log(
    `Random input: HELVE_SEED=${process.env.HELVE_SEED} repeats it, HELVE_ROUNDS=whole runs all rounds.`,
  );
}
