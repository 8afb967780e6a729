import { parseTreeListing } from "../objects/tree-object.ts";
import { writeBlobs } from "../objects/write-blobs.ts";
import type { Repository } from "../repository.ts";
import { gitText } from "../run.ts";
import type { TreeChanges } from "./write-tree.ts";

/** A file of the commit that is being made: as it was, or with new content. */
export interface StagedFile {
  readonly mode: string;
  readonly content: { readonly id: string } | Uint8Array;
}

/** A commit's files with what actions have made of them so far. Knows only the paths that were announced. */
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

  static async of(
    repository: Repository,
    parent: string | null,
    paths: readonly string[],
  ): Promise<StagedFiles> {
    const files = new StagedFiles(repository, parent);
    const announced = paths.flatMap((path) => [...foldersOf(path), path]);
    for (const part of parent ? cut(announced) : []) {
      const text = await gitText(repository.folder, [
        "ls-tree",
        "-t",
        "-z",
        "--full-tree",
        `${parent}`,
        "--",
        ...part,
      ]);
      for (const entry of parseTreeListing(text)) files.#before.set(entry.path, entry);
    }
    return files;
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

  /** Writes the new contents as blobs and returns the paths that have changed. */
  async write(): Promise<TreeChanges> {
    const contents = [...this.#changed.values()].flatMap((file) =>
      file?.content instanceof Uint8Array ? [file.content] : [],
    );
    const ids = await writeBlobs(this.#repository, contents);
    const idOf = new Map(contents.map((content, index) => [content, ids[index] ?? ""]));
    const changes = [...this.#changed].map(([path, file]) => {
      if (!file) return [path, null] as const;
      const id = file.content instanceof Uint8Array ? idOf.get(file.content) : file.content.id;
      return [path, { mode: file.mode, id: id ?? "" }] as const;
    });
    return new Map(changes);
  }

  get parent(): string | null {
    return this.#parent;
  }
}

/** Returns the folders of a path: `a` and `a/b` for `a/b/c`. */
const foldersOf = (path: string): string[] =>
  path.split("/").flatMap((_, index, parts) => (index === 0 ? [] : [parts.slice(0, index).join("/")]));

/** Characters of paths in one command line on any system. */
const maxLineLength = 16_000;

function cut(paths: readonly string[]): string[][] {
  const parts: string[][] = [];
  let room = 0;
  for (const path of new Set(paths)) {
    if (room < path.length) {
      parts.push([]);
      room = maxLineLength;
    }
    parts.at(-1)?.push(path);
    room -= path.length + 1;
  }
  return parts;
}
