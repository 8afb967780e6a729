import { compareRefs } from "../../../shared/api/resources/repository.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { fetchOperation } from "../../api/fetch-operation.ts";
import { readBaseText } from "../../features/pending-edits/edit-bases.ts";
import { readEditableText } from "../../features/pending-edits/read-editable-text.ts";
import { readBytesAt, readHead, readOrigin } from "../../features/pending-edits/read-origin.ts";
import { conflictsOf, mergeRegions, type Region, resolve } from "../../features/three-way-merge/three-way.ts";
import { type Change, changeKind, type EditScope, type EditSession, type Origin } from "../../state/edits.ts";

/** A pending change that conflicts with the branch. */
export interface BranchConflict {
  readonly change: Change;
  /** `edited`: both sides changed it; `deleted`: gone on the branch; `exists`: the branch has a file at its path. */
  readonly reason: "edited" | "deleted" | "exists";
  /** The file as the branch has it now, null where it is gone. */
  readonly theirs: Origin | null;
  /** A merge of texts; null where one side is not text. */
  readonly merge: TextMerge | null;
}

/** The regions of a merge, and the encoding of its result. */
interface TextMerge {
  readonly regions: readonly Region[];
  readonly encoding: string;
}

/** Changes of the branch since the first pending change. */
export interface Examination {
  /** The branch's tip; where it was deleted, the commit that the changes started from. */
  readonly head: string;
  /** The branch was deleted. */
  readonly isGone: boolean;
  readonly moved: boolean;
  /** Changes whose file is unchanged on the branch, rebased on its newer commit. */
  readonly unaffected: readonly Change[];
  /** Changes merged with the branch's without a conflict, for the user to review before the commit. */
  readonly merged: readonly Change[];
  readonly conflicts: readonly BranchConflict[];
}

/** Compares every pending change with the current branch. Changes nothing. */
export async function examineBranch(
  scope: EditScope,
  session: EditSession,
  signal?: AbortSignal,
): Promise<Examination> {
  const tip = await readCurrentHead(scope, session, signal);
  const head = tip ?? session.head;
  if (head === session.head) {
    const isGone = tip === null;
    return { head, isGone, moved: false, unaffected: session.changes, merged: [], conflicts: [] };
  }
  const verdicts = await Promise.all(
    session.changes.map((change) => examineChange(scope, change, { from: session.head, head }, signal)),
  );
  return {
    head,
    isGone: false,
    moved: true,
    unaffected: verdicts.flatMap((verdict) => (verdict.kind === "unaffected" ? [verdict.change] : [])),
    merged: verdicts.flatMap((verdict) => (verdict.kind === "merged" ? [verdict.change] : [])),
    conflicts: verdicts.flatMap((verdict) => (verdict.kind === "conflict" ? [verdict.conflict] : [])),
  };
}

/**
 * Returns the branch's tip; null where it was deleted, and "" where the session begins a repository without commits, and
 * it has none yet.
 */
async function readCurrentHead(
  scope: EditScope,
  session: EditSession,
  signal?: AbortSignal,
): Promise<string | null> {
  try {
    return await readHead(scope, signal);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return session.head === "" ? "" : null;
  }
}

const isNotFound = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.code === "not_found";

type Verdict =
  | { readonly kind: "unaffected" | "merged"; readonly change: Change }
  | { readonly kind: "conflict"; readonly conflict: BranchConflict }
  /** Both sides have the same result. */
  | { readonly kind: "done" };

async function examineChange(
  scope: EditScope,
  change: Change,
  { from, head }: { readonly from: string; readonly head: string },
  signal?: AbortSignal,
): Promise<Verdict> {
  const taken = await readTaken(scope, change, head, signal);
  if (taken) return await collide(scope, change, taken, head, signal);
  if (!change.origin) return { kind: "unaffected", change };
  const theirs = await readOrigin(scope, change.origin.path, head, signal);
  if (!theirs) {
    if (change.deleted) return { kind: "done" };
    const renamed = await findRenamed(
      scope,
      change.origin.path,
      from || change.origin.lastCommitId,
      head,
      signal,
    );
    if (renamed !== null) return followRename(scope, change, change.origin, renamed, head, signal);
    return { kind: "conflict", conflict: { change, reason: "deleted", theirs: null, merge: null } };
  }
  if (theirs.blobId === change.origin.blobId)
    return { kind: "unaffected", change: { ...change, origin: theirs } };
  // A move or a change of mode leaves the content to the branch.
  if (!change.deleted && !change.content)
    return { kind: "unaffected", change: { ...change, origin: theirs } };
  return mergeInto(scope, change, theirs, head, signal);
}

async function mergeInto(
  scope: EditScope,
  change: Change,
  theirs: Origin,
  head: string,
  signal?: AbortSignal,
): Promise<Verdict> {
  const merge = await mergeWith(scope, change, theirs, head, signal);
  const text = merge && conflictsOf(merge.regions).length === 0 ? resolve(merge.regions, []) : null;
  if (merge && text !== null) {
    return {
      kind: "merged",
      change: { ...change, origin: theirs, content: { kind: "text", text, encoding: merge.encoding } },
    };
  }
  return { kind: "conflict", conflict: { change, reason: "edited", theirs, merge } };
}

/** Returns the path that a file was renamed to between two commits; null where it was deleted. */
async function findRenamed(
  scope: EditScope,
  path: string,
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<string | null> {
  try {
    const input = { id: scope.project, from, to, straight: true };
    const { diffs } = await fetchOperation(scope.account, compareRefs, input, signal);
    return diffs.find((diff) => diff.renamed_file && diff.old_path === path)?.new_path ?? null;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/**
 * Returns a change at the path to which the branch renamed its file; a change that moves the file keeps its own target.
 */
async function followRename(
  scope: EditScope,
  change: Change,
  origin: Origin,
  renamed: string,
  head: string,
  signal?: AbortSignal,
): Promise<Verdict> {
  const followed = {
    ...change,
    path: change.path === origin.path ? renamed : change.path,
    origin: { ...origin, path: renamed },
  };
  const theirs = await readOrigin(scope, renamed, head, signal);
  if (!theirs) throw new Error(`${renamed} is not in ${head}`);
  if (theirs.blobId === origin.blobId || !change.content)
    return { kind: "merged", change: { ...followed, origin: theirs } };
  return mergeInto(scope, followed, theirs, head, signal);
}

/** The branch's file at the path of a new or moved file. */
async function readTaken(
  scope: EditScope,
  change: Change,
  head: string,
  signal?: AbortSignal,
): Promise<Origin | null> {
  const kind = changeKind(change);
  return kind === "created" || kind === "moved" ? readOrigin(scope, change.path, head, signal) : null;
}

async function collide(
  scope: EditScope,
  change: Change,
  taken: Origin,
  head: string,
  signal?: AbortSignal,
): Promise<Verdict> {
  const theirs = await readEditableText(await readBytesAt(scope, change.path, head, signal));
  const mine = change.content?.kind === "text" ? change.content : null;
  const merge =
    mine === null || theirs.text === null
      ? null
      : { regions: mergeRegions("", mine.text, theirs.text), encoding: theirs.encoding };
  const isSame = mine?.text === theirs.text && (mine?.encoding ?? "utf-8") === merge?.encoding;
  if (isSame && !change.origin) return { kind: "done" };
  return { kind: "conflict", conflict: { change, reason: "exists", theirs: taken, merge } };
}

async function mergeWith(
  scope: EditScope,
  change: Change,
  theirs: Origin,
  head: string,
  signal?: AbortSignal,
): Promise<TextMerge | null> {
  if (!change.origin || change.content?.kind !== "text") return null;
  const [base, other] = await Promise.all([
    readBaseText(scope, change.origin, signal),
    readBytesAt(scope, theirs.path, head, signal).then(readEditableText),
  ]);
  if (base.text === null || other.text === null) return null;
  const { text, encoding = "utf-8" } = change.content;
  // A side that converted the file has the new encoding.
  const merged = encoding === base.encoding ? other.encoding : encoding;
  return { regions: mergeRegions(base.text, text, other.text), encoding: merged };
}
