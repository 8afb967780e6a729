import type { DiffSource } from "../../../shared/diff/diff-types.ts";

/** Characters of the first batch, small so that visible files are sent at once. */
const firstCharacters = 30_000;
/** Characters of a batch: other requests wait no longer than one takes. */
const maxCharacters = 1_000_000;
/** Growth factor from one batch to the next. */
const growth = 4;
/** Files of the first batch, and of any. */
const firstFiles = 8;
const maxFiles = 512;

/** Sends some sources, the first of which is the file `start`; resolves to the number that was taken. */
type SendBatch = (sources: readonly DiffSource[], start: number) => Promise<number>;

/** Sources that are sent to the worker. */
interface SourceStream {
  /** Further sources; `more`: others will follow. */
  add(sources: readonly DiffSource[], more: boolean): void;
  /** Resolves once all was taken and closed off, or canceled. A new promise after `add`. */
  readonly done: Promise<void>;
}

/**
 * Sends sources in growing batches, one after the other, and waits while `more` are to follow. Then calls `closeOff`.
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

  let [characters, files] = [firstCharacters, firstFiles];
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
        size += sizeOf(all[end]);
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

/** Characters of a source's diff or texts that are sent. */
function sizeOf(source: DiffSource | undefined): number {
  const diff = source?.diff ?? "";
  if (typeof diff === "string") return diff.length;
  return "before" in diff ? diff.before.length + diff.after.length : 0;
}
