import { eventChannel } from "../../store/event-channel.ts";
import type { MergeRequest } from "../../store/review/merge-requests.ts";

/** An open merge request whose source branch has other commits than before, or that is new. */
export interface VersionAdded {
  readonly mergeRequest: MergeRequest;
  /** User who moved the branch, null where not known. */
  readonly userId: number | null;
}

/** Something that was done to a merge request. */
export interface MergeRequestChanged {
  readonly mergeRequestId: number;
  readonly userId: number | null;
  readonly action: "open" | "close" | "reopen" | "update" | "merge" | "approved" | "unapproved";
  /** Head of the source branch before it moved. */
  readonly oldHead?: string;
}

/** Emits when a merge request of the store has got a new version, in the transaction that records it. */
export const versionAdded = eventChannel<VersionAdded>();

/** Emits when a merge request of the store was changed by somebody, in the transaction that records it. */
export const mergeRequestChanged = eventChannel<MergeRequestChanged>();
