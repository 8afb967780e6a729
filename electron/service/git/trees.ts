import { Cache } from "./cache.ts";
import type { Repository } from "./repository.ts";
import { git } from "./run.ts";

/** An entry of a tree. */
export interface GitTreeEntry {
  readonly mode: string;
  readonly type: "tree" | "blob" | "commit";
  readonly id: string;
  /** From the root of the repository. */
  readonly path: string;
}

/** Trees never change; a listing that was made is kept while its folder is paged through. */
const listings = new Cache<readonly GitTreeEntry[]>(24);

const rank = { tree: 0, blob: 1, commit: 2 } as const;

/**
 * Entries below a folder of a commit: folders, files, submodules, each by name; null where there is no such folder.
 */
export async function listTree(
  repository: Repository,
  commit: string,
  folder: string,
  recursive: boolean,
): Promise<readonly GitTreeEntry[] | null> {
  const path = folder.replace(/^\/+|\/+$/g, "");
  const tree = await repository.objects.check(path === "" ? `${commit}^{tree}` : `${commit}:${path}`);
  if (tree?.type !== "tree") return null;
  const key = `${tree.id} ${path} ${recursive}`;
  const known = listings.get(key);
  if (known) return known;
  const args = ["ls-tree", "-z", ...(recursive ? ["-r", "-t"] : []), tree.id];
  const { stdout } = await git(repository.folder, args);
  const entries = parseTree(stdout, path === "" ? "" : `${path}/`);
  // Names compare as bytes, as git itself orders them.
  entries.sort((a, b) => rank[a.type] - rank[b.type] || compareBytes(a.path, b.path));
  listings.set(key, entries);
  return entries;
}

function parseTree(output: Buffer, prefix: string): GitTreeEntry[] {
  return output
    .toString()
    .split("\0")
    .flatMap((line) => {
      const match = /^(\d{6}) (tree|blob|commit) ([0-9a-f]+)\t([\s\S]+)$/.exec(line);
      if (!match) return [];
      const [, mode = "", type, id = "", name = ""] = match;
      return [{ mode, type: type as GitTreeEntry["type"], id, path: prefix + name }];
    });
}

/** One entry by its path; null where there is none. */
export async function readEntry(
  { folder }: Repository,
  commit: string,
  path: string,
): Promise<GitTreeEntry | null> {
  if (path === "" || path.includes("\0")) return null;
  const { stdout } = await git(folder, ["ls-tree", "-z", "--full-tree", commit, "--", path], {
    expect: [0, 128],
  });
  const [entry] = parseTree(stdout, "");
  return entry && entry.path === path ? entry : null;
}

const compareBytes = (a: string, b: string): number => {
  if (a === b) return 0;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
};
