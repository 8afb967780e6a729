import { defineWorker } from "../protocol/define-worker.ts";
import { compareTexts } from "./compare-texts.ts";
import { type DiffLine, type DiffPair, type DiffSummary, FileDiff } from "./diff-rows.ts";

const open = new Map<number, FileDiff[]>();
let last = 0;

interface Rows {
  readonly id: number;
  readonly file: number;
  readonly from: number;
  readonly to: number;
}

function fileOf({ id, file }: Rows): FileDiff {
  const found = open.get(id)?.[file];
  if (!found) throw new Error("The diff is no longer open");
  return found;
}

const methods = {
  open(_: null): number {
    open.set(++last, []);
    return last;
  },
  /** Reads further files of an open diff, in order. */
  add({ id, diffs }: { id: number; diffs: readonly string[] }): DiffSummary[] {
    const files = open.get(id);
    if (!files) throw new Error("The diff is no longer open");
    const read = diffs.map((diff) => new FileDiff(diff));
    files.push(...read);
    return read.map(({ summary }) => summary);
  },
  unified: (rows: Rows): DiffLine[] => fileOf(rows).unified(rows.from, rows.to),
  split: (rows: Rows): DiffPair[] => fileOf(rows).split(rows.from, rows.to),
  close({ id }: { id: number }): void {
    open.delete(id);
  },
  /** The unified diff of two texts. */
  compare: ({ before, after, context }: { before: string; after: string; context?: number }): string =>
    compareTexts(before, after, context),
};

export type DiffMethods = typeof methods;

defineWorker(methods);
