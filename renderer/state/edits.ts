import { replaceEqualDeep } from "@tanstack/react-query";
import { create } from "zustand";
import type { TypedDocument } from "../../shared/documents/shapes.ts";
import { listDocuments } from "../api/documents.ts";
import { createDocumentWriter } from "./document-writer.ts";
import { batchForeignReads, onForeignDocument } from "./windows/foreign-documents.ts";

/** An account, a project's full path and a branch: the scope of pending changes. */
export interface EditScope {
  readonly account: string;
  readonly project: string;
  readonly branch: string;
}

type SessionFields = TypedDocument<"drafts", "edit-session">["session"];

/** The pending changes of one scope, with what was typed for their commit. */
export interface EditSession extends SessionFields {
  readonly changes: readonly Change[];
}

interface EditState {
  /** By {@link editScopeKey}. */
  readonly sessions: Readonly<Record<string, EditSession>>;
  /** Number of documents that are not on disk yet. */
  readonly unsaved: number;
  /** Whether the drafts of earlier runs were read. */
  readonly loaded: boolean;
  /** The last failure to save, as text; null when everything is on disk. */
  readonly failure: string | null;
}

/** Pending edits of all projects. They are stored until the service confirmed their commit or the user discards them. */
export const useEdits = create<EditState>(() => ({
  sessions: {},
  unsaved: 0,
  loaded: false,
  failure: null,
}));

/** Returns the key of a scope. */
export const editScopeKey = ({ account, project, branch }: EditScope): string =>
  JSON.stringify([account, project, branch]);

/** Returns the session of a scope, undefined while nothing is pending. */
export const useEditSession = (scope: EditScope | null): EditSession | undefined =>
  useEdits((state) => (scope ? state.sessions[editScopeKey(scope)] : undefined));

/** Reads the drafts of earlier runs. */
export async function loadEdits(): Promise<void> {
  const sessions = await readSessions();
  useEdits.setState((state) => ({ sessions: mergeSessions(sessions, state.sessions), loaded: true }));
}

async function readSessions(): Promise<Record<string, EditSession>> {
  const documents = await listDocuments("drafts", ["edit-session", "edit-change"]);
  const sessions: Record<string, EditSession> = {};
  for (const { value } of documents) {
    if (value.type === "edit-session")
      sessions[editScopeKey(value.session)] = { ...value.session, changes: [] };
  }
  // Newest first on disk; the panel shows them in the order in which they were made.
  for (const { value } of documents.reverse()) {
    const owner = value.type === "edit-change" ? sessions[value.key] : undefined;
    if (value.type === "edit-change" && owner) {
      sessions[value.key] = { ...owner, changes: [...owner.changes, value.change] };
    }
  }
  return sessions;
}

/** Loads what another window has edited, once everything of this one is on disk. */
const reload: () => void = batchForeignReads(async () => {
  await flushEdits();
  const before = useEdits.getState().sessions;
  const sessions = await readSessions();
  const now = useEdits.getState();
  // Edited here meanwhile: the next write of another window reads again.
  if (now.unsaved > 0) return;
  // Stored here meanwhile: what was read may be older.
  if (now.sessions !== before) return reload();
  useEdits.setState((state) => ({ sessions: replaceEqualDeep(state.sessions, sessions) }));
});
onForeignDocument("drafts", (key) => {
  if (useEdits.getState().loaded && (key === null || key.startsWith("edit "))) reload();
});

/** Returns the stored sessions with the changes that were made while they were read; no change is lost. */
export function mergeSessions(
  stored: Readonly<Record<string, EditSession>>,
  present: Readonly<Record<string, EditSession>>,
): Record<string, EditSession> {
  const merged: Record<string, EditSession> = { ...stored };
  for (const [key, session] of Object.entries(present)) {
    const before = stored[key];
    const isNew = ({ id }: Change) => !before?.changes.some((change) => change.id === id);
    merged[key] = before
      ? { ...before, changes: [...before.changes, ...session.changes.filter(isNew)] }
      : session;
  }
  return merged;
}

/** A pending change that was removed, and the head of its session at that time. */
interface DiscardedChange {
  readonly change: Change;
  readonly head: string;
}

/** Removes one pending change. Returns it for an undo through {@link restoreChange}, undefined where there is none. */
export function discardChange(scope: EditScope, id: string): DiscardedChange | undefined {
  const current = sessionOf(scope);
  const change = current?.changes.find((entry) => entry.id === id);
  if (!current || !change) return undefined;
  const changes = current.changes.filter((entry) => entry.id !== id);
  forget(changeKey(scope, id));
  replace(scope, { ...current, changes });
  return { change, head: current.head };
}

/** Makes a discarded change pending again. Returns false where its file has been changed again since, which is kept. */
export function restoreChange(scope: EditScope, { change, head }: DiscardedChange): boolean {
  if (hasChangeOf(sessionOf(scope), change)) return false;
  putChange(scope, head, change);
  return true;
}

/** Returns whether a session has a change of the same file. */
const hasChangeOf = (session: EditSession | undefined, { id, path, origin }: Change): boolean =>
  session?.changes.some(
    (known) =>
      known.id === id || known.path === path || (origin !== null && known.origin?.path === origin.path),
  ) ?? false;

/** Sets the fields of the commit, or the head after the session was updated to the branch. */
export function setCommitFields(
  scope: EditScope,
  fields: Partial<Omit<SessionFields, keyof EditScope>>,
): void {
  const current = sessionOf(scope);
  if (!current) return;
  const next = { ...current, ...fields };
  replace(scope, next);
  saveSession(scope, next);
}

/** Deletes a session after its commit, or when the user discards it. */
export function endSession(scope: EditScope): void {
  const current = sessionOf(scope);
  if (!current) return;
  for (const { id } of current.changes) forget(changeKey(scope, id));
  forget(sessionKey(scope));
  useEdits.setState(({ sessions: { [editScopeKey(scope)]: _, ...others } }) => ({ sessions: others }));
}

/** Restores a session that {@link endSession} deleted, without what has been changed again since. */
export function restoreSession(value: EditSession): void {
  const { changes, ...fields } = value;
  const known = sessionOf(value);
  if (!known) {
    replace(value, { ...fields, changes: [] });
    saveSession(value, fields);
  }
  for (const entry of changes) {
    if (!hasChangeOf(known, entry)) putChange(value, fields.head, entry);
  }
}

/** Returns the session of a scope outside of React; undefined while nothing is pending. */
export const sessionOf = (scope: EditScope): EditSession | undefined =>
  useEdits.getState().sessions[editScopeKey(scope)];

/** Stores a change in the session of its scope, which begins with the first one. */
export function putChange(scope: EditScope, head: string, value: Change): Change {
  const current = startSession(scope, head);
  if (changeKind(value) === null) {
    discardChange(scope, value.id);
    return value;
  }
  const known = current.changes.some((entry) => entry.id === value.id);
  const changes = known
    ? current.changes.map((entry) => (entry.id === value.id ? value : entry))
    : [...current.changes, value];
  replace(scope, { ...current, changes });
  save(changeKey(scope, value.id), { type: "edit-change", key: editScopeKey(scope), change: value });
  return value;
}

/** Returns the session of a scope for a change that started from a commit; one without changes starts again there. */
function startSession(scope: EditScope, head: string): EditSession {
  const known = sessionOf(scope) ?? { message: "", target: "", authorName: "", authorEmail: "", changes: [] };
  const { changes, ...typed } = known;
  if ("head" in known && known.head === head) return known;
  const fields = { ...typed, ...scope, head: changes.length === 0 ? head : "" };
  saveSession(scope, fields);
  return { ...fields, changes };
}

const replace = (scope: EditScope, next: EditSession) =>
  useEdits.setState((state) => ({ sessions: { ...state.sessions, [editScopeKey(scope)]: next } }));

function saveSession(scope: EditScope, fields: SessionFields): void {
  const { account, project, branch, head, message, target, authorName, authorEmail } = fields;
  // Without the changes, which are documents of their own.
  const session = { account, project, branch, head, message, target, authorName, authorEmail };
  save(sessionKey(scope), { type: "edit-session", session });
}

const sessionKey = (scope: EditScope) => `edit ${editScopeKey(scope)}`;
const changeKey = (scope: EditScope, id: string) => `edit ${editScopeKey(scope)} ${id}`;

const drafts = createDocumentWriter("drafts", (state) => useEdits.setState(state));

const save = (key: string, value: TypedDocument<"drafts", "edit-session" | "edit-change">) =>
  drafts.save(key, value);
const forget = drafts.remove;

/** Writes unsaved documents now. Resolves when they are on disk or the failure is in the store. */
export const flushEdits = drafts.flush;

/**
 * The pending changes of one file, folded into one value whatever the order of the user's steps: the original (`origin`,
 * null for a new file) and the new state.
 */
export type Change = TypedDocument<"drafts", "edit-change">["change"];
/** The version of a file on the branch when its first change was made. */
export type Origin = NonNullable<Change["origin"]>;
/** A file's content as it will be committed. */
export type PendingContent = NonNullable<Change["content"]>;

export type ChangeKind = "created" | "updated" | "moved" | "deleted" | "mode";

/** Returns the kind of a change; null where it changes nothing (moved there and back). */
export function changeKind({ origin, path, content, executable, deleted }: Change): ChangeKind | null {
  if (!origin) return deleted ? null : "created";
  if (deleted) return "deleted";
  if (origin.path !== path) return "moved";
  if (content) return "updated";
  return origin.executable === executable ? null : "mode";
}

/** Returns the pending change that decides the content of `path`, if there is one. */
export const changeAt = (changes: readonly Change[], path: string): Change | undefined =>
  changes.find((entry) => !entry.deleted && entry.path === path) ??
  changes.find((entry) => entry.deleted && entry.origin?.path === path);
