import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { listMergeRequests } from "../../../shared/api/resources/merge-requests.ts";
import { listMergeRequestNotes, type Note } from "../../../shared/api/resources/notes.ts";
import { listTodos, type Todo } from "../../../shared/api/resources/todos.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { type CountedEntry, maxTrayTitle } from "../../../shared/host/shell.ts";
import {
  latestTime,
  mergeRequestEntryKey,
  todoEntryKey,
  todoStamp,
} from "../../../shared/review/inbox-state.ts";
import { type NewsKind, newsKindOf, todoReason } from "../../../shared/review/todo-reasons.ts";
import { mentionsIn } from "../../../shared/text/mentions.ts";
import { plainLine } from "../../../shared/text/plain-markdown.ts";
import type { ReadContext } from "../operations/read-operation.ts";
import { type KnownNews, type NewsList, newsLists } from "./news-file.ts";
import { readQuietly } from "./read-quietly.ts";

/** Something new for an account's user. */
export interface NewsItem {
  /** Null for what is counted without a notification. */
  readonly kind: NewsKind | null;
  readonly title: string;
  readonly body: string;
  /** Path of the app, at the comment where it is one. */
  readonly path: string;
  /** Its entry in the inbox. */
  readonly entry: CountedEntry;
}

interface User {
  readonly id: number;
  readonly username: string;
}

/** News that were found, and what is known from now on. */
interface FoundNews {
  readonly items: readonly NewsItem[];
  readonly known: KnownNews;
  /** All pending to-dos, null where they are not known. */
  readonly pending: ReadonlySet<number> | null;
}

/** To-dos that are read at once. */
const maxTodos = 100;

/** Longest text of a comment in a notification, in characters. */
const maxText = 200;

/**
 * Reads an account's news: its pending to-dos, and one of the lists of its merge requests in turn, both conditional on what is
 * cached. Throws ProblemError.
 */
export async function readNews(
  context: ReadContext,
  me: User,
  before: KnownNews,
  signal: AbortSignal,
): Promise<FoundNews> {
  const found = await readTodos(context, before, signal);
  const list = found.known.next;
  const next = newsLists[(newsLists.indexOf(list) + 1) % newsLists.length] ?? "created";
  const passed = { ...found, known: { ...found.known, next } };
  // A service that refuses one list has the others.
  return readList(context, me, list, passed, signal).catch((error: unknown) => {
    if (error instanceof ProblemError) return passed;
    throw error;
  });
}

/** Statuses of a service that has no to-dos, or shows none to this token. */
const lacking: readonly (number | undefined)[] = [403, 404, 405, 501];

async function readTodos(context: ReadContext, before: KnownNews, signal: AbortSignal): Promise<FoundNews> {
  if (before.todos === null) return { items: [], known: before, pending: null };
  // The address of the inbox, whose response is in the cache.
  const input = { state: "pending", per_page: maxTodos } as const;
  let todos: readonly Todo[];
  try {
    const { value, isNow } = await readQuietly(context, listTodos, input, { signal, fresh: false });
    if (!isNow) return { items: [], known: before, pending: null };
    todos = value;
  } catch (error) {
    if (!(error instanceof ProblemError) || !lacking.includes(error.problem.status)) throw error;
    return { items: [], known: { ...before, todos: null }, pending: null };
  }
  const seen = new Set(before.seen);
  const items: NewsItem[] = [];
  for (const todo of todos.toReversed()) {
    const keys = [`todo ${todo.id}`, ...(commentOf(todo) ? [`note ${commentOf(todo)}`] : [])];
    const isKnown = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    if (before.todos && !isKnown) items.push(itemOfTodo(context.account, todo));
  }
  const pending = todos.length < maxTodos ? new Set(todos.map(({ id }) => id)) : null;
  return { items, known: { ...before, todos: true, seen: [...seen] }, pending };
}

const commentOf = ({ target_url: url }: Todo): string | undefined => /#note_(\d+)$/.exec(url)?.[1];

function itemOfTodo(account: string, todo: Todo): NewsItem {
  const { action_name: action, target_type: type, target, project, author, body } = todo;
  const title = target?.title || plainLine(body);
  const path = project?.path_with_namespace;
  const isMergeRequest = type === "MergeRequest" && path !== undefined && target?.iid !== undefined;
  const place = isMergeRequest ? `${path}!${target.iid}` : path;
  const address = isMergeRequest ? pathOf(account, path, target.iid, commentOf(todo)) : "/";
  return {
    kind: newsKindOf(action),
    title: `${todoReason(action)}: ${title}`,
    body: textOf(place, author?.name, body === title ? "" : body),
    path: address,
    entry: {
      account,
      key: todoEntryKey(account, todo),
      title: title.slice(0, maxTrayTitle),
      path: address,
      stamp: todoStamp(todo),
      todos: [todo.id],
      endsWithTodos: true,
    },
  };
}

const textOf = (place: string | undefined, by: string | undefined, text: string): string => {
  const words = [by, plainLine(text).slice(0, maxText).toWellFormed()].filter(Boolean).join(": ");
  return [place, words].filter(Boolean).join(" · ");
};

const pathOf = (account: string, project: string, iid = 0, note?: string | number): string =>
  `/a/${encodeURIComponent(account)}/p/${encodeURIComponent(project)}/merge_requests/${iid}${note === undefined ? "" : `#note_${note}`}`;

const lists = {
  created: () => ({ scope: "created_by_me" }) as const,
  assigned: () => ({ scope: "assigned_to_me" }) as const,
  reviewing: (id: number) => ({ scope: "all", reviewer_id: id }) as const,
} satisfies Record<NewsList, (id: number) => object>;

/** Merge requests whose comments are read at once; further ones follow the next time. */
const maxRead = 5;

/** Reads one list of merge requests: what was asked of the user, where the service has no to-dos, and comments. */
async function readList(
  context: ReadContext,
  me: User,
  list: NewsList,
  { items, known, pending }: FoundNews,
  signal: AbortSignal,
): Promise<FoundNews> {
  const since = known.since[list];
  const open = { state: "opened", order_by: "updated_at", sort: "asc" } as const;
  const input =
    since === undefined
      ? ({ ...open, sort: "desc", per_page: 100 } as const)
      : { ...open, updated_after: since, per_page: 100 };
  const { value, isNow } = await readQuietly(
    context,
    listMergeRequests,
    { ...input, ...lists[list](me.id) },
    { signal, fresh: false },
  );
  if (!isNow) return { items, known, pending };
  // A service without reviewers lists the merge requests of everyone.
  const all = value.filter(({ reviewers }) => list !== "reviewing" || hasUser(reviewers ?? [], me));
  const changed = since === undefined ? all : all.filter(({ updated_at: at }) => isAfter(at, since));
  const read = since === undefined ? changed : changed.slice(0, maxRead);
  const seen = new Set(known.seen);
  const found = [...items];
  for (const mergeRequest of read) {
    const isOwn = mergeRequest.author?.id === me.id;
    const asked = `asked ${mergeRequest.id}`;
    if (!isOwn && since !== undefined && known.todos === null && !seen.has(asked)) {
      found.push(requestOf(context.account, list, mergeRequest));
    }
    if (!isOwn) seen.add(asked);
    if (since === undefined || mergeRequest.user_notes_count === 0) continue;
    for (const note of await newNotes(context, me, { mergeRequest, since, isOwn }, signal)) {
      const key = `note ${note.id}`;
      if (!seen.has(key)) found.push(replyOf(context.account, mergeRequest, note));
      seen.add(key);
    }
  }
  const times = (read.length < changed.length ? read : value).flatMap(({ updated_at: at }) => at ?? []);
  const newest = times.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1);
  return {
    items: found,
    known: {
      ...known,
      seen: [...seen],
      since: { ...known.since, [list]: newest ?? since ?? new Date().toISOString() },
    },
    pending,
  };
}

const hasUser = (users: readonly { readonly id: number }[], { id }: User): boolean =>
  users.some((user) => user.id === id);

const isAfter = (at: string | undefined, since: string): boolean =>
  at !== undefined && Date.parse(at) > Date.parse(since);

interface ChangedMergeRequest {
  readonly mergeRequest: MergeRequest;
  readonly since: string;
  readonly isOwn: boolean;
}

/** Returns the path of a merge request's project, else its id. */
const projectOf = ({ references, project_id: id }: MergeRequest): string =>
  references?.full?.split("!")[0] || String(id ?? 0);

/** Reads the comments since a time that concern a user: those of others, where the user wrote it, takes part or is mentioned. */
async function newNotes(
  context: ReadContext,
  me: User,
  { mergeRequest, since, isOwn }: ChangedMergeRequest,
  signal: AbortSignal,
): Promise<readonly Note[]> {
  const id = projectOf(mergeRequest);
  const input = { id, merge_request_iid: mergeRequest.iid, sort: "desc", per_page: 50 } as const;
  const { value } = await readQuietly(context, listMergeRequestNotes, input, { signal, fresh: true });
  const notes = value.filter(({ system }) => !system).toReversed();
  const first = notes.findIndex(({ author }) => author?.id === me.id);
  return notes.filter(
    (note, index) =>
      note.author?.id !== me.id &&
      isAfter(note.created_at, since) &&
      (isOwn || (first >= 0 && first < index) || mentions(note.body, me)),
  );
}

function mentions(body: string, { username }: User): boolean {
  const { direct, others } = mentionsIn(body);
  const name = username.toLowerCase();
  return direct.has(name) || others.has(name);
}

function requestOf(account: string, list: NewsList, mergeRequest: MergeRequest): NewsItem {
  const { iid, title, author } = mergeRequest;
  const project = projectOf(mergeRequest);
  const path = pathOf(account, project, iid);
  return {
    kind: "requests",
    title: `${list === "assigned" ? "Assigned" : "Review requested"}: ${title}`,
    body: textOf(`${project}!${iid}`, author?.name, ""),
    path,
    entry: entryOf(account, mergeRequest, path, mergeRequest.created_at),
  };
}

function replyOf(account: string, mergeRequest: MergeRequest, note: Note): NewsItem {
  const { id, body, author, created_at } = note;
  const { iid, title } = mergeRequest;
  const project = projectOf(mergeRequest);
  const path = pathOf(account, project, iid, id);
  return {
    kind: "replies",
    title: `New comment: ${title}`,
    body: textOf(`${project}!${iid}`, author?.name, body),
    path,
    entry: entryOf(account, mergeRequest, path, created_at),
  };
}

/** Returns the entry of a merge request whose reason is no to-do. */
function entryOf(
  account: string,
  mergeRequest: MergeRequest,
  path: string,
  at: string | null | undefined,
): CountedEntry {
  const { iid, title, updated_at } = mergeRequest;
  return {
    account,
    key: mergeRequestEntryKey(account, projectOf(mergeRequest), iid),
    title: title.slice(0, maxTrayTitle),
    path,
    stamp: latestTime(updated_at, at),
    todos: [],
    endsWithTodos: false,
  };
}
