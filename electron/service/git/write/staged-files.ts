import { folderOf } from "../../../../shared/text/paths.ts";
import { MissingObject } from "../objects/missing-object.ts";
import { parseTreeObject } from "../objects/tree-object.ts";
import { treeOfCommit } from "../objects/tree-of-commit.ts";
import { type HashFunction, type NewObject, newObject } from "../objects/write-objects.ts";
import type { Repository } from "../repository.ts";
import { gitText } from "../run.ts";
import type { TreeChanges, TreeFile } from "./write-tree.ts";

/** A file of the commit that is being made: as it was, or with new content. */
export interface StagedFile {
  readonly mode: string;
  readonly content: { readonly id: string } | Uint8Array;
}

/** A commit's files with what actions have made of them so far. Contains only the paths that were announced. */
export class StagedFiles {
  readonly #repository: Repository;
  readonly #parent: string | null;
  /** Files and folders of the parent at the announced paths and above them. */
  readonly #before = new Map<string, { readonly mode: string; readonly type: string; readonly id: string }>();
  readonly #changed = new Map<string, StagedFile | null>();

  private constructor(repository: Repository, parent: string | null) {
    this.#repository = repository;
    this.#parent = parent;
  }

  /** Returns the files of a commit, of which the paths given may be read and changed. Throws {@link MissingObject}. */
  static async of(
    repository: Repository,
    parent: string | null,
    paths: readonly string[],
  ): Promise<StagedFiles> {
    const files = new StagedFiles(repository, parent);
    if (parent !== null) await files.#read(await treeOfCommit(repository, parent), paths);
    return files;
  }

  /** Reads what there is at the paths and above them, folder by folder. */
  async #read(root: string, paths: readonly string[]): Promise<void> {
    const folders = new Map<string, Set<string>>();
    for (const path of paths.flatMap((each) => [...foldersOf(each), each])) {
      const folder = folderOf(path);
      folders.set(folder, (folders.get(folder) ?? new Set()).add(path));
    }
    // A folder comes after the one that it is in.
    for (const folder of [...folders.keys()].sort()) {
      const tree = folder === "" ? { type: "tree", id: root } : this.#before.get(folder);
      if (tree?.type !== "tree") continue;
      const object = await this.#repository.objects.read(tree.id);
      if (!object) throw new MissingObject(tree.id);
      const prefix = folder === "" ? "" : `${folder}/`;
      for (const entry of parseTreeObject(object.content, tree.id.length / 2, prefix)) {
        if (!folders.get(folder)?.has(entry.path)) continue;
        // This character also replaces bytes that are not UTF-8: another name.
        const isOther =
          entry.path.includes("\ufffd") &&
          !(await this.#repository.objects.check(`${tree.id}:${entry.path.slice(prefix.length)}`));
        if (!isOther) this.#before.set(entry.path, entry);
      }
    }
  }

  get(path: string): StagedFile | null {
    const changed = this.#changed.get(path);
    if (changed !== undefined) return changed;
    const before = this.#before.get(path);
    return before && before.type !== "tree" ? { mode: before.mode, content: { id: before.id } } : null;
  }

  set(path: string, file: StagedFile | null): void {
    this.#changed.set(path, file);
  }

  /** Returns whether a folder of this name contains a file. */
  async isFolder(path: string): Promise<boolean> {
    for (const [name, file] of this.#changed) if (file && name.startsWith(`${path}/`)) return true;
    const folder = this.#before.get(path);
    if (folder?.type !== "tree") return false;
    const text = await gitText(this.#repository.folder, ["ls-tree", "-r", "-z", "--name-only", folder.id]);
    return text.split("\0").some((name) => name !== "" && this.#changed.get(`${path}/${name}`) !== null);
  }

  /** Whether a part of the path is a file, so that it cannot be a folder. */
  isBelowFile(path: string): boolean {
    return foldersOf(path).some((folder) => this.get(folder) !== null);
  }

  /** Returns the paths that have changed, and the blobs of their new contents. */
  changes(hashFunction: HashFunction): { readonly files: TreeChanges; readonly blobs: readonly NewObject[] } {
    const blobs: NewObject[] = [];
    const files = new Map<string, TreeFile | null>();
    for (const [path, file] of this.#changed) {
      if (file?.content instanceof Uint8Array) {
        const blob = newObject(hashFunction, "blob", file.content);
        blobs.push(blob);
        files.set(path, { mode: file.mode, id: blob.id });
      } else files.set(path, file && { mode: file.mode, id: file.content.id });
    }
    return { files, blobs };
  }

  get parent(): string | null {
    return this.#parent;
  }
}

/** Returns the folders of a path: `a` and `a/b` for `a/b/c`. */
const foldersOf = (path: string): string[] =>
  path.split("/").flatMap((_, index, parts) => (index === 0 ? [] : [parts.slice(0, index).join("/")]));
