import { getRawFile } from "../../../../shared/api/resources/files.ts";
import { compareRefs } from "../../../../shared/api/resources/repository.ts";
import { maxFileBytes } from "../../../../shared/ci/config/config-file.ts";
import { toProblem } from "../../../api/fetch-host.ts";
import { callOperation, fetchOperation } from "../../../api/fetch-operation.ts";
import { inTree } from "../../../features/file-index/in-tree.ts";
import { editableContent, editableText } from "../../../features/pending-edits/editable-text.ts";
import { type Change, changeAt, type EditScope } from "../../../state/edits.ts";
import type { RepositorySource } from "../../../workers/ci/ci-engine.ts";
import { listFiles } from "../../../workers/files/files-engine.ts";

/** A branch with its pending changes: what a commit of them would make. */
export interface PendingBranch {
  readonly scope: EditScope;
  /** Commit that the branch points at. */
  readonly head: string;
  readonly changes: readonly Change[];
}

/** Files of commits, which never change: those that a file of jobs includes are read once. */
type ReadFiles = Map<string, Promise<string | null>>;

/** Files that are remembered at most. */
const maxFiles = 200;

export const createReadFiles = (): ReadFiles => new Map();

/** Returns how the files of a branch are read as a commit of its pending changes would have them. */
export function pendingSource({ scope, head, changes }: PendingBranch, known: ReadFiles): RepositorySource {
  const read = async (path: string, signal: AbortSignal) => {
    const change = changeAt(changes, path);
    if (change?.deleted) return null;
    if (change?.content?.kind === "text") return change.content.text;
    if (change?.content?.kind === "bytes") return editableContent(change.content).text;
    // Of a file that was only moved, the content is at its former path.
    if (change?.origin) return atCommit(change.origin.path, signal);
    if (changes.some(({ origin }) => origin?.path === path)) return null;
    return atCommit(path, signal);
  };
  const atCommit = async (path: string, signal: AbortSignal): Promise<string | null> => {
    const key = JSON.stringify([scope.account, scope.project, head, path]);
    const found = known.get(key) ?? readAt(scope, path, head, signal);
    known.set(key, found);
    for (const old of [...known.keys()].slice(0, -maxFiles)) known.delete(old);
    try {
      return await found;
    } catch (error) {
      if (known.get(key) === found) known.delete(key);
      throw error;
    }
  };
  return {
    read,
    changedSince: async (ref, signal) => {
      try {
        const input = { id: scope.project, from: ref, to: head };
        const { diffs } = await fetchOperation(scope.account, compareRefs, input, signal);
        return withPending(
          diffs.flatMap(({ new_path: path, old_path: before }) => [path, before]),
          changes,
        );
      } catch (error) {
        if (toProblem(error).code === "not_found") return null;
        throw error;
      }
    },
  };
}

/** Returns the text of a file of a commit, null where there is none. */
async function readAt(
  { account, project }: EditScope,
  path: string,
  ref: string,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const input = { id: project, file_path: path, ref };
    const response = await callOperation(account, getRawFile, input, { signal });
    const bytes = new Uint8Array(await response.arrayBuffer());
    // A longer one is refused by its length.
    return editableText(bytes.subarray(0, maxFileBytes + 1)).text ?? "";
  } catch (error) {
    if (toProblem(error).code === "not_found") return null;
    throw error;
  }
}

/** Returns paths that differ, with those of pending changes. */
export const withPending = (paths: readonly string[], changes: readonly Change[]): string[] => [
  ...new Set([...paths, ...changes.flatMap(({ path, origin }) => [path, origin?.path ?? path])]),
];

/** Returns all paths of a branch as a commit of its pending changes would have them. */
export async function pendingPaths({ scope, head, changes }: PendingBranch): Promise<string[]> {
  const { account, project } = scope;
  const files = (await inTree({ account, project, commit: head }, listFiles)) ?? [];
  const gone = new Set(changes.flatMap(({ origin }) => origin?.path ?? []));
  const there = changes.flatMap(({ deleted, path }) => (deleted ? [] : [path]));
  return [...new Set([...files.filter((path) => !gone.has(path)), ...there])];
}
