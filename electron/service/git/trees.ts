import { Cache } from "./cache.ts";
import type { Repository } from "./repository.ts";
import { gitText } from "./run.ts";

/** An entry of a tree. */
export interface GitTreeEntry {
  readonly mode: string;
  readonly type: "tree" | "blob" | "commit";
  readonly id: string;
  /** From the root of the repository. */
  readonly path: string;
}

/** Trees never change; a listing that was made is kept while its folder is paged through. Weighed by entries. */
const listings = new Cache<readonly GitTreeEntry[]>(400_000, (entries) => entries.length + 1);

/**
 * Entries below a folder of a commit: folders, files, submodules, each by name; null where there is no such folder.
 */
export async function listTree(
  repository: Repository,
  commit: string,
  folder: string,
  recursive: boolean,
  signal?: AbortSignal,
): Promise<readonly GitTreeEntry[] | null> {
  const path = folder.replace(/^\/+|\/+$/g, "");
  const tree = await repository.objects.check(path === "" ? `${commit}^{tree}` : `${commit}:${path}`);
  if (tree?.type !== "tree") return null;
  const key = `${tree.id} ${path} ${recursive}`;
  const known = listings.get(key);
  if (known) return known;
  const args = ["ls-tree", "-z", ...(recursive ? ["-r", "-t"] : []), tree.id];
  const text = await gitText(repository.folder, args, { signal });
  const found = parseTree(text, path === "" ? "" : `${path}/`);
  const ofType = (type: GitTreeEntry["type"]) => found.filter((entry) => entry.type === type);
  // git orders by the bytes of names, but folders as if their names ended with a slash.
  const folders = ofType("tree").sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  const entries = [...folders, ...ofType("blob"), ...ofType("commit")];
  listings.set(key, entries);
  return entries;
}

/** Reads what `git ls-tree -z` prints; `prefix` goes before each path. */
export const parseTree = (output: string, prefix = ""): GitTreeEntry[] =>
  output.split("\0").flatMap((line) => {
    const match = /^(\d{6}) (tree|blob|commit) ([0-9a-f]+)\t([\s\S]+)$/.exec(line);
    if (!match) return [];
    const [, mode = "", type, id = "", name = ""] = match;
    return [{ mode, type: type as GitTreeEntry["type"], id, path: prefix + name }];
  });

/** One entry by its path; null where there is none. */
export async function readEntry(
  { folder }: Repository,
  commit: string,
  path: string,
): Promise<GitTreeEntry | null> {
  if (path === "" || path.includes("\0")) return null;
  const [entry] = parseTree(
    await gitText(folder, ["ls-tree", "-z", "--full-tree", commit, "--", path], { expect: [0, 128] }),
  );
  return entry && entry.path === path ? entry : null;
}
