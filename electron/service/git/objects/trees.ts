import { folderOf } from "../../../../shared/text/paths.ts";
import { Cache } from "../cache.ts";
import type { Repository } from "../repository.ts";
import { gitText } from "../run.ts";
import { carryOver } from "./listing-changes.ts";
import { MissingObject } from "./missing-object.ts";
import { type GitTreeEntry, parseTreeListing, parseTreeObject } from "./tree-object.ts";

export type { GitTreeEntry } from "./tree-object.ts";

/** Cached listings, so that pages of a folder are cut from one; weighed by entries. */
const listings = new Cache<readonly GitTreeEntry[]>(8_000, (entries) => entries.length + 1);

/** Entries above which a listing is derived from another commit's: below it, git lists as fast as it compares. */
const minDerivedEntries = 10_000;

/**
 * The long recursive listing that was made last, by repository and folder: that of the next commit differs by little.
 */
const latest = new Cache<{ readonly id: string; readonly entries: readonly GitTreeEntry[] }>(
  20_000,
  ({ entries }) => entries.length + 1,
);

/**
 * Returns entries of a folder of a commit: folders, files, submodules, each by name; null where there is no such folder.
 */
export async function listTree(
  repository: Repository,
  commit: string,
  folder: string,
  recursive: boolean,
  signal?: AbortSignal,
): Promise<readonly GitTreeEntry[] | null> {
  const path = folder.replace(/^\/+|\/+$/g, "");
  const id = await treeAt(repository, commit, path, signal);
  if (id === null) return null;
  const key = `${id} ${path} ${recursive}`;
  const known = listings.get(key);
  if (known) return known;
  const prefix = path === "" ? "" : `${path}/`;
  const folderKey = `${repository.folder}\0${path}`;
  const last = recursive ? latest.get(folderKey) : undefined;
  const carried = last && (await carryOver(repository, last.entries, last.id, id, prefix, signal));
  const entries = carried ?? inOrder(await readTree(repository, id, prefix, recursive, signal));
  if (recursive && entries.length > minDerivedEntries) latest.set(folderKey, { id, entries });
  listings.set(key, entries);
  return entries;
}

/** git orders by the bytes of names, but folders as if their names ended with a slash. */
function inOrder(found: readonly GitTreeEntry[]): readonly GitTreeEntry[] {
  const ofType = (type: GitTreeEntry["type"]) => found.filter((entry) => entry.type === type);
  const folders = ofType("tree");
  // Strings are in the order of their UTF-8 bytes unless they contain surrogates.
  const plain = folders.every(({ path }) => !/[\ud800-\udfff]/.test(path));
  folders.sort((a, b) =>
    plain ? (a.path < b.path ? -1 : 1) : Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)),
  );
  return [...folders, ...ofType("blob"), ...ofType("commit")];
}

async function readTree(
  { folder, objects }: Repository,
  id: string,
  prefix: string,
  recursive: boolean,
  signal?: AbortSignal,
): Promise<GitTreeEntry[]> {
  if (recursive) {
    return parseTreeListing(await gitText(folder, ["ls-tree", "-z", "-r", "-t", id], { signal }), prefix);
  }
  const tree = await objects.read(id, signal);
  return tree ? parseTreeObject(tree.content, id.length / 2, prefix) : [];
}

/** Returns the hash of the tree at a path; null where there is no folder. */
async function treeAt(
  repository: Repository,
  commit: string,
  path: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const found = await repository.objects.check(path === "" ? `${commit}^{tree}` : `${commit}:${path}`);
  if (found) return found.type === "tree" ? found.id : null;
  const garbled = await findGarbled(repository, commit, path, signal);
  if (!garbled) await requireFolders(repository, commit, path);
  return garbled?.type === "tree" ? garbled.id : null;
}

/** Throws {@link MissingObject} where a path cannot be looked up, since a folder on the way to it is not there. */
async function requireFolders({ objects }: Repository, commit: string, path: string): Promise<void> {
  let tree = /^tree ([0-9a-f]+)/.exec(
    (await objects.read(`${commit}^{commit}`))?.content.toString() ?? "",
  )?.[1];
  for (const name of path.split("/")) {
    if (tree === undefined) return;
    const folder = await objects.read(tree);
    if (!folder) throw new MissingObject(tree);
    const inner = parseTreeObject(folder.content, folder.id.length / 2, "").find(
      (entry) => entry.path === name,
    );
    tree = inner?.type === "tree" ? inner.id : undefined;
  }
  if (tree !== undefined && !(await objects.check(tree))) throw new MissingObject(tree);
}

const entries = new Cache<GitTreeEntry>(5_000);

/** Returns one entry by its path; null where there is none. */
export async function readEntry(
  repository: Repository,
  commit: string,
  path: string,
): Promise<GitTreeEntry | null> {
  if (path === "" || path.includes("\0")) return null;
  const key = `${commit}:${path}`;
  const known = entries.get(key);
  if (known) return known;
  const parent = folderOf(path);
  const tree = await repository.objects.read(parent === "" ? `${commit}^{tree}` : `${commit}:${parent}`);
  if (!tree) await requireFolders(repository, commit, parent);
  const siblings =
    tree?.type === "tree"
      ? parseTreeObject(tree.content, tree.id.length / 2, parent === "" ? "" : `${parent}/`)
      : [];
  const found =
    siblings.find((entry) => entry.path === path) ?? (await findGarbled(repository, commit, path));
  if (found) entries.set(key, found);
  return found;
}

/** Finds an entry whose path is not UTF-8 by the path with U+FFFD that responses contain. */
async function findGarbled(
  { folder }: Repository,
  commit: string,
  path: string,
  signal?: AbortSignal,
): Promise<GitTreeEntry | null> {
  if (!path.includes("\ufffd")) return null;
  const listing = await gitText(folder, ["ls-tree", "-r", "-t", "-z", "--full-tree", commit], { signal });
  return parseTreeListing(listing).find((entry) => entry.path === path) ?? null;
}
