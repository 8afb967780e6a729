import { queryOptions, useQueries } from "@tanstack/react-query";
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { getRawFile } from "../../../shared/api/resources/files.ts";
import {
  type AttributeFile,
  attributesOf,
  parseAttributes,
  readFileAttributes,
} from "../../../shared/attributes.ts";
import type { FileAttributes } from "../../../shared/diff/diff-file.ts";
import { useAccountId } from "../../api/account-context.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { callOperation } from "../../api/fetch-operation.ts";
import type { DiffAttributes } from "../../ui/diff/diff-model.ts";
import { foldersOf, joinPath } from "../repository/repository-paths.ts";

/** Bytes of a `.gitattributes` above which it is ignored, since its patterns are matched in the page's thread. */
const maxFileBytes = 64 * 1024;
/** Folders whose `.gitattributes` are read for what is shown. */
const maxFolders = 60;
/** Milliseconds for which attributes wait for an idle page. */
const maxIdleWaitMs = 500;
/** Milliseconds for which a `.gitattributes`, or that there is none, is remembered after its last use. */
const rememberedMs = 3_600_000;

/** The `.gitattributes` of a folder at a commit, which never changes; null where there is none, or a very long one. */
export const attributesQuery = (account: string, project: string, commit: string, folder: string) =>
  queryOptions({
    queryKey: [account, "attributes", project, commit, folder],
    queryFn: ({ signal }) => readAttributes(account, project, commit, folder, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: rememberedMs,
    retry: false,
  });

async function readAttributes(
  account: string,
  id: string,
  ref: string,
  folder: string,
  signal: AbortSignal,
): Promise<AttributeFile | null> {
  try {
    const input = { id, file_path: joinPath(folder, ".gitattributes"), ref };
    const response = await callOperation(account, getRawFile, input, { signal });
    if (Number(response.headers.get("content-length") ?? 0) > maxFileBytes) {
      await response.body?.cancel();
      return null;
    }
    const bytes = await response.arrayBuffer();
    return bytes.byteLength > maxFileBytes ? null : parseAttributes(new TextDecoder().decode(bytes), folder);
  } catch (error) {
    if (toProblem(error).status === 404) return null;
    throw error;
  }
}

/** Attributes of a path, and the files that they are of. */
interface Known {
  readonly above: readonly AttributeFile[];
  readonly attributes: FileAttributes;
}

/**
 * Returns what the `.gitattributes` of a commit's folders say about files, as they arrive; a path is absent until all above
 * it were read. `commit` undefined requests nothing.
 */
function useFileAttributes(
  project: string,
  commit: string | undefined,
  paths: readonly string[],
): ReadonlyMap<string, FileAttributes> {
  const account = useAccountId();
  const folders = [...new Set(paths.flatMap((path) => ["", ...foldersOf(path)]))].slice(0, maxFolders);
  const files = useQueries({
    queries: folders.map((folder) => ({
      ...attributesQuery(account, project, commit ?? "", folder),
      enabled: commit !== undefined && commit !== "",
    })),
    combine: (results) => results.map(({ data, error }) => (error ? null : data)),
  });
  const names = paths.join("\0");
  const read = folders.join("\0");
  const before = useRef<ReadonlyMap<string, Known>>(new Map());
  return useMemo(() => {
    const byFolder = new Map(read.split("\0").map((folder, index) => [folder, files[index]]));
    const known = new Map<string, Known>();
    for (const path of names === "" ? [] : names.split("\0")) {
      const found = ["", ...foldersOf(path)].map((folder) => byFolder.get(folder));
      if (!found.every((file) => file !== undefined)) continue;
      const above = found.filter((file) => file !== null);
      const last = before.current.get(path);
      const isSame = last?.above.length === above.length && above.every((file, i) => file === last.above[i]);
      known.set(path, isSame ? last : { above, attributes: readFileAttributes(attributesOf(above, path)) });
    }
    before.current = known;
    return new Map([...known].map(([path, { attributes }]) => [path, attributes]));
  }, [files, names, read]);
}

/** Returns the language that the attributes of a commit name for a file; undefined where they name none. */
export const useFileLanguage = (
  project: string,
  commit: string | undefined,
  path: string,
): string | undefined => useFileAttributes(project, commit, path === "" ? [] : [path]).get(path)?.language;

/**
 * Returns the attributes that a commit gives the files of a diff, read as the files come near. Nothing waits for them: they
 * are requested once the page has drawn what it has.
 */
export function useDiffAttributes(project: string, commit: string | undefined): DiffAttributes {
  const [near, setNear] = useState<readonly string[]>([]);
  const byPath = useFileAttributes(project, commit, near);
  const handle = useRef(0);
  useEffect(() => () => cancelIdleCallback(handle.current), []);
  const onPaths = useCallback((shown: readonly string[]) => {
    cancelIdleCallback(handle.current);
    const update = () => startTransition(() => setNear(shown));
    handle.current = requestIdleCallback(update, { timeout: maxIdleWaitMs });
  }, []);
  return useMemo(() => ({ byPath, onPaths }), [byPath, onPaths]);
}

/** Returns attributes as {@link useDiffAttributes}, of which languages alone count: nobody's own edits are folded. */
export function useDiffLanguages(project: string, commit: string | undefined): DiffAttributes {
  const { byPath, onPaths } = useDiffAttributes(project, commit);
  return useMemo(() => {
    const languages = [...byPath].map(
      ([path, { language }]) => [path, { generated: false, diff: undefined, language }] as const,
    );
    return { byPath: new Map(languages), onPaths };
  }, [byPath, onPaths]);
}
