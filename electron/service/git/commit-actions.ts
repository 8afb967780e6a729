import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { CommitAction } from "../../../shared/api/commits.ts";
import { refuse } from "../failure.ts";
import { lastCommitOf } from "./commits.ts";
import type { Repository } from "./repository.ts";
import { git, gitText } from "./run.ts";

/** Who made a commit. */
export interface Signature {
  readonly name: string;
  readonly email: string;
}

export interface NewCommit {
  /** Commit to build upon; null for a first one. */
  readonly parent: string | null;
  readonly actions: readonly CommitAction[];
  readonly message: string;
  readonly author: Signature;
  readonly committer: Signature;
}

/** A file as it stands in the index. */
interface Entry {
  readonly mode: string;
  readonly id: string;
}

/**
 * Makes a commit out of actions through an index of its own, without a checkout, and answers its hash. No ref is
 * moved. Throws the interface's refusals for actions that cannot be carried out.
 */
export async function commitActions(repository: Repository, commit: NewCommit): Promise<string> {
  const index = join(repository.folder, `index-${randomUUID()}`);
  const env = { GIT_INDEX_FILE: index };
  try {
    if (commit.parent) await git(repository.folder, ["read-tree", commit.parent], { env });
    const files = new Files(repository, commit.parent, env);
    for (const action of commit.actions) await apply(repository, commit.parent, files, action);
    await files.write();
    const tree = (await gitText(repository.folder, ["write-tree"], { env })).trim();
    return await commitTree(repository, tree, commit.parent ? [commit.parent] : [], commit);
  } finally {
    await rm(index, { force: true });
    await rm(`${index}.lock`, { force: true });
  }
}

/** Makes a commit of a tree. */
export async function commitTree(
  { folder }: Repository,
  tree: string,
  parents: readonly string[],
  { message, author, committer }: Pick<NewCommit, "message" | "author" | "committer">,
  authoredAt?: string,
): Promise<string> {
  const args = ["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent])];
  const env = {
    GIT_AUTHOR_NAME: clean(author.name),
    GIT_AUTHOR_EMAIL: clean(author.email),
    GIT_COMMITTER_NAME: clean(committer.name),
    GIT_COMMITTER_EMAIL: clean(committer.email),
    ...(authoredAt ? { GIT_AUTHOR_DATE: authoredAt } : {}),
  };
  return (await gitText(folder, args, { input: message, env })).trim();
}

/** Characters that would end a line of the commit's header. */
const clean = (text: string): string => text.replace(/[<>\n\r\0]/g, "").trim() || "unknown";

/** The parent's files with what the actions have made of them so far. */
class Files {
  readonly #repository: Repository;
  readonly #parent: string | null;
  readonly #env: Readonly<Record<string, string>>;
  readonly #changed = new Map<string, Entry | null>();

  constructor(repository: Repository, parent: string | null, env: Readonly<Record<string, string>>) {
    this.#repository = repository;
    this.#parent = parent;
    this.#env = env;
  }

  async get(path: string): Promise<Entry | null> {
    const changed = this.#changed.get(path);
    if (changed !== undefined) return changed;
    const [entry] = await this.#indexed(path);
    return entry && entry.path === path ? entry : null;
  }

  /** Whether a folder of this name holds a file. */
  async isFolder(path: string): Promise<boolean> {
    for (const [name, entry] of this.#changed) if (entry && name.startsWith(`${path}/`)) return true;
    const below = await this.#indexed(path);
    return below.some((entry) => entry.path !== path && this.#changed.get(entry.path) !== null);
  }

  /** The part of a path that is a file and therefore cannot be a folder. */
  async fileAbove(path: string): Promise<string | null> {
    const parts = path.split("/");
    for (let length = 1; length < parts.length; length++) {
      const above = parts.slice(0, length).join("/");
      const changed = this.#changed.get(above);
      if (changed) return above;
      if (changed === undefined && this.#parent) {
        const found = await this.#repository.objects.check(`${this.#parent}:${above}`);
        if (found?.type === "blob") return above;
      }
    }
    return null;
  }

  set(path: string, entry: Entry | null): void {
    // What was set last is written last: a file may stand where a folder was.
    this.#changed.delete(path);
    this.#changed.set(path, entry);
  }

  async write(): Promise<void> {
    if (this.#changed.size === 0) return;
    const removed = [...this.#changed].filter(([, entry]) => entry === null);
    const written = [...this.#changed].filter(([, entry]) => entry !== null);
    const lines = [...removed, ...written].map(([path, entry]) =>
      entry ? `${entry.mode} ${entry.id}\t${path}\0` : `0 ${"0".repeat(40)}\t${path}\0`,
    );
    await git(this.#repository.folder, ["update-index", "-z", "--index-info"], {
      env: this.#env,
      input: lines.join(""),
    });
  }

  async #indexed(path: string): Promise<(Entry & { readonly path: string })[]> {
    if (!this.#parent) return [];
    const args = ["ls-files", "--stage", "-z", "--", path];
    const text = await gitText(this.#repository.folder, args, { env: this.#env });
    return text.split("\0").flatMap((line) => {
      const match = /^(\d{6}) ([0-9a-f]+) \d\t([\s\S]+)$/.exec(line);
      const [, mode = "", id = "", name = ""] = match ?? [];
      return match ? [{ mode, id, path: name }] : [];
    });
  }
}

async function apply(
  repository: Repository,
  parent: string | null,
  files: Files,
  action: CommitAction,
): Promise<void> {
  const path = checkPath(action.file_path);
  switch (action.action) {
    case "create": {
      if (await files.get(path)) throw refuse(400, "A file with this name already exists");
      await checkPlace(files, path);
      files.set(path, { mode: "100644", id: await writeBlob(repository, action) });
      return;
    }
    case "update": {
      const entry = await existing(files, path);
      await checkLastCommit(repository, parent, path, action);
      files.set(path, { mode: entry.mode, id: await writeBlob(repository, action) });
      return;
    }
    case "delete": {
      await existing(files, path);
      await checkLastCommit(repository, parent, path, action);
      files.set(path, null);
      return;
    }
    case "chmod": {
      const entry = await existing(files, path);
      if (entry.mode === "100644" || entry.mode === "100755") {
        files.set(path, { ...entry, mode: action.execute_filemode ? "100755" : "100644" });
      }
      return;
    }
    case "move": {
      if (!action.previous_path) throw refuse(400, "You must provide a previous path");
      const previous = checkPath(action.previous_path);
      const entry = await existing(files, previous);
      await checkLastCommit(repository, parent, previous, action);
      if (previous !== path && (await files.get(path))) {
        throw refuse(400, "A file with this name already exists");
      }
      files.set(previous, null);
      await checkPlace(files, path);
      const id = action.content === undefined ? entry.id : await writeBlob(repository, action);
      files.set(path, { mode: entry.mode, id });
    }
  }
}

async function existing(files: Files, path: string): Promise<Entry> {
  const entry = await files.get(path);
  if (!entry) throw refuse(400, "A file with this name doesn't exist");
  return entry;
}

async function checkPlace(files: Files, path: string): Promise<void> {
  if (await files.isFolder(path)) throw refuse(400, "A directory with this name already exists");
  if (await files.fileAbove(path)) throw refuse(400, "A file with this name already exists");
}

async function checkLastCommit(
  repository: Repository,
  parent: string | null,
  path: string,
  action: CommitAction,
): Promise<void> {
  if (!action.last_commit_id || !parent) return;
  if ((await lastCommitOf(repository, parent, path)) !== action.last_commit_id) {
    throw refuse(400, `The file has changed since you started editing it: ${path}`);
  }
}

/** Refuses paths that no repository may hold; answers the path as git will store it. */
export function checkPath(path: string): string {
  const parts = path.replace(/^\/+/, "").split("/");
  if (path.trim() === "") throw refuse(400, "You must provide a file path");
  if (parts.includes("..")) throw refuse(400, "Path cannot include directory traversal");
  if (path.includes("\0") || parts.some((part) => part === "" || part === "." || isGitFolder(part))) {
    throw refuse(400, `invalid path: '${path.replaceAll("\0", "")}'`);
  }
  return parts.join("/");
}

/** Names that some file system takes for `.git`: any case, trailing dots and spaces, short names, ignorable characters. */
const isGitFolder = (part: string): boolean => {
  const plain = part
    .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, "")
    .toLowerCase()
    .replace(/:.*$/, "")
    .replace(/[. ]+$/, "");
  return plain === ".git" || plain === "git~1" || part.toLowerCase().split("\\").includes(".git");
};

async function writeBlob({ folder }: Repository, action: CommitAction): Promise<string> {
  if (action.content === undefined) throw refuse(400, "content is missing");
  const input =
    action.encoding === "base64" ? Buffer.from(action.content, "base64") : Buffer.from(action.content);
  return (await gitText(folder, ["hash-object", "-w", "--stdin"], { input })).trim();
}
