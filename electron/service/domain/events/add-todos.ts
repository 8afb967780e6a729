import { mentionsIn } from "../../../../shared/text/mentions.ts";
import { pipelineEnded } from "../../ci/pipeline-state.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findPipeline, type Pipeline } from "../../store/ci/pipelines.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import { findIssueById, type Issue } from "../../store/review/issues.ts";
import { latestVersion } from "../../store/review/merge-request-versions.ts";
import {
  findMergeRequestById,
  type MergeRequest,
  openMergeRequestsOf,
} from "../../store/review/merge-requests.ts";
import type { Note } from "../../store/review/notes.ts";
import { finishTodos, insertTodo, type TodoAction } from "../../store/review/todos.ts";
import { findUser, findUserByName, type User } from "../../store/users/users.ts";
import { mayReadCode, maySeeProject } from "../access/access-level.ts";
import { mayReadIssue } from "../access/issue-access.ts";
import { addCrossReferences, type TextTarget } from "./cross-references.ts";
import { type MergeRequestChanged, mergeRequestChanged } from "./events.ts";

/** Returns a merge request as the target of to-dos. */
export const ofMergeRequest = (row: MergeRequest): TextTarget => ({ type: "MergeRequest", row });
/** Returns an issue as the target of to-dos. */
export const ofIssue = (row: Issue): TextTarget => ({ type: "Issue", row });

/** A reason for a to-do. */
interface Reason {
  readonly target: TextTarget;
  readonly action: TodoAction;
  readonly authorId: number | null;
  /** The comment that is the reason. */
  readonly noteId?: number | undefined;
}

/** Returns whether a user may read a merge request or issue of a project. */
const mayReadTarget = (store: ServiceStore, user: User, project: Project, target: TextTarget): boolean =>
  target.type === "Issue"
    ? mayReadIssue(store, user, project, target.row)
    : maySeeProject(store, user, project) && mayReadCode(store, user, project);

/** Adds a to-do for each of some users who may read the merge request or issue. */
export function addTodos(
  store: ServiceStore,
  users: readonly (number | null)[],
  { target, action, authorId, noteId }: Reason,
): void {
  const { id: targetId, projectId } = target.row;
  const project = findProject(store, projectId);
  for (const id of new Set(users)) {
    const user = id === null ? null : findUser(store, id);
    if (!project || !user || !mayReadTarget(store, user, project, target)) continue;
    insertTodo(store, {
      userId: user.id,
      projectId,
      target: { type: target.type, id: targetId },
      noteId: noteId ?? null,
      authorId,
      action,
    });
  }
}

/** A text of a merge request or issue; `before`: the text until now. */
interface Written {
  readonly body: string;
  readonly before?: string;
  readonly noteId?: number;
}

/** Adds to-dos for those whom a text mentions, but not for its author, and notes where it refers to. */
export function handleText(store: ServiceStore, target: TextTarget, author: User, text: Written): void {
  const { direct, others } = mentionsIn(text.body);
  const before = mentionsIn(text.before ?? "");
  const add = (names: ReadonlySet<string>, action: TodoAction) => {
    const added = [...names.difference(before.direct).difference(before.others)];
    const ids = added.map((name) => findUserByName(store, name)?.id ?? null);
    const users = ids.filter((id) => id !== author.id);
    addTodos(store, users, { target, action, authorId: author.id, noteId: text.noteId });
  };
  add(direct, "directly_addressed");
  add(others, "mentioned");
  addCrossReferences(store, target, author, text);
}

/** Returns the merge request or issue that a note is on; null for a snippet. */
function targetOf(store: ServiceStore, { parentType, parentId }: Note): TextTarget | null {
  const mergeRequest = parentType === "MergeRequest" ? findMergeRequestById(store, parentId) : null;
  if (mergeRequest) return ofMergeRequest(mergeRequest);
  const issue = parentType === "Issue" ? findIssueById(store, parentId) : null;
  return issue && ofIssue(issue);
}

/** Marks the to-dos of a comment's author about its merge request or issue as done, and adds those of whom it mentions. */
export function handleComment(store: ServiceStore, author: User, note: Note): void {
  const target = targetOf(store, note);
  if (!target) return;
  finishTodos(store, author.id, { target: { type: target.type, id: target.row.id } });
  handleText(store, target, author, { body: note.body, noteId: note.id });
}

/** Adds to-dos of whom a comment mentions since it was changed. */
export function handleEditedComment(store: ServiceStore, author: User, note: Note, body: string): void {
  const target = targetOf(store, note);
  if (target) handleText(store, target, author, { body, before: note.body, noteId: note.id });
}

/** Adds a to-do for the author of a merge request that was found to have conflicts. */
export function addUnmergeableTodo(store: ServiceStore, mergeRequest: MergeRequest): void {
  const { authorId } = mergeRequest;
  addTodos(store, [authorId], { target: ofMergeRequest(mergeRequest), action: "unmergeable", authorId });
}

/** Actions that end what their user had to do. */
const finishing: ReadonlySet<MergeRequestChanged["action"]> = new Set(["merge", "close", "approved"]);

/**
 * Adds to-dos for failed pipelines from now on, and marks those as done about which their user has acted by a push, a
 * merge, a close or an approval. Returns a function that stops it.
 */
export function startTodos(store: ServiceStore): () => void {
  const finish = (mergeRequestId: number, userId: number | null) => {
    if (userId !== null) finishTodos(store, userId, { target: { type: "MergeRequest", id: mergeRequestId } });
  };
  const stops = [
    mergeRequestChanged.on(store, ({ mergeRequestId, userId, action, oldHead }) => {
      if (oldHead !== undefined || finishing.has(action)) finish(mergeRequestId, userId);
    }),
    pipelineEnded.on(store, ({ projectId, pipelineId, status }) => {
      const pipeline = status === "failed" ? findPipeline(store, projectId, pipelineId) : null;
      // That of a child pipeline is the failure of its parent, or of none.
      if (pipeline && pipeline.source !== "parent_pipeline") addFailureTodos(store, pipeline);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Adds a to-do for the author of each open merge request of which a pipeline's commit is the head. */
function addFailureTodos(store: ServiceStore, { projectId, mergeRequestId, ref, sha }: Pipeline): void {
  const started = mergeRequestId === null ? null : findMergeRequestById(store, mergeRequestId);
  const candidates = mergeRequestId === null ? openMergeRequestsOf(store, projectId, [ref]) : [started];
  for (const mergeRequest of candidates) {
    if (mergeRequest?.state !== "opened" || latestVersion(store, mergeRequest.id)?.headSha !== sha) continue;
    const { authorId } = mergeRequest;
    addTodos(store, [authorId], { target: ofMergeRequest(mergeRequest), action: "build_failed", authorId });
  }
}
