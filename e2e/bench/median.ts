import type { Measured } from "./measure.ts";
import { middle } from "./middle.ts";
import type { Frames } from "./scroll.ts";

/** Each figure's median over all runs. */
export function medianOf(runs: readonly Measured[]): Measured {
  const over = (pick: (run: Measured) => number) => middle(runs.map(pick));
  const frames = (pick: (run: Measured) => Frames): Frames => ({
    p50: over((run) => pick(run).p50),
    p95: over((run) => pick(run).p95),
    missedTwice: over((run) => pick(run).missedTwice),
  });
  const rss = runs.flatMap((run) => (run.rss === null ? [] : [run.rss]));
  return {
    first: over((run) => run.first),
    all: over((run) => run.all),
    heap: over((run) => run.heap),
    rss: rss.length > 0 ? middle(rss) : null,
    nodes: over((run) => run.nodes),
    reading: frames((run) => run.reading),
    dragging: frames((run) => run.dragging),
    longest: {
      opening: over((run) => run.longest.opening),
      scrolling: over((run) => run.longest.scrolling),
    },
  };
}
