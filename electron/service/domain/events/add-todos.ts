import { mentionsIn } from "../../../../shared/text/mentions.ts";
import { pipelineEnded } from "../../ci/pipeline-state.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findPipeline, type Pipeline } from "../../store/ci/pipelines.ts";
import { findProject } from "../../store/projects/projects.ts";
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
import { type MergeRequestChanged, mergeRequestChanged } from "./events.ts";

/** A reason for a to-do about a merge request. */
interface Reason {
  readonly mergeRequest: MergeRequest;
  readonly action: TodoAction;
  readonly authorId: number | null;
  /** The comment that is the reason. */
  readonly noteId?: number | undefined;
}

/** Adds a to-do for each of some users who may read the merge request. */
export function addTodos(
  store: ServiceStore,
  users: readonly (number | null)[],
  { mergeRequest, action, authorId, noteId }: Reason,
): void {
  const { id: mergeRequestId, projectId } = mergeRequest;
  const project = findProject(store, projectId);
  for (const id of new Set(users)) {
    const user = id === null ? null : findUser(store, id);
    if (!project || !user || !maySeeProject(store, user, project) || !mayReadCode(store, user, project))
      continue;
    insertTodo(store, {
      userId: user.id,
      projectId,
      mergeRequestId,
      noteId: noteId ?? null,
      authorId,
      action,
    });
  }
}

/** Adds to-dos for those whom a text of a merge request mentions, but not for its author; `before`: the text until now. */
export function addMentionTodos(
  store: ServiceStore,
  mergeRequest: MergeRequest,
  author: User,
  text: { readonly body: string; readonly before?: string; readonly noteId?: number },
): void {
  const { direct, others } = mentionsIn(text.body);
  const before = mentionsIn(text.before ?? "");
  const add = (names: ReadonlySet<string>, action: TodoAction) => {
    const added = [...names.difference(before.direct).difference(before.others)];
    const ids = added.map((name) => findUserByName(store, name)?.id ?? null);
    const users = ids.filter((id) => id !== author.id);
    addTodos(store, users, { mergeRequest, action, authorId: author.id, noteId: text.noteId });
  };
  add(direct, "directly_addressed");
  add(others, "mentioned");
}

/** Marks the to-dos of a comment's author about the merge request as done, and adds those of whom it mentions. */
export function handleComment(store: ServiceStore, author: User, note: Note): void {
  const mergeRequest = note.parentType === "MergeRequest" ? findMergeRequestById(store, note.parentId) : null;
  if (!mergeRequest) return;
  finishTodos(store, author.id, { mergeRequestId: mergeRequest.id });
  addMentionTodos(store, mergeRequest, author, { body: note.body, noteId: note.id });
}

/** Adds to-dos of whom a comment of a merge request mentions since it was changed. */
export function handleEditedComment(store: ServiceStore, author: User, note: Note, body: string): void {
  const mergeRequest = note.parentType === "MergeRequest" ? findMergeRequestById(store, note.parentId) : null;
  if (mergeRequest)
    addMentionTodos(store, mergeRequest, author, { body, before: note.body, noteId: note.id });
}

/** Adds a to-do for the author of a merge request that was found to have conflicts. */
export function addUnmergeableTodo(store: ServiceStore, mergeRequest: MergeRequest): void {
  const { authorId } = mergeRequest;
  addTodos(store, [authorId], { mergeRequest, action: "unmergeable", authorId });
}

/** Actions that end what their user had to do. */
const finishing: ReadonlySet<MergeRequestChanged["action"]> = new Set(["merge", "close", "approved"]);

/**
 * Adds to-dos for failed pipelines from now on, and marks those as done about which their user has acted by a push, a
 * merge, a close or an approval. Returns a function that stops it.
 */
export function startTodos(store: ServiceStore): () => void {
  const finish = (mergeRequestId: number, userId: number | null) => {
    if (userId !== null) finishTodos(store, userId, { mergeRequestId });
  };
  const stops = [
    mergeRequestChanged.on(store, ({ mergeRequestId, userId, action, oldHead }) => {
      if (oldHead !== undefined || finishing.has(action)) finish(mergeRequestId, userId);
    }),
    pipelineEnded.on(store, ({ projectId, pipelineId, status }) => {
      const pipeline = status === "failed" ? findPipeline(store, projectId, pipelineId) : null;
      if (pipeline) addFailureTodos(store, pipeline);
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
    addTodos(store, [authorId], { mergeRequest, action: "build_failed", authorId });
  }
}
