import { forbidden, httpError } from "../../http/http-error.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Snippet } from "../../store/projects/snippets.ts";
import { findIssueId } from "../../store/review/issues.ts";
import type { MergeRequest } from "../../store/review/merge-requests.ts";
import type { NoteParent } from "../../store/review/notes.ts";
import { accessLevel, type Caller } from "../access/access-level.ts";
import { requireProject } from "../access/require-project.ts";
import { requireMergeRequest } from "../merge-requests/require-merge-request.ts";
import { requireSnippet } from "../snippets/snippets.ts";

/** Parent of notes: a merge request, an issue or a snippet. */
export interface Noteable {
  readonly type: NoteParent;
  readonly id: number;
  /** Absent for snippets. */
  readonly iid?: number | undefined;
  readonly project: Project;
  /** Only members of the project may comment. */
  readonly locked?: boolean;
  /** Set for a snippet, whose single notes carry some of its fields. */
  readonly snippet?: Snippet;
}

/** A merge request that is commented on. */
export interface NoteableMergeRequest extends Noteable {
  readonly mergeRequest: MergeRequest;
}

/** Returns the merge request that notes are on. Throws 404 and 403. */
export function requireNoteableMergeRequest(
  caller: Caller,
  { id, merge_request_iid: iid }: { readonly id: string | number; readonly merge_request_iid: number },
): NoteableMergeRequest {
  const { project, mergeRequest } = requireMergeRequest(caller, id, iid);
  const locked = mergeRequest.discussionLocked;
  return { type: "MergeRequest", id: mergeRequest.id, iid, project, locked, mergeRequest };
}

/** Returns the issue that notes are on. Throws 404. */
export function requireNoteableIssue(
  caller: Caller,
  { id, issue_iid: iid }: { readonly id: string | number; readonly issue_iid: number },
): Noteable {
  const project = requireProject(caller, id);
  const issueId = findIssueId(caller.store, project.id, iid);
  if (issueId === null) throw httpError(404, "404 Not found");
  return { type: "Issue", id: issueId, iid, project };
}

/** Returns the snippet that notes are on. Throws 404. */
export function requireNoteableSnippet(
  caller: Caller,
  { id, snippet_id: snippetId }: { readonly id: string | number; readonly snippet_id: number },
): Noteable {
  const project = requireProject(caller, id);
  const snippet = requireSnippet(caller.store, caller.user, project, snippetId);
  return { type: "Snippet", id: snippetId, project, snippet };
}

/** Throws 403 where the discussion is locked and the caller is not a member of the project. */
export function requireOpenDiscussion({ store, user }: Caller, { locked, project }: Noteable): void {
  if (locked && accessLevel(store, user, project) === 0) throw forbidden();
}
