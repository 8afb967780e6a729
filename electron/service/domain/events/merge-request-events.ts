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

/** Calls a listener whenever a merge request of the store has got a new version. */
export const { on: onVersionAdded, emit: emitVersionAdded } = eventChannel<VersionAdded>();

/** Calls a listener whenever a merge request of the store was changed by somebody. */
export const { on: onMergeRequestChanged, emit: emitMergeRequestChanged } =
  eventChannel<MergeRequestChanged>();
