import type { DiffSource } from "../../../shared/diff/diff-types.ts";

/** Characters of the first hand-over: what is on screen comes at once, whatever the size of the rest. */
const first = 30_000;
/** Characters that are handed over at once at most; what is asked for meanwhile waits no longer than this takes. */
const maxCharacters = 1_000_000;
/** How much more each hand-over brings than the one before. */
const growth = 4;
/** Files of the first hand-over, and how many there are at most: what the worker holds costs next to nothing to name. */
const firstFiles = 8;
const maxFiles = 512;

/** Hands some sources over, the first of which is the file `start`; answers how many were taken. */
type SendBatch = (sources: readonly DiffSource[], start: number) => Promise<number>;

/** Sources on their way to the worker. */
interface SourceStream {
  /** Further sources; `more` tells that others will follow. */
  add(sources: readonly DiffSource[], more: boolean): void;
  /** All that was to come was taken and closed off, or nobody wants it any longer. Another one once it goes on. */
  readonly done: Promise<void>;
}

/**
 * Hands sources over in ever larger parts, one after the other, and goes on while `more` of them come. Then `closeOff`
 * is called.
 */
export function streamSources(
  handOver: SendBatch,
  closeOff: () => Promise<void>,
  sources: readonly DiffSource[],
  more: boolean,
  signal: AbortSignal,
): SourceStream {
  const all = [...sources];
  let open = more;
  let wake = () => {};
  let running = true;
  signal.addEventListener("abort", () => wake(), { once: true });

  let [characters, files] = [first, firstFiles];
  let begun = false;
  let start = 0;
  async function run(): Promise<void> {
    while (!signal.aborted) {
      if (begun && start >= all.length) {
        if (!open) {
          running = false;
          return closeOff();
        }
        await new Promise<void>((go) => {
          wake = go;
        });
        continue;
      }
      let end = start;
      for (let size = 0; end < all.length && end < start + files && size < characters; end++)
        size += all[end]?.diff.length ?? 0;
      start += await handOver(all.slice(start, end), start);
      begun = true;
      [characters, files] = [
        Math.min(maxCharacters, characters * growth),
        Math.min(maxFiles, files * growth),
      ];
    }
  }

  let done = run();
  return {
    add(further, moreFollow) {
      all.push(...further);
      open = moreFollow;
      wake();
      if (running) return;
      running = true;
      done = run();
    },
    get done() {
      return done;
    },
  };
}
