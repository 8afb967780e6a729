import {
  readBytes,
  readHead,
  readOrigin,
  readOriginBytes,
} from "../../features/pending-edits/read-origin.ts";
import {
  conflictsOf,
  mergeThreeWays,
  type Region,
  resolve,
} from "../../features/three-way-merge/three-way.ts";
import type { EditScope, EditSession } from "../../state/edits.ts";
import { type Change, kindOf, type Origin } from "../../state/pending-changes.ts";

/** A pending change that what happened on the branch stands against. */
export interface Conflict {
  readonly change: Change;
  /** `edited`: both sides changed it; `deleted`: gone on the branch; `exists`: its place was taken there. */
  readonly reason: "edited" | "deleted" | "exists";
  /** The file as the branch has it now, null where it is gone. */
  readonly theirs: Origin | null;
  /** Regions of a merge of texts; null where one side is not text. */
  readonly regions: readonly Region[] | null;
}

/** What became of the branch since the first change was made. */
export interface Examination {
  readonly head: string;
  readonly moved: boolean;
  /** Changes whose starting point is still what the branch has, with its newer commit taken in. */
  readonly kept: readonly Change[];
  /** Changes that were merged with the branch's without a conflict; the user looks at them before they go out. */
  readonly merged: readonly Change[];
  readonly conflicts: readonly Conflict[];
}

/** Compares every pending change with the branch as it is now. Nothing is changed here or there. */
export async function examineBranch(
  place: EditScope,
  session: EditSession,
  signal?: AbortSignal,
): Promise<Examination> {
  const head = await readHead(place, signal);
  if (head === session.head) {
    return { head, moved: false, kept: session.changes, merged: [], conflicts: [] };
  }
  const verdicts = await Promise.all(
    session.changes.map((change) => examineChange(place, change, head, signal)),
  );
  return {
    head,
    moved: true,
    kept: verdicts.flatMap((verdict) => (verdict.kind === "kept" ? [verdict.change] : [])),
    merged: verdicts.flatMap((verdict) => (verdict.kind === "merged" ? [verdict.change] : [])),
    conflicts: verdicts.flatMap((verdict) => (verdict.kind === "conflict" ? [verdict.conflict] : [])),
  };
}

type Verdict =
  | { readonly kind: "kept" | "merged"; readonly change: Change }
  | { readonly kind: "conflict"; readonly conflict: Conflict }
  /** Both sides came to the same result; nothing is left to do. */
  | { readonly kind: "done" };

async function examineChange(
  place: EditScope,
  change: Change,
  head: string,
  signal?: AbortSignal,
): Promise<Verdict> {
  const taken = await readTaken(place, change, head, signal);
  if (taken) return await collide(place, change, taken, head, signal);
  if (!change.origin) return { kind: "kept", change };
  const theirs = await readOrigin(place, change.origin.path, head, signal);
  if (!theirs) {
    return change.deleted
      ? { kind: "done" }
      : { kind: "conflict", conflict: { change, reason: "deleted", theirs: null, regions: null } };
  }
  if (theirs.blobId === change.origin.blobId) return { kind: "kept", change: { ...change, origin: theirs } };
  // A move or a change of mode leaves the content to the branch.
  if (!change.deleted && !change.content) return { kind: "kept", change: { ...change, origin: theirs } };
  const regions = await mergeWith(place, change, theirs, head, signal);
  const text = regions && conflictsOf(regions).length === 0 ? resolve(regions, []) : null;
  if (text !== null) {
    return {
      kind: "merged",
      change: { ...change, origin: theirs, content: { kind: "text", text } },
    };
  }
  return { kind: "conflict", conflict: { change, reason: "edited", theirs, regions } };
}

/** What came to stand on the branch at the path that a new or moved file shall have. */
async function readTaken(
  place: EditScope,
  change: Change,
  head: string,
  signal?: AbortSignal,
): Promise<Origin | null> {
  const kind = kindOf(change);
  return kind === "created" || kind === "moved" ? readOrigin(place, change.path, head, signal) : null;
}

async function collide(
  place: EditScope,
  change: Change,
  taken: Origin,
  head: string,
  signal?: AbortSignal,
): Promise<Verdict> {
  const theirs = await readText(readBytes(place, change.path, head, signal));
  const mine = change.content?.kind === "text" ? change.content.text : null;
  if (mine !== null && mine === theirs && !change.origin) return { kind: "done" };
  const regions = mine !== null && theirs !== null ? mergeThreeWays("", mine, theirs) : null;
  return { kind: "conflict", conflict: { change, reason: "exists", theirs: taken, regions } };
}

async function mergeWith(
  place: EditScope,
  change: Change,
  theirs: Origin,
  head: string,
  signal?: AbortSignal,
): Promise<Region[] | null> {
  if (!change.origin || change.content?.kind !== "text") return null;
  const [base, other] = await Promise.all([
    readText(readOriginBytes(place, change.origin, signal)),
    readText(readBytes(place, theirs.path, head, signal)),
  ]);
  return base === null || other === null ? null : mergeThreeWays(base, change.content.text, other);
}

/** UTF-8 text, or null for bytes that are none. */
async function readText(bytes: Promise<Uint8Array>): Promise<string | null> {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
