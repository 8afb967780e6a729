import {
  type Block,
  deleteBlock,
  findBlock,
  insertBlock,
  listBlocks,
  waitsFor,
} from "../../store/review/merge-request-blocks.ts";
import { changeMergeRequest, findMergeRequestById } from "../../store/review/merge-requests.ts";
import type { Caller } from "../access/access-level.ts";
import { requireCaller, requireReadableProject } from "../access/require-access.ts";
import { mergeRequestChanged } from "../events/events.ts";
import { conflict, invalid, notFound, Refusal } from "../refusal.ts";
import { describeMergeRequest, type MergeRequestDetails } from "./describe-merge-request.ts";
import { type MergeRequestInProject, requireEditor } from "./require-merge-request.ts";

/** A dependency with both merge requests. */
export interface BlockDetails {
  readonly id: number;
  /** Null where the caller may not see it. */
  readonly blocking: MergeRequestDetails | null;
  readonly blocked: MergeRequestDetails;
}

/** Merge requests for which one can wait. */
const maxBlocks = 100;

/** Returns what a merge request waits for, oldest first. */
export const blocksOf = ({ store }: Caller, { mergeRequest }: MergeRequestInProject): Block[] =>
  listBlocks(store, mergeRequest.id);

/** Returns a dependency of a merge request with both of them. */
export async function describeBlock(
  caller: Caller,
  { mergeRequest }: MergeRequestInProject,
  { id, blockingId }: Block,
): Promise<BlockDetails> {
  const blocking = readableMergeRequest(caller, blockingId);
  return {
    id,
    blocking: blocking && (await describeMergeRequest(caller.store, blocking)),
    blocked: await describeMergeRequest(caller.store, mergeRequest),
  };
}

/** Returns a merge request of any project that the caller may see, else null. */
function readableMergeRequest(caller: Caller, id: number) {
  const found = findMergeRequestById(caller.store, id);
  if (!found) return null;
  try {
    requireReadableProject(caller, found.projectId);
    return found;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/**
 * Makes a merge request wait for another one, of any project. Throws `forbidden` where the caller may not change it,
 * `notFound` where they may not see the other one, `conflict` where it waits for it already, and `invalid` where it would wait for itself.
 */
export function addBlock(caller: Caller, found: MergeRequestInProject, blockingId: number): Block {
  const { store } = caller;
  const user = requireCaller(caller);
  requireEditor(caller, found);
  const { id: blockedId } = found.mergeRequest;
  if (!readableMergeRequest(caller, blockingId)) throw notFound();
  const known = listBlocks(store, blockedId);
  if (known.some((block) => block.blockingId === blockingId)) throw conflict("Block already exists");
  if (blockingId === blockedId || waitsFor(store, blockingId, blockedId))
    throw invalid("A merge request cannot wait for itself, nor for one that waits for it");
  if (known.length >= maxBlocks) throw invalid(`A merge request waits for at most ${maxBlocks} others`);
  const id = store.transaction(() => {
    const added = insertBlock(store, { blockingId, blockedId });
    changeMergeRequest(store, blockedId, {});
    mergeRequestChanged.emit(store, { mergeRequestId: blockedId, userId: user.id, action: "update" });
    return added;
  });
  return { id, blockingId, blockedId };
}

/** Removes what a merge request waits for. Throws `forbidden` where the caller may not change it, and `notFound`. */
export function removeBlock(caller: Caller, found: MergeRequestInProject, id: number): void {
  const { store } = caller;
  const user = requireCaller(caller);
  requireEditor(caller, found);
  const { id: blockedId } = found.mergeRequest;
  const block = findBlock(store, blockedId, id);
  if (!block) throw notFound();
  store.transaction(() => {
    deleteBlock(store, block.id);
    changeMergeRequest(store, blockedId, {});
    mergeRequestChanged.emit(store, { mergeRequestId: blockedId, userId: user.id, action: "update" });
  });
}
