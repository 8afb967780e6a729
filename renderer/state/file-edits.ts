import {
  type Change,
  changeAt,
  type EditScope,
  type Origin,
  type PendingContent,
  putChange,
  sessionOf,
} from "./edits.ts";

/** Sets the content of a file that exists on the branch. */
export function editFile(scope: EditScope, head: string, from: Origin, value: PendingContent): Change {
  const known = findOrigin(scope, from.path);
  return putChange(scope, head, { ...(known ?? unchanged(from)), content: value, deleted: false });
}

/** Adds a file; one that was deleted in this session is restored with the new content. */
export function createFileEdit(
  scope: EditScope,
  head: string,
  path: string,
  value: PendingContent,
  executable = false,
): Change {
  const gone = sessionOf(scope)?.changes.find((entry) => entry.deleted && entry.origin?.path === path);
  if (gone) return putChange(scope, head, { ...gone, path, content: value, deleted: false, executable });
  const known = changeAt(sessionOf(scope)?.changes ?? [], path);
  return putChange(scope, head, {
    id: known?.id ?? crypto.randomUUID(),
    origin: known?.origin ?? null,
    path,
    content: value,
    executable,
    deleted: false,
  });
}

/** Moves or renames a file that exists on the branch. */
export const moveFile = (scope: EditScope, head: string, from: Origin, path: string): Change =>
  putChange(scope, head, { ...(findOrigin(scope, from.path) ?? unchanged(from)), path, deleted: false });

/** Deletes a file that exists on the branch. */
export const deleteFileEdit = (scope: EditScope, head: string, from: Origin): Change =>
  putChange(scope, head, {
    ...(findOrigin(scope, from.path) ?? unchanged(from)),
    path: from.path,
    content: null,
    executable: from.executable,
    deleted: true,
  });

/** Sets or clears the executable bit of a file that exists on the branch. */
export const chmodFile = (scope: EditScope, head: string, from: Origin, executable: boolean): Change =>
  putChange(scope, head, {
    ...(findOrigin(scope, from.path) ?? unchanged(from)),
    executable,
    deleted: false,
  });

/** Revises a pending change: its content, path or mode. */
export function reviseChange(
  scope: EditScope,
  id: string,
  revision: Partial<Pick<Change, "content" | "path" | "executable" | "origin" | "deleted">>,
): void {
  const current = sessionOf(scope);
  const known = current?.changes.find((entry) => entry.id === id);
  if (current && known) putChange(scope, current.head, { ...known, ...revision });
}

const unchanged = (from: Origin): Change => ({
  id: crypto.randomUUID(),
  origin: from,
  path: from.path,
  content: null,
  executable: from.executable,
  deleted: false,
});

const findOrigin = (scope: EditScope, path: string): Change | undefined =>
  sessionOf(scope)?.changes.find((entry) => entry.origin?.path === path);
