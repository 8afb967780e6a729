import { z } from "zod";
import { create } from "zustand";
import { listDocuments } from "../api/documents.ts";
import { createDocumentWriter } from "./document-writer.ts";
import { type Change, type Content, change, changeAt, kindOf, type Origin } from "./pending-changes.ts";

/** Where pending changes belong: an account, a project's full path and a branch. */
export interface EditScope {
  readonly account: string;
  readonly project: string;
  readonly branch: string;
}

const session = z.object({
  account: z.string(),
  project: z.string(),
  branch: z.string(),
  /** Commit at the branch's tip when the first change was made. */
  head: z.string(),
  message: z.string(),
  /** Branch to commit to; empty for the session's own. */
  target: z.string(),
  authorName: z.string(),
  authorEmail: z.string(),
});
type SessionFields = z.output<typeof session>;

/** The pending changes of one place, with what was typed for their commit. */
export interface EditSession extends SessionFields {
  readonly changes: readonly Change[];
}

const stored = z.discriminatedUnion("type", [
  z.object({ type: z.literal("edit-session"), session }),
  z.object({ type: z.literal("edit-change"), place: z.string(), change }),
]);

interface EditState {
  /** By {@link scopeKey}. */
  readonly sessions: Readonly<Record<string, EditSession>>;
  /** Documents that are not on disk yet; while it is above zero, the last keystrokes are not safe. */
  readonly unsaved: number;
  /** Whether the drafts of earlier runs were read. */
  readonly loaded: boolean;
  /** The last failure to save, as text; null when the disk holds everything. */
  readonly failure: string | null;
}

/** Pending edits of all projects. They live until the service confirmed their commit or the user discards them. */
export const useEdits = create<EditState>(() => ({
  sessions: {},
  unsaved: 0,
  loaded: false,
  failure: null,
}));

/** Stable name of a place. */
export const scopeKey = ({ account, project, branch }: EditScope): string =>
  JSON.stringify([account, project, branch]);

/** The session of a place, undefined while nothing is pending there. */
export const useEditSession = (place: EditScope | null): EditSession | undefined =>
  useEdits((state) => (place ? state.sessions[scopeKey(place)] : undefined));

/** Reads the drafts of earlier runs. */
export async function loadEdits(): Promise<void> {
  const documents = await listDocuments(stored, "drafts");
  const sessions: Record<string, EditSession> = {};
  for (const { value } of documents) {
    if (value.type === "edit-session") sessions[scopeKey(value.session)] = { ...value.session, changes: [] };
  }
  // Newest first on disk; the panel shows them in the order in which they were made.
  for (const { value } of documents.reverse()) {
    const owner = value.type === "edit-change" ? sessions[value.place] : undefined;
    if (value.type === "edit-change" && owner) {
      sessions[value.place] = { ...owner, changes: [...owner.changes, value.change] };
    }
  }
  useEdits.setState((state) => ({ sessions: mergeSessions(sessions, state.sessions), loaded: true }));
}

/** Puts what was done while the disk was read upon what the disk held; neither loses a change. */
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

/** Text or bytes for a file that exists on the branch. */
export function editFile(place: EditScope, head: string, from: Origin, value: Content): Change {
  const known = findOrigin(place, from.path);
  return put(place, head, { ...(known ?? unchanged(from)), content: value, deleted: false });
}

/** A new file; where the path was deleted in this session, its content comes back instead. */
export function createFile(
  place: EditScope,
  head: string,
  path: string,
  value: Content,
  executable = false,
): Change {
  const gone = sessionOf(place)?.changes.find((entry) => entry.deleted && entry.origin?.path === path);
  if (gone) return put(place, head, { ...gone, path, content: value, deleted: false, executable });
  const known = changeAt(sessionOf(place)?.changes ?? [], path);
  return put(place, head, {
    id: known?.id ?? crypto.randomUUID(),
    origin: known?.origin ?? null,
    path,
    content: value,
    executable,
    deleted: false,
  });
}

/** Moves or renames a file that exists on the branch. */
export const moveFile = (place: EditScope, head: string, from: Origin, path: string): Change =>
  put(place, head, { ...(findOrigin(place, from.path) ?? unchanged(from)), path, deleted: false });

/** Deletes a file that exists on the branch. */
export const deleteFile = (place: EditScope, head: string, from: Origin): Change =>
  put(place, head, {
    ...(findOrigin(place, from.path) ?? unchanged(from)),
    path: from.path,
    content: null,
    executable: from.executable,
    deleted: true,
  });

/** Sets or clears the executable bit of a file that exists on the branch. */
export const chmodFile = (place: EditScope, head: string, from: Origin, executable: boolean): Change =>
  put(place, head, { ...(findOrigin(place, from.path) ?? unchanged(from)), executable, deleted: false });

/** Changes a pending change further, whatever its file is: new content, another path, another mode. */
export function reviseChange(
  place: EditScope,
  id: string,
  revision: Partial<Pick<Change, "content" | "path" | "executable" | "origin" | "deleted">>,
): void {
  const current = sessionOf(place);
  const known = current?.changes.find((entry) => entry.id === id);
  if (current && known) put(place, current.head, { ...known, ...revision });
}

/** Takes back one pending change; answers it for an undo through {@link restoreChange}. */
export function discardChange(place: EditScope, id: string): Change | undefined {
  const current = sessionOf(place);
  const known = current?.changes.find((entry) => entry.id === id);
  if (!current || !known) return undefined;
  const changes = current.changes.filter((entry) => entry.id !== id);
  forget(changeKey(place, id));
  replace(place, { ...current, changes });
  return known;
}

export function restoreChange(place: EditScope, head: string, value: Change): void {
  put(place, head, value);
}

/** What was typed for the commit, or the head after the branch's new state was taken in. */
export function setCommitFields(
  place: EditScope,
  fields: Partial<Omit<SessionFields, keyof EditScope>>,
): void {
  const current = sessionOf(place);
  if (!current) return;
  const next = { ...current, ...fields };
  replace(place, next);
  saveSession(place, next);
}

/** Ends a session: the service has its commit, or the user threw it away. */
export function endSession(place: EditScope): void {
  const current = sessionOf(place);
  if (!current) return;
  for (const { id } of current.changes) forget(changeKey(place, id));
  forget(sessionKey(place));
  useEdits.setState(({ sessions: { [scopeKey(place)]: _, ...others } }) => ({ sessions: others }));
}

const sessionOf = (place: EditScope): EditSession | undefined =>
  useEdits.getState().sessions[scopeKey(place)];

const unchanged = (from: Origin): Change => ({
  id: crypto.randomUUID(),
  origin: from,
  path: from.path,
  content: null,
  executable: from.executable,
  deleted: false,
});

const findOrigin = (place: EditScope, path: string): Change | undefined =>
  sessionOf(place)?.changes.find((entry) => entry.origin?.path === path);

function put(place: EditScope, head: string, value: Change): Change {
  const current = sessionOf(place) ?? newSession(place, head);
  if (kindOf(value) === null) {
    discardChange(place, value.id);
    return value;
  }
  const known = current.changes.some((entry) => entry.id === value.id);
  const changes = known
    ? current.changes.map((entry) => (entry.id === value.id ? value : entry))
    : [...current.changes, value];
  replace(place, { ...current, changes });
  save(changeKey(place, value.id), { type: "edit-change", place: scopeKey(place), change: value });
  return value;
}

function newSession(place: EditScope, head: string): EditSession {
  const fields = { ...place, head, message: "", target: "", authorName: "", authorEmail: "" };
  saveSession(place, fields);
  return { ...fields, changes: [] };
}

const replace = (place: EditScope, next: EditSession) =>
  useEdits.setState((state) => ({ sessions: { ...state.sessions, [scopeKey(place)]: next } }));

const saveSession = (place: EditScope, fields: SessionFields) =>
  save(sessionKey(place), { type: "edit-session", session: session.parse(fields) });

const sessionKey = (place: EditScope) => `edit ${scopeKey(place)}`;
const changeKey = (place: EditScope, id: string) => `edit ${scopeKey(place)} ${id}`;

const drafts = createDocumentWriter("drafts", (state) => useEdits.setState(state));

const save = (key: string, value: z.input<typeof stored>) => drafts.save(key, value);
const forget = drafts.remove;

/** Writes what is waiting now; resolves when the disk holds it or the failure is noted. */
export const flushEdits = drafts.flush;
