import type { DiffEntry } from "../../../shared/api/commit-shapes.ts";
import type { getMergeRequestVersion } from "../../../shared/api/merge-requests.ts";
import type { OutputOf } from "../../../shared/api/operation.ts";
import { type DiffFile, diffFileOf, sourceOf } from "../../ui/diff/diff-model.ts";
import { fingerprintInWorker, interdiffInWorker } from "../../workers/diff/diff-engine.ts";
import { plainText, readText } from "./read-text.ts";

type Version = OutputOf<typeof getMergeRequestVersion>;

export interface InterdiffResult {
  /** Files in which the author changed something between the versions. */
  readonly files: readonly DiffFile[];
  /** Files of either version in which the author changed nothing between them. */
  readonly others: readonly { readonly path: string; readonly why: "same" | "rebase" }[];
}

/** Files that are read side by side. */
const atOnce = 6;

/**
 * What became of a change between two of its versions. Files whose change is the same in both are passed over
 * unread; of the others the four texts are compared, so that what a rebase brought is told apart.
 */
export async function readInterdiff(
  account: string,
  project: string,
  from: Version,
  to: Version,
  signal: AbortSignal,
): Promise<InterdiffResult> {
  const pairs = pairUp(from.diffs, to.diffs);
  const [before, after] = await Promise.all([
    fingerprintInWorker(pairs.map(({ older }) => sourceOf(diffFileOf(older ?? blank, from.head_commit_sha)))),
    fingerprintInWorker(pairs.map(({ newer }) => sourceOf(diffFileOf(newer ?? blank, to.head_commit_sha)))),
  ]);
  const files: (DiffFile | undefined)[] = new Array(pairs.length).fill(undefined);
  const others: { path: string; why: "same" | "rebase" }[] = [];
  const read = async (sha: string, path: string) =>
    plainText(await readText(account, project, sha, path, signal));

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
      read(from.base_commit_sha, older?.old_path ?? oldPath),
      read(from.head_commit_sha, oldPath),
      read(to.base_commit_sha, newer?.old_path ?? newPath),
      read(to.head_commit_sha, newPath),
    ]);
    const entry = newer ?? older ?? blank;
    const shown = {
      ...diffFileOf(entry, to.head_commit_sha),
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
      a_mode: older?.b_mode ?? undefined,
      b_mode: newer?.b_mode ?? undefined,
    };
  }

  let next = 0;
  const work = async () => {
    while (next < pairs.length) await compare(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { files: files.filter((file) => file !== undefined), others };
}

interface Pair {
  readonly path: string;
  readonly older: DiffEntry | undefined;
  readonly newer: DiffEntry | undefined;
}

/** Files of both versions by the path they have in the newer one, or had before. */
function pairUp(older: readonly DiffEntry[], newer: readonly DiffEntry[]): Pair[] {
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

const blank: DiffEntry = {
  diff: "",
  old_path: "",
  new_path: "",
  a_mode: null,
  b_mode: null,
  new_file: false,
  renamed_file: false,
  deleted_file: false,
};
