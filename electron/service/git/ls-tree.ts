import { folderOf } from "../../../shared/text/paths.ts";
import { Cache } from "./cache.ts";
import { GitRefusal, ifTooLarge } from "./git-errors.ts";
import { acrossRepositories, type GitFolder } from "./git-folder.ts";
import { gitLines } from "./git-stream.ts";
import { MissingObject } from "./missing-object.ts";
import type { Repository } from "./repository.ts";
import { git } from "./run.ts";
import { type GitTreeEntry, parseTreeLine, parseTreeObject, typeOf } from "./tree-object.ts";

export type { GitTreeEntry } from "./tree-object.ts";

/** Entries of a folder, or of all below it. */
export interface TreeListing {
  readonly entries: readonly GitTreeEntry[];
  /** Whether there are more entries, which are not read. */
  readonly isCut: boolean;
}

/** Cached listings, so that pages of a folder are cut from one; weighed by entries. */
const listings = acrossRepositories(() => new Cache<TreeListing>(8_000, ({ entries }) => entries.length + 1));

/** Entries above which a listing is derived from another commit's: below it, git lists as fast as it compares. */
const minDerivedEntries = 10_000;

/**
 * The long recursive listing that was made last, by repository and folder: that of the next commit differs by little.
 */
const latest = acrossRepositories(
  () =>
    new Cache<{ readonly id: string; readonly entries: readonly GitTreeEntry[] }>(
      20_000,
      ({ entries }) => entries.length + 1,
    ),
);

/**
 * Returns entries of a folder of a commit: folders, files, submodules, each by name; null where there is no such folder.
 * Throws {@link GitRefusal} where there are more than the limits of the service.
 */
export async function listTreeEntries(
  repository: Repository,
  commit: string,
  folder: string,
  recursive: boolean,
  signal?: AbortSignal,
): Promise<readonly GitTreeEntry[] | null> {
  const listing = await readTreeListing(repository, commit, folder, recursive, signal);
  if (listing?.isCut) throw tooManyEntries(repository);
  return listing?.entries ?? null;
}

/** The refusal of what is beyond the end of a listing that was cut. */
export const tooManyEntries = ({ git: { limits } }: Pick<GitFolder, "git">): GitRefusal =>
  new GitRefusal(
    "too_large",
    `This tree has more files than are listed: the list ends after ${limits.listedEntries.toLocaleString("en")} entries or ${limits.listedCharacters / 1024 / 1024} MiB of paths. Open one of its folders.`,
  );

/** Returns the entries of {@link listTreeEntries}, of a listing beyond the limits of the service its beginning; `isCut` says so. */
export async function readTreeListing(
  repository: Repository,
  commit: string,
  folder: string,
  recursive: boolean,
  signal?: AbortSignal,
): Promise<TreeListing | null> {
  const path = folder.replace(/^\/+|\/+$/g, "");
  const id = await treeAt(repository, commit, path, signal);
  if (id === null) return null;
  const key = `${id} ${path} ${recursive}`;
  const known = listings(repository).get(key);
  if (known) return known;
  const prefix = path === "" ? "" : `${path}/`;
  const folderKey = `${repository.folder}\0${path}`;
  const last = recursive ? latest(repository).get(folderKey) : undefined;
  const carried = last && (await carryOver(repository, last.entries, last.id, id, prefix, signal));
  const listing = carried
    ? { entries: carried, isCut: false }
    : await readTree(repository, id, prefix, recursive, signal);
  const { entries, isCut } = listing;
  if (recursive && !isCut && entries.length > minDerivedEntries)
    latest(repository).set(folderKey, { id, entries });
  listings(repository).set(key, listing);
  return listing;
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
  repository: Repository,
  id: string,
  prefix: string,
  recursive: boolean,
  signal?: AbortSignal,
): Promise<TreeListing> {
  if (!recursive) {
    const tree = await repository.objects.read(id, signal);
    return {
      entries: inOrder(tree ? parseTreeObject(tree.content, id.length / 2, prefix) : []),
      isCut: false,
    };
  }
  const entries: GitTreeEntry[] = [];
  const { listedEntries, listedCharacters } = repository.git.limits;
  let characters = 0;
  const options = { signal, separator: 0, boundedMemory: true };
  for await (const lines of gitLines(repository, ["ls-tree", "-z", "-r", "-t", id], options)) {
    for (const line of lines) {
      characters += prefix.length + line.length;
      if (entries.length >= listedEntries || characters > listedCharacters)
        return { entries: inOrder(entries), isCut: true };
      entries.push(parseTreeLine(line, prefix));
    }
  }
  return { entries: inOrder(entries), isCut: false };
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

const entries = acrossRepositories(() => new Cache<GitTreeEntry>(5_000));

/** Returns one entry by its path; null where there is none. */
export async function readEntry(
  repository: Repository,
  commit: string,
  path: string,
): Promise<GitTreeEntry | null> {
  if (path === "" || path.includes("\0")) return null;
  const key = `${commit}:${path}`;
  const known = entries(repository).get(key);
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
  if (found) entries(repository).set(key, found);
  return found;
}

/** Finds an entry whose path is not UTF-8 by the path with U+FFFD that responses contain. */
async function findGarbled(
  repository: Repository,
  commit: string,
  path: string,
  signal?: AbortSignal,
): Promise<GitTreeEntry | null> {
  if (!path.includes("\ufffd")) return null;
  const args = ["ls-tree", "-r", "-t", "-z", "--full-tree", commit];
  let count = 0;
  for await (const lines of gitLines(repository, args, { signal, separator: 0, boundedMemory: true })) {
    count += lines.length;
    if (count > repository.git.limits.listedEntries) throw tooManyEntries(repository);
    const found = lines.map((line) => parseTreeLine(line)).find((entry) => entry.path === path);
    if (found) return found;
  }
  return null;
}

/** Changes up to which a listing is derived from another tree's instead of listed again. */
const maxChanges = 500;
const maxChangesBytes = 1024 * 1024;

/**
 * Returns the recursive listing of a tree derived from another tree's, where they differ little; else null. `entries`
 * are folders, files and submodules, each in the order of their paths' bytes; `prefix` is put before each path.
 */
export async function carryOver(
  repository: Repository,
  entries: readonly GitTreeEntry[],
  from: string,
  to: string,
  prefix: string,
  signal?: AbortSignal,
): Promise<GitTreeEntry[] | null> {
  const args = ["diff-tree", "-r", "-t", "-z", "--raw", "--no-renames", "--no-abbrev", from, to];
  // Maintenance may have removed the other tree.
  const options = { expect: [0, 128], signal, maxBytes: maxChangesBytes, boundedMemory: true };
  const found = await git(repository, args, options).catch(ifTooLarge(null));
  if (found === null) return null;
  const { stdout, code } = found;
  const parts = stdout.toString().split("\0");
  // Paths that are not UTF-8 are ambiguous and out of order.
  const garbled = parts.some(isGarbled) || entries.some(({ path }) => isGarbled(path));
  if (code !== 0 || parts.length > maxChanges * 2 || garbled) return null;
  const touched = new Set<string>();
  const added: GitTreeEntry[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode = "", , id = ""] = (parts[at] ?? "").split(" ");
    const path = prefix + parts[at + 1];
    touched.add(path);
    if (mode !== "000000") added.push({ mode, type: typeOf(mode), id, path });
  }
  const types = ["tree", "blob", "commit"] as const;
  return types.flatMap((type) => {
    const unchanged = entries.filter((entry) => entry.type === type && !touched.has(entry.path));
    for (const entry of added)
      if (entry.type === type) unchanged.splice(insertionIndex(unchanged, entry.path), 0, entry);
    return unchanged;
  });
}

const isGarbled = (path: string): boolean => path.includes("\ufffd");

/** Returns the index at which a path belongs among others in byte order. */
function insertionIndex(entries: readonly GitTreeEntry[], path: string): number {
  const bytes = Buffer.from(path);
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (Buffer.compare(Buffer.from(entries[middle]?.path ?? ""), bytes) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
