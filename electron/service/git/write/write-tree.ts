import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { GitRefusal } from "../git-refusal.ts";
import type { Repository } from "../repository.ts";
import { GitError, gitText } from "../run.ts";
import { createTemporaryFolder } from "../temporary-folder.ts";

/** A file of a tree: its mode in six digits, and the hash of its blob or, of a submodule, its commit. */
export interface TreeFile {
  readonly mode: string;
  readonly id: string;
}

/** Files by their paths; null for what is gone. */
export type TreeChanges = ReadonlyMap<string, TreeFile | null>;

/**
 * Writes the tree that `changes` make of another one (null for none) and returns its hash. Only the folders on the way
 * to a change are read and written, so it takes no longer where there are many files. Throws {@link GitRefusal} for a
 * path that git does not accept.
 */
export async function writeTree(
  repository: Repository,
  before: string | null,
  changes: TreeChanges,
): Promise<string> {
  const written: WrittenTree[] = [];
  const root = await writeFolder(repository, before, nest(changes), written);
  const last = root ?? treeOf([], before?.length ?? 40);
  if (!root) written.push(last);
  const work = await createTemporaryFolder(repository);
  try {
    const paths = written.map((_, index) => join(work.path, `tree-${index}`));
    await Promise.all(written.map(({ content }, index) => writeFile(paths[index] ?? "", content)));
    const args = ["hash-object", "-t", "tree", "-w", "--stdin-paths"];
    const [ids] = await Promise.all([
      gitText(repository.folder, args, { input: `${paths.join("\n")}\n` }),
      checkPaths(repository, changes, join(work.path, "index")),
    ]);
    if (ids.trim().split("\n").at(-1) !== last.id) throw new Error("git wrote another tree than was made");
    return last.id;
  } finally {
    await work.remove();
  }
}

/** Has git check the new paths in an index of their own: it knows names that break a checkout on some systems. */
async function checkPaths({ folder }: Repository, changes: TreeChanges, index: string): Promise<void> {
  const lines = [...changes].flatMap(([path, file]) => (file ? [`${file.mode} ${file.id}\t${path}\0`] : []));
  try {
    const env = { GIT_INDEX_FILE: index };
    await gitText(folder, ["update-index", "-z", "--index-info"], { env, input: lines.join("") });
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new GitRefusal("path_invalid", "git does not accept a path of this commit");
  }
}

interface WrittenTree {
  readonly id: string;
  readonly content: Buffer;
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

/** Adds the trees of a folder to `written`, inner ones first; null where nothing is left in it. */
async function writeFolder(
  repository: Repository,
  before: string | null,
  { files, folders }: Changed,
  written: WrittenTree[],
): Promise<WrittenTree | null> {
  const entries = new Map((await readFolder(repository, before)).map((entry) => [entry.name, entry]));
  for (const [name, file] of files) {
    // A folder stays one until its files are changed.
    if (file) entries.set(name, { mode: file.mode, name, id: file.id });
    else if (entries.get(name)?.mode !== folderMode) entries.delete(name);
  }
  for (const [name, inner] of folders) {
    const known = entries.get(name);
    if (files.get(name)) continue;
    const tree = await writeFolder(repository, known?.mode === folderMode ? known.id : null, inner, written);
    if (tree) entries.set(name, { mode: folderMode, name, id: tree.id });
    else entries.delete(name);
  }
  if (entries.size === 0) return null;
  const tree = treeOf([...entries.values()], [...entries.values()][0]?.id.length ?? 40);
  written.push(tree);
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

function treeOf(entries: readonly Entry[], hashLength: number): WrittenTree {
  const sorted = entries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const content = Buffer.concat(
    sorted.flatMap(({ mode, name, id }) => [
      Buffer.from(`${mode} ${name}\0`, "latin1"),
      Buffer.from(id, "hex"),
    ]),
  );
  const hash = createHash(hashLength === 40 ? "sha1" : "sha256");
  return { id: hash.update(`tree ${content.length}\0`).update(content).digest("hex"), content };
}
