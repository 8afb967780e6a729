import { type DiffFile, sourceOf } from "../../../../shared/diff/diff-file.ts";
import { inParallel } from "../../../../shared/in-parallel.ts";
import { fingerprintInWorker, interdiffInWorker } from "../../../workers/diff/diff-engine.ts";
import { readText, textOrEmpty } from "../versions/read-text.ts";

/** A version's files, and the commits between which they changed. */
export interface VersionFiles {
  readonly base: string;
  readonly head: string;
  readonly files: readonly DiffFile[];
}

export interface InterdiffResult {
  /** Files in which the author changed something between the versions. */
  readonly files: readonly DiffFile[];
  /** Files of either version in which the author changed nothing between them. */
  readonly others: readonly { readonly path: string; readonly why: "same" | "rebase" }[];
}

/** Files read concurrently. */
const concurrency = 6;

/**
 * Returns the difference between two versions of a change. Files whose change is the same in both are skipped unread;
 * of the others the four texts are compared, which separates changes of a rebase.
 */
export async function readInterdiff(
  account: string,
  project: string,
  from: VersionFiles,
  to: VersionFiles,
  signal: AbortSignal,
): Promise<InterdiffResult> {
  const pairs = pairUp(from.files, to.files);
  const [before, after] = await Promise.all([
    fingerprintInWorker(pairs.map(({ older }) => sourceOf(older ?? blank))),
    fingerprintInWorker(pairs.map(({ newer }) => sourceOf(newer ?? blank))),
  ]);
  const files: (DiffFile | undefined)[] = new Array(pairs.length).fill(undefined);
  const others: { path: string; why: "same" | "rebase" }[] = [];
  const read = async (sha: string, path: string) =>
    textOrEmpty(await readText(account, project, sha, path, signal));

  async function compare(index: number): Promise<void> {
    const pair = pairs[index];
    if (!pair) return;
    const { older, newer, path } = pair;
    if (older && newer && before[index] === after[index]) {
      others.push({ path, why: "same" });
      return;
    }
    const oldPath = older?.new_path ?? path;
    const newPath = newer?.new_path ?? path;
    const [fromBase, fromHead, toBase, toHead] = await Promise.all([
      read(from.base, older?.old_path ?? oldPath),
      read(from.head, oldPath),
      read(to.base, newer?.old_path ?? newPath),
      read(to.head, newPath),
    ]);
    const entry = newer ?? older ?? blank;
    const shown = {
      ...entry,
      content: to.head,
      cached: undefined,
      old_path: oldPath,
      new_path: newPath,
      renamed_file: oldPath !== newPath,
      new_file: false,
      deleted_file: false,
    };
    if (fromBase === null || fromHead === null || toBase === null || toHead === null) {
      files[index] = { ...shown, diff: "" };
      return;
    }
    const result = await interdiffInWorker(
      { base: fromBase, head: fromHead },
      { base: toBase, head: toHead },
      signal,
    );
    const modes = older && newer && older.b_mode !== newer.b_mode;
    if (!result.authored && !shown.renamed_file && !modes) {
      others.push({ path, why: "rebase" });
      return;
    }
    files[index] = {
      ...shown,
      diff: result.diff,
      faded: result.faded,
      a_mode: older?.b_mode,
      b_mode: newer?.b_mode,
    };
  }

  await inParallel(pairs.keys(), concurrency, compare);
  return { files: files.filter((file) => file !== undefined), others };
}

interface Pair {
  readonly path: string;
  readonly older: DiffFile | undefined;
  readonly newer: DiffFile | undefined;
}

/** Files of both versions by the path they have in the newer one, or had before. */
function pairUp(older: readonly DiffFile[], newer: readonly DiffFile[]): Pair[] {
  const left = new Map(older.map((entry) => [entry.old_path, entry]));
  const pairs = newer.map((entry): Pair => {
    const match = left.get(entry.old_path);
    left.delete(entry.old_path);
    return { path: entry.new_path, older: match, newer: entry };
  });
  return [
    ...pairs,
    ...[...left.values()].map((entry) => ({ path: entry.new_path, older: entry, newer: undefined })),
  ];
}

const blank: DiffFile = {
  diff: "",
  old_path: "",
  new_path: "",
  new_file: false,
  renamed_file: false,
  deleted_file: false,
};
