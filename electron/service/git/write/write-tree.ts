import { type HashFunction, hashFunctionOf, type NewObject, newObject } from "../objects/write-objects.ts";
import type { Repository } from "../repository.ts";

/** A file of a tree: its mode in six digits, and the hash of its blob or, of a submodule, its commit. */
export interface TreeFile {
  readonly mode: string;
  readonly id: string;
}

/** Files by their paths; null for what is gone. */
export type TreeChanges = ReadonlyMap<string, TreeFile | null>;

/** A tree that is not written yet. */
export interface NewTree {
  readonly id: string;
  /** The tree itself and those in it that are new, inner ones first. */
  readonly objects: readonly NewObject[];
}

/**
 * Returns the tree that `changes` make of another one (null for none). Only the folders on the way to a change are read
 * and made, so it takes no longer where there are many files. Their paths are checked already (`checkPath`).
 */
export async function newTree(
  repository: Repository,
  before: string | null,
  changes: TreeChanges,
): Promise<NewTree> {
  const hashFunction = await hashFunctionOf(repository);
  const objects: NewObject[] = [];
  const root = await makeFolder({ repository, hashFunction, objects }, before, nest(changes));
  const last = root ?? treeOf(hashFunction, []);
  if (!root) objects.push(last);
  return { id: last.id, objects };
}

/** An entry of a tree object; names have one character for each byte, for not all are UTF-8. */
interface Entry {
  readonly mode: string;
  readonly name: string;
  readonly id: string;
}

/** Changes in a folder and below it, by names of one character a byte. */
interface Changed {
  readonly files: Map<string, TreeFile | null>;
  readonly folders: Map<string, Changed>;
}

function nest(changes: TreeChanges): Changed {
  const root: Changed = { files: new Map(), folders: new Map() };
  for (const [path, file] of changes) {
    const parts = Buffer.from(path).toString("latin1").split("/");
    const name = parts.pop() ?? "";
    let parent = root;
    for (const part of parts) {
      const inner = parent.folders.get(part) ?? { files: new Map(), folders: new Map() };
      parent.folders.set(part, inner);
      parent = inner;
    }
    parent.files.set(name, file);
  }
  return root;
}

const folderMode = "40000";

/** Trees that are being made of the ones in a repository. */
interface TreesInProgress {
  readonly repository: Repository;
  readonly hashFunction: HashFunction;
  readonly objects: NewObject[];
}

/** Adds the trees of a folder to `objects`, inner ones first; null where nothing is left in it. */
async function makeFolder(
  trees: TreesInProgress,
  before: string | null,
  { files, folders }: Changed,
): Promise<NewObject | null> {
  const entries = new Map((await readFolder(trees.repository, before)).map((entry) => [entry.name, entry]));
  for (const [name, file] of files) {
    // A folder stays one until its files are changed.
    if (file) entries.set(name, { mode: file.mode, name, id: file.id });
    else if (entries.get(name)?.mode !== folderMode) entries.delete(name);
  }
  for (const [name, inner] of folders) {
    const known = entries.get(name);
    if (files.get(name)) continue;
    const tree = await makeFolder(trees, known?.mode === folderMode ? known.id : null, inner);
    if (tree) entries.set(name, { mode: folderMode, name, id: tree.id });
    else entries.delete(name);
  }
  if (entries.size === 0) return null;
  const tree = treeOf(trees.hashFunction, [...entries.values()]);
  trees.objects.push(tree);
  return tree;
}

async function readFolder({ objects }: Repository, id: string | null): Promise<Entry[]> {
  const tree = id === null ? null : await objects.read(id);
  if (!tree) return [];
  const text = tree.content.toString("latin1");
  const entries: Entry[] = [];
  for (let at = 0; at < text.length; ) {
    const space = text.indexOf(" ", at);
    const end = text.indexOf("\0", space);
    const next = end + 1 + tree.id.length / 2;
    entries.push({
      mode: text.slice(at, space),
      name: text.slice(space + 1, end),
      id: tree.content.toString("hex", end + 1, next),
    });
    at = next;
  }
  return entries;
}

/** git orders names by their bytes, folders as if a slash followed. */
const keyOf = ({ mode, name }: Entry): string => (mode === folderMode ? `${name}/` : name);

function treeOf(hashFunction: HashFunction, entries: readonly Entry[]): NewObject {
  const sorted = entries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const content = Buffer.concat(
    sorted.flatMap(({ mode, name, id }) => [
      Buffer.from(`${mode} ${name}\0`, "latin1"),
      Buffer.from(id, "hex"),
    ]),
  );
  return newObject(hashFunction, "tree", content);
}
