import type { Memory } from "./collected.ts";

/** Maximum growth of memory, as a share of the first value. */
const allowedGrowth = 0.2;
/** A round that adds less than this share to the maximum so far has levelled. */
const levelGrowth = 0.03;
/** Rounds after which the soak begins in any case. */
const maxRounds = 8;

/**
 * Runs rounds until they add nothing more to the resident memory: code is compiled then, pools and caches are full.
 * Returns the memory from which a soak counts.
 */
export async function warmUp(round: () => Promise<unknown>, measure: () => Promise<Memory>): Promise<Memory> {
  let highest = 0;
  for (let rounds = 1; ; rounds++) {
    await round();
    const memory = await measure();
    console.error(`Warm-up, round ${rounds}: ${describe(memory)}`);
    if (memory.resident <= highest * (1 + levelGrowth) || rounds === maxRounds) return memory;
    highest = Math.max(highest, memory.resident);
  }
}

/** Returns whether memory returned to within a fifth of its start. */
export const isWithinGrowth = (before: Memory, after: Memory): boolean =>
  after.resident <= before.resident * (1 + allowedGrowth);

/** `120 MiB resident, heap 25.1, buffers 0.4`. */
export const describe = ({ resident, heap, buffers }: Memory): string =>
  [
    `${resident.toFixed(0)} MiB resident`,
    ...(heap === undefined ? [] : [`heap ${heap.toFixed(1)}`]),
    ...(buffers === undefined ? [] : [`buffers ${buffers.toFixed(1)}`]),
  ].join(", ");
