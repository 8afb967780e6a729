import { getBranch } from "../../../../shared/api/resources/branches.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { compareRefs, getMergeBase } from "../../../../shared/api/resources/repository.ts";
import { ProblemError } from "../../../../shared/errors.ts";
import { inParallel } from "../../../../shared/in-parallel.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import {
  conflictsOf,
  mergeRegions,
  type Region,
  resolve,
} from "../../../features/three-way-merge/three-way.ts";
import { type FileBytes, readFileBytes } from "../versions/read-text.ts";
import { type ChangedOnBoth, changedOnBoth } from "./changed-on-both.ts";

/** A file that both branches changed, and cannot be merged without a choice. */
export interface ConflictingFile extends ChangedOnBoth {
  /** Lines to choose from; null where a side deleted the file: one of the sides is chosen then. */
  readonly regions: readonly Region[] | null;
  /** Text of the file on each side; null where it was deleted. */
  readonly sides: { readonly mine: string | null; readonly theirs: string | null };
}

/** The conflicts of a merge request, with the commits that they were read at. */
export interface Conflicts {
  readonly sourceSha: string;
  readonly targetSha: string;
  readonly files: readonly ConflictingFile[];
  /** Files that both branches changed in different lines, merged. */
  readonly merged: readonly (ChangedOnBoth & { readonly content: string })[];
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
  const merged: (ChangedOnBoth & { content: string })[] = [];
  const read = (sha: string, path: string | null) =>
    path === null
      ? Promise.resolve({ kind: "absent" } as const)
      : readFileBytes(account, project, sha, path, signal);
  const examine = async (pair: ChangedOnBoth) => {
    const [before, left, right] = await Promise.all([
      read(base.id, pair.base),
      read(sourceSha, pair.mine),
      read(targetSha, pair.theirs),
    ]);
    const [baseText = null, mineText = null, theirsText = null] = [before, left, right].map(textOf);
    if (mineText === theirsText && pair.mine === pair.theirs) return;
    const isInBoth = mineText !== null && theirsText !== null;
    const regions = isInBoth ? mergeRegions(baseText ?? "", mineText, theirsText) : null;
    const content = regions && conflictsOf(regions).length === 0 ? resolve(regions, []) : null;
    if (content === null) files.push({ ...pair, regions, sides: { mine: mineText, theirs: theirsText } });
    else merged.push({ ...pair, content });
  };
  await inParallel(pairs, concurrency, examine);
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { sourceSha, targetSha, files, merged };
}

/** Returns the text of a file, null where it does not exist. Throws ProblemError for one that is not UTF-8. */
function textOf(file: FileBytes): string | null {
  if (file.kind === "absent") return null;
  try {
    if (file.kind === "bytes")
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(file.bytes);
  } catch {
    // Fall through: decoding it otherwise would change its bytes.
  }
  throw new ProblemError({
    code: "refused",
    message:
      "A file that is binary, not UTF-8 or very large was changed on both branches. Merge them with git.",
  });
}
