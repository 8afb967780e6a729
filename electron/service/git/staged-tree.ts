import { MissingObject } from "./missing-object.ts";
import type { ObjectReader, ReadObject } from "./object-reader.ts";
import type { Repository } from "./repository.ts";
import { emptyTreeOf, formatTreeObject, parseTreeObject } from "./tree-object.ts";
import { type HashFunction, hashFunctionOf, type NewObject, newObject } from "./write-objects.ts";

/** A file of the commit that is being made, or a submodule: as it was, by its hash, or with new content. */
export interface StagedFile {
  /** Six digits. */
  readonly mode: string;
  readonly content: { readonly id: string } | Uint8Array;
}

/** An entry of a folder: a file, a folder that was read, or the hash of one that was not. */
type Entry = StagedFile | Folder | string;

/** Entries of a folder by names of one character a byte: not all are UTF-8. */
interface Folder extends Map<string, Entry> {}

const folderMode = "040000";

/** A tree that is not written yet. */
interface NewTree {
  readonly id: string;
  /** The tree itself, those in it that were read, and new blobs; inner ones first. */
  readonly objects: readonly NewObject[];
}

/**
 * The files of a tree with what changes have made of them so far. Only the folders on the way to the announced paths are
 * read and made, each once, so it takes no longer where there are many files. Only these paths may be read and changed.
 */
export class StagedTree {
  /** The tree to begin with. */
  readonly before: string;
  readonly #root: Folder;

  private constructor(before: string, root: Folder) {
    this.before = before;
    this.#root = root;
  }

  /** Returns the files of a commit or tree; none for null. Throws {@link MissingObject}. */
  static async of(
    repository: Repository,
    commit: string | null,
    paths: readonly string[],
  ): Promise<StagedTree> {
    const name = commit === null ? await emptyTreeOf(repository) : `${commit}^{tree}`;
    const tree = await repository.objects.read(name);
    if (!tree) throw new MissingObject(commit ?? name);
    const files = new StagedTree(tree.id, toFolder(tree));
    for (const path of paths) await files.#read(repository.objects, path);
    return files;
  }

  /** Returns the file at a path; null where there is none. */
  get(path: string): StagedFile | null {
    const entry = this.#at(path);
    return typeof entry === "object" && !(entry instanceof Map) ? entry : null;
  }

  /** Puts a file at a path, or deletes it; a folder that has no file any more is gone with it. */
  set(path: string, file: StagedFile | null): void {
    put(this.#root, namesOf(path), file);
  }

  /** Returns whether a folder of this name contains a file. */
  isFolder(path: string): boolean {
    const entry = this.#at(path);
    return entry instanceof Map && entry.size > 0;
  }

  /** Returns whether a part of the path is a file, so that it cannot be a folder. */
  isBelowFile(path: string): boolean {
    const names = path.split("/");
    return names.some((_, length) => this.get(names.slice(0, length).join("/")) !== null);
  }

  /** Returns the tree as it is now; nothing is written. */
  build(): NewTree {
    const objects: NewObject[] = [];
    return { id: addFolder(objects, hashFunctionOf(this.before), this.#root), objects };
  }

  /** Reads the folders on the way to a path, and the one that it names. */
  async #read(objects: ObjectReader, path: string): Promise<void> {
    let folder = this.#root;
    for (const name of namesOf(path)) {
      let entry = folder.get(name);
      if (typeof entry === "string") {
        const tree = await objects.read(entry);
        if (!tree) throw new MissingObject(entry);
        entry = toFolder(tree);
        folder.set(name, entry);
      }
      if (!(entry instanceof Map)) return;
      folder = entry;
    }
  }

  #at(path: string): Entry | undefined {
    let entry: Entry | undefined = this.#root;
    for (const name of namesOf(path)) entry = entry instanceof Map ? entry.get(name) : undefined;
    return entry;
  }
}

const namesOf = (path: string): string[] => Buffer.from(path).toString("latin1").split("/");

function toFolder({ id, content }: ReadObject): Folder {
  const entries = parseTreeObject(content, id.length / 2, "", "latin1");
  return new Map(
    entries.map(({ path, mode, id }) => [path, mode === folderMode ? id : { mode, content: { id } }]),
  );
}

function put(folder: Folder, [name = "", ...below]: readonly string[], file: StagedFile | null): void {
  if (below.length > 0) {
    const known = folder.get(name);
    const inner: Folder = known instanceof Map ? known : new Map();
    put(inner, below, file);
    if (inner.size > 0) folder.set(name, inner);
    else folder.delete(name);
  } else if (file) folder.set(name, file);
  else folder.delete(name);
}

/** Adds the objects of a folder, inner ones first, and returns the hash of its tree. */
function addFolder(objects: NewObject[], hashFunction: HashFunction, folder: Folder): string {
  const entries = [...folder].map(([path, entry]) => {
    if (typeof entry === "string") return { path, mode: folderMode, id: entry };
    if (entry instanceof Map) return { path, mode: folderMode, id: addFolder(objects, hashFunction, entry) };
    const { mode, content } = entry;
    if (!(content instanceof Uint8Array)) return { path, mode, id: content.id };
    const blob = newObject(hashFunction, "blob", content);
    objects.push(blob);
    return { path, mode, id: blob.id };
  });
  const tree = newObject(hashFunction, "tree", formatTreeObject(entries));
  objects.push(tree);
  return tree.id;
}
