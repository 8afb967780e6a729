import type { RefUpdate } from "../../git/update-refs.ts";
import { eventChannel } from "../../store/event-channel.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Release } from "../../store/projects/releases.ts";
import type { MergeRequest } from "../../store/review/merge-requests.ts";
import type { Note } from "../../store/review/notes.ts";
import type { User } from "../../store/users/users.ts";

/** An open merge request whose source branch has other commits than before, or that is new. */
interface VersionAdded {
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

/** Something that was done to an issue. */
export interface IssueChanged {
  readonly issueId: number;
  readonly userId: number | null;
  readonly action: "open" | "update" | "close" | "reopen";
}

/** A page of a wiki that was written or deleted. */
export interface WikiPageChanged {
  readonly project: Project;
  readonly user: User;
  readonly page: { readonly slug: string; readonly title: string; readonly format: string };
  readonly action: "create" | "update" | "delete";
}

/** A release as it is now, or was before it was deleted. */
export interface ReleaseChanged {
  readonly project: Project;
  readonly release: Release;
  readonly action: "create" | "update" | "delete";
}

/** Emits when somebody has written a comment on something of the store. */
export const noteAdded = eventChannel<Note>();

/** Emits when an issue of the store was changed by somebody. */
export const issueChanged = eventChannel<IssueChanged>();

/** Emits when a page of a wiki was changed through the interface. */
export const wikiPageChanged = eventChannel<WikiPageChanged>();

/** Emits when a release of the store was changed. */
export const releaseChanged = eventChannel<ReleaseChanged>();

/** Emits when a merge request of the store has got a new version, in the transaction that records it. */
export const versionAdded = eventChannel<VersionAdded>();

/** Emits when a merge request of the store was changed by somebody, in the transaction that records it. */
export const mergeRequestChanged = eventChannel<MergeRequestChanged>();

/** Emits when something that a merge waits for may have changed: the state of a check, or a thread. */
export const mergeChecksChanged = eventChannel();

/** Refs of a project that a user of the service has moved. */
export interface RefsMoved {
  readonly project: Project;
  readonly updates: readonly RefUpdate[];
  readonly userId: number | null;
  /** Whether its user said that no job is to run for it. */
  readonly skipsCi: boolean;
}

/** Emits when refs of a project of the store were moved through the service, in the transaction that records it. */
export const refsMoved = eventChannel<RefsMoved>();
