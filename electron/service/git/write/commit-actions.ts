import { join } from "node:path";
import type { CommitAction } from "../../../../shared/api/resources/commits.ts";
import { GitRefusal } from "../git-refusal.ts";
import { lastCommitOf } from "../history/ancestry.ts";
import { writeBlobs } from "../objects/write-blobs.ts";
import type { Repository } from "../repository.ts";
import { GitError, gitText } from "../run.ts";
import { withTemporaryFolder } from "../temporary-folder.ts";
import { commitTree, type Signature } from "./commit-tree.ts";
import { treeOf } from "./merge-tree.ts";
import { checkPath, invalidPath, isModulesFile } from "./paths.ts";
import { type StagedFile, StagedFiles } from "./staged-files.ts";
import { type TreeChanges, writeTree } from "./write-tree.ts";

export interface NewCommit {
  /** Commit to build upon; null for a first one. */
  readonly parent: string | null;
  readonly actions: readonly CommitAction[];
  readonly message: string;
  readonly author: Signature;
  readonly committer: Signature;
  /** Refuse a commit that would change nothing. */
  readonly mustChange?: boolean | undefined;
}

/**
 * Makes a commit out of actions without a checkout and returns its hash. No ref is updated. Throws {@link GitRefusal}
 * for an action that cannot be carried out.
 */
export async function commitActions(repository: Repository, commit: NewCommit): Promise<string> {
  const paths = commit.actions.flatMap(({ file_path, previous_path }) => [
    checkPath(file_path),
    ...(previous_path === undefined ? [] : [checkPath(previous_path)]),
  ]);
  const files = await StagedFiles.of(repository, commit.parent, paths);
  for (const action of commit.actions) await apply(repository, files, action);
  const tree = await withTemporaryFolder(repository, (folder) =>
    write(repository, commit.parent, files.changes, folder),
  );
  if (commit.mustChange && commit.parent) {
    const before = await repository.objects.check(`${commit.parent}^{tree}`);
    if (before?.id === tree) throw new GitRefusal("commit_unchanged", "Your changes could not be committed");
  }
  return commitTree(repository, tree, commit.parent ? [commit.parent] : [], commit);
}

async function apply(repository: Repository, files: StagedFiles, action: CommitAction): Promise<void> {
  const path = action.file_path;
  switch (action.action) {
    case "create": {
      if (files.get(path)) throw fileExists();
      await requireFreePath(files, path);
      files.set(path, { mode: "100644", content: contentOf(action) });
      return;
    }
    case "update": {
      const file = existing(files, path, "writable");
      await checkLastCommit(repository, files, path, action);
      files.set(path, { ...file, content: contentOf(action) });
      return;
    }
    case "delete": {
      existing(files, path);
      await checkLastCommit(repository, files, path, action);
      files.set(path, null);
      return;
    }
    case "chmod": {
      const file = existing(files, path);
      if (file.mode === "100644" || file.mode === "100755") {
        files.set(path, { ...file, mode: action.execute_filemode ? "100755" : "100644" });
      }
      return;
    }
    case "move": {
      const previous = action.previous_path;
      if (!previous) throw new GitRefusal("previous_path_missing", "You must provide a previous path");
      const file = existing(files, previous, action.content === undefined ? "any" : "writable");
      await checkLastCommit(repository, files, previous, action);
      if (previous !== path && files.get(path)) throw fileExists();
      if (isModulesFile(path) && !file.mode.startsWith("100")) throw invalidPath(path);
      files.set(previous, null);
      await requireFreePath(files, path);
      files.set(path, action.content === undefined ? file : { ...file, content: contentOf(action) });
    }
  }
}

const fileExists = () => new GitRefusal("file_exists", "A file with this name already exists");

/** Returns the file at a path; a submodule has no content that could be written. Throws {@link GitRefusal}. */
function existing(files: StagedFiles, path: string, need: "any" | "writable" = "any"): StagedFile {
  const file = files.get(path);
  if (!file || (need === "writable" && file.mode === "160000")) {
    throw new GitRefusal("file_not_found", "A file with this name doesn't exist");
  }
  return file;
}

async function requireFreePath(files: StagedFiles, path: string): Promise<void> {
  if (await files.isFolder(path)) {
    throw new GitRefusal("directory_exists", "A directory with this name already exists");
  }
  if (files.isBelowFile(path)) throw fileExists();
}

async function checkLastCommit(
  repository: Repository,
  files: StagedFiles,
  path: string,
  { last_commit_id }: CommitAction,
): Promise<void> {
  if (!last_commit_id || !files.parent) return;
  if ((await lastCommitOf(repository, files.parent, path)) !== last_commit_id) {
    throw new GitRefusal("file_changed", `The file has changed since you started editing it: ${path}`);
  }
}

function contentOf({ content, encoding }: CommitAction): Uint8Array {
  if (content === undefined) throw new GitRefusal("content_missing", "content is missing");
  return Buffer.from(content, encoding === "base64" ? "base64" : "utf8");
}

/** Writes the new contents and the tree with them; returns the tree's hash. */
async function write(
  repository: Repository,
  parent: string | null,
  changes: ReadonlyMap<string, StagedFile | null>,
  folder: string,
): Promise<string> {
  const contents = [...changes.values()].flatMap((file) =>
    file?.content instanceof Uint8Array ? [file.content] : [],
  );
  const ids = await writeBlobs(repository, contents);
  const idOf = new Map(contents.map((content, index) => [content, ids[index] ?? ""]));
  const files = new Map(
    [...changes].map(([path, file]) => {
      if (!file) return [path, null] as const;
      const id = file.content instanceof Uint8Array ? idOf.get(file.content) : file.content.id;
      return [path, { mode: file.mode, id: id ?? "" }] as const;
    }),
  );
  const [tree] = await Promise.all([
    writeTree(repository, parent && (await treeOf(repository, parent)), files, folder),
    checkByGit(repository, files, folder),
  ]);
  return tree;
}

/** Has git check the new paths in an index of their own: it knows names that break a checkout on some systems. */
async function checkByGit({ folder }: Repository, files: TreeChanges, workFolder: string): Promise<void> {
  const lines = [...files].flatMap(([path, file]) => (file ? [`${file.mode} ${file.id}\t${path}\0`] : []));
  const env = { GIT_INDEX_FILE: join(workFolder, "index") };
  try {
    await gitText(folder, ["update-index", "-z", "--index-info"], { env, input: lines.join("") });
  } catch (error) {
    if (error instanceof GitError) {
      throw new GitRefusal("path_invalid", "git does not accept a path of this commit");
    }
    throw error;
  }
}
