import { getBranch } from "../../../../shared/api/resources/branches.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { compareRefs, getMergeBase } from "../../../../shared/api/resources/repository.ts";
import { ProblemError } from "../../../../shared/errors.ts";
import { inParallel } from "../../../../shared/in-parallel.ts";
import { needsOriginal } from "../../../../shared/text/encoding/file-codec.ts";
import type { FileBytes } from "../../../../shared/text/file-bytes.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import { readEditableText } from "../../../features/pending-edits/read-editable-text.ts";
import {
  conflictsOf,
  mergeRegions,
  type Region,
  resolve,
} from "../../../features/three-way-merge/three-way.ts";
import { readBytes } from "../versions/read-text.ts";

/** A file that both branches changed, and cannot be merged without a choice. */
export interface ConflictingFile extends ChangedOnBoth {
  /** Lines to choose from; null where a side deleted the file: one of the sides is chosen then. */
  readonly regions: readonly Region[] | null;
  /** Text of the file on each side; null where it was deleted. */
  readonly sides: { readonly mine: string | null; readonly theirs: string | null };
  readonly written: WrittenAs;
}

/** The encoding of a merged file, and the bytes whose lines it has. */
export interface WrittenAs {
  readonly encoding: string;
  readonly original: Uint8Array;
  /** Encodings of both sides. */
  readonly sides: { readonly mine: string | null; readonly theirs: string | null };
}

/** The conflicts of a merge request, with the commits that they were read at. */
export interface Conflicts {
  readonly sourceSha: string;
  readonly targetSha: string;
  readonly files: readonly ConflictingFile[];
  /** Files that both branches changed in different lines, merged. */
  readonly merged: readonly (ChangedOnBoth & { readonly content: string; readonly written: WrittenAs })[];
}

/** Files read concurrently. */
const concurrency = 6;

/** Reads what conflicts between the branches of a merge request in one project. Throws ProblemError. */
export async function readConflicts(
  account: string,
  project: string,
  { source_branch, target_branch }: MergeRequest,
  signal: AbortSignal,
): Promise<Conflicts> {
  const [source, target] = await Promise.all(
    [source_branch, target_branch].map((branch) =>
      fetchOperation(account, getBranch, { id: project, branch }, signal),
    ),
  );
  const sourceSha = source?.commit.id ?? "";
  const targetSha = target?.commit.id ?? "";
  const base = await fetchOperation(
    account,
    getMergeBase,
    { id: project, refs: [sourceSha, targetSha] },
    signal,
  );
  const [mine, theirs] = await Promise.all(
    [sourceSha, targetSha].map((to) =>
      fetchOperation(account, compareRefs, { id: project, from: base.id, to, straight: true }, signal),
    ),
  );
  if (!mine || !theirs || mine.compare_timeout || theirs.compare_timeout) {
    throw new ProblemError({
      code: "refused",
      message: "The service does not list all changes of these branches. Merge them with git.",
    });
  }
  const pairs = changedOnBoth(mine.diffs, theirs.diffs);
  const files: ConflictingFile[] = [];
  const merged: (ChangedOnBoth & { content: string; written: WrittenAs })[] = [];
  const read = (sha: string, path: string | null) =>
    path === null
      ? Promise.resolve({ kind: "absent" } as const)
      : readBytes(account, project, sha, path, signal);
  const examine = async (pair: ChangedOnBoth) => {
    const [before, left, right] = await Promise.all([
      read(base.id, pair.base),
      read(sourceSha, pair.mine),
      read(targetSha, pair.theirs),
    ]);
    const [was, mine, theirs] = await Promise.all([textOf(before), textOf(left), textOf(right)]);
    const sides = { mine: mine?.text ?? null, theirs: theirs?.text ?? null };
    if (sides.mine === sides.theirs && mine?.encoding === theirs?.encoding && pair.mine === pair.theirs)
      return;
    // A side that converted the file has the new encoding.
    const merging = mine?.encoding === was?.encoding ? (theirs ?? mine) : (mine ?? theirs);
    const encoding = merging?.encoding ?? "utf-8";
    const written = {
      encoding,
      original: needsOriginal(encoding) ? joinLines(mine?.bytes, theirs?.bytes) : new Uint8Array(),
      sides: { mine: mine?.encoding ?? null, theirs: theirs?.encoding ?? null },
    };
    const regions = mine && theirs ? mergeRegions(was?.text ?? "", mine.text, theirs.text) : null;
    const content = regions && conflictsOf(regions).length === 0 ? resolve(regions, []) : null;
    if (content === null) files.push({ ...pair, regions, sides, written });
    else merged.push({ ...pair, content, written });
  };
  await inParallel(pairs, concurrency, examine);
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { sourceSha, targetSha, files, merged };
}

interface SideText {
  readonly text: string;
  readonly encoding: string;
  readonly bytes: Uint8Array;
}

/** Returns the text of a file, null where it does not exist. Throws ProblemError for one without a text to merge. */
async function textOf(file: FileBytes): Promise<SideText | null> {
  if (file.kind === "absent") return null;
  const found = file.kind === "large" ? null : await readEditableText(file.bytes);
  if (file.kind !== "large" && found && found.text !== null) return { ...found, bytes: file.bytes };
  throw new ProblemError({
    code: "refused",
    message:
      "A file that is binary, no valid text or very large was changed on both branches. Merge them with git.",
  });
}

/** Returns the lines of two files as one. */
function joinLines(mine: Uint8Array = new Uint8Array(), theirs: Uint8Array = new Uint8Array()): Uint8Array {
  const all = new Uint8Array(mine.length + 1 + theirs.length).fill(10);
  all.set(mine);
  all.set(theirs, mine.length + 1);
  return all;
}

/** The names of a file in a comparison. */
interface ChangedFile {
  readonly old_path: string;
  readonly new_path: string;
  readonly new_file: boolean;
  readonly deleted_file: boolean;
}

/** A file that both branches changed. A path is null where the file does not exist on that side. */
export interface ChangedOnBoth {
  /** Path in the merge. */
  readonly path: string;
  readonly base: string | null;
  /** On the source branch. */
  readonly mine: string | null;
  /** On the target branch. */
  readonly theirs: string | null;
}

/**
 * Returns the files that two branches changed since their merge base, by what each changed. One that both deleted is
 * merged already; one that both renamed has the source branch's name.
 */
export function changedOnBoth(
  source: readonly ChangedFile[],
  target: readonly ChangedFile[],
): ChangedOnBoth[] {
  const keyOf = (file: ChangedFile) => (file.new_file ? `new ${file.new_path}` : `old ${file.old_path}`);
  const theirs = new Map(target.map((file) => [keyOf(file), file]));
  return source.flatMap((file) => {
    const other = theirs.get(keyOf(file));
    if (!other || (file.deleted_file && other.deleted_file)) return [];
    const mine = file.deleted_file ? null : file.new_path;
    const their = other.deleted_file ? null : other.new_path;
    const isRenamed = mine !== null && mine !== file.old_path;
    return [
      {
        path: (isRenamed ? mine : (their ?? mine)) ?? file.old_path,
        base: file.new_file ? null : file.old_path,
        mine,
        theirs: their,
      },
    ];
  });
}
