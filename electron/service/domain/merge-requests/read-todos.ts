import type { DecodedInput } from "../../../../shared/api/contract/operation.ts";
import type { listTodos } from "../../../../shared/api/resources/todos.ts";
import type { ServiceStore } from "../../service-store.ts";
import { readableProjects } from "../../store/projects/readable-projects.ts";
import { findIssueById } from "../../store/review/issues.ts";
import { findMergeRequestById } from "../../store/review/merge-requests.ts";
import { findNote, type Note } from "../../store/review/notes.ts";
import { findTodo, finishTodos, listTodoRows, type Todo } from "../../store/review/todos.ts";
import { findUser, type User } from "../../store/users/users.ts";
import type { Caller } from "../access/access-level.ts";
import { issuesReadableBy } from "../access/issue-access.ts";
import { requireCaller, requireGroup } from "../access/require-access.ts";
import { describeIssue, type IssueDetails } from "../issues/describe-issue.ts";
import type { PageRequest } from "../paged.ts";
import { notFound } from "../refusal.ts";
import { describeMergeRequest, type MergeRequestDetails } from "./describe-merge-request.ts";

/** A to-do with what it is about. */
export interface TodoDetails {
  readonly todo: Todo;
  readonly target:
    | { readonly type: "MergeRequest"; readonly details: MergeRequestDetails }
    | { readonly type: "Issue"; readonly details: IssueDetails };
  readonly author: User | null;
  readonly note: Note | null;
}

async function describeTodo(store: ServiceStore, todo: Todo): Promise<TodoDetails> {
  const { type, id } = todo.target;
  return {
    todo,
    target: await describeTarget(store, todo),
    author: todo.authorId === null ? null : findUser(store, todo.authorId),
    note: todo.noteId === null ? null : findNote(store, type, id, todo.noteId),
  };
}

async function describeTarget(store: ServiceStore, { target }: Todo): Promise<TodoDetails["target"]> {
  if (target.type === "Issue") {
    const issue = findIssueById(store, target.id);
    if (!issue) throw notFound();
    return { type: "Issue", details: describeIssue(store, issue) };
  }
  const mergeRequest = findMergeRequestById(store, target.id);
  if (!mergeRequest) throw notFound();
  return { type: "MergeRequest", details: await describeMergeRequest(store, mergeRequest) };
}

/** Returns the requested page of the caller's to-dos in projects that the caller may read, and their number. */
export async function findTodos(
  caller: Caller,
  query: DecodedInput<typeof listTodos>,
  { number, perPage }: PageRequest,
): Promise<{ readonly todos: TodoDetails[]; readonly total: number }> {
  const { store } = caller;
  const user = requireCaller(caller);
  const group = query.group_id === undefined ? undefined : requireGroup(caller, query.group_id);
  const { rows, total } = listTodoRows(store, {
    userId: user.id,
    projects: readableProjects(store, user, group),
    issues: issuesReadableBy(store, user, group),
    state: query.state ?? "pending",
    action: query.action,
    authorId: query.author_id,
    projectId: query.project_id,
    type: query.type,
    limit: perPage,
    offset: (number - 1) * perPage,
  });
  return { todos: await Promise.all(rows.map((todo) => describeTodo(store, todo))), total };
}

/** Marks a to-do of the caller as done and returns it. Throws `notFound`. */
export async function finishTodo(caller: Caller, id: number): Promise<TodoDetails> {
  const { store } = caller;
  const user = requireCaller(caller);
  if (!findTodo(store, user.id, id)) throw notFound();
  finishTodos(store, user.id, { id });
  const finished = findTodo(store, user.id, id);
  if (!finished) throw notFound();
  return describeTodo(store, finished);
}

/** Marks every pending to-do of the caller as done. */
export function finishAllTodos(caller: Caller): void {
  finishTodos(caller.store, requireCaller(caller).id, "all");
}
