import type { Optional } from "../../../shared/optional.ts";
import { lastCommitOf } from "./ancestry.ts";
import { checkPath, invalidPath, isModulesFile } from "./check-path.ts";
import { type CommitText, commitTree } from "./commit-tree.ts";
import { GitRefusal } from "./git-errors.ts";
import type { Repository } from "./repository.ts";
import { type StagedFile, StagedTree } from "./staged-tree.ts";

/** A change of one file of a commit. */
export interface FileChange
  extends Optional<{
    /** Path of the file that is moved. */
    previousPath: string;
    /** Content of what is created or updated; a file that is moved keeps its own without it. */
    content: Uint8Array;
    /** Commit that the caller last saw change the file: a later one is refused. */
    lastCommit: string;
    /** New mode of a `chmod`. */
    executable: boolean;
  }> {
  readonly kind: "create" | "update" | "delete" | "move" | "chmod";
  readonly path: string;
}

export interface CommitOfFiles extends CommitText {
  /** Commit to build upon; null for a first one. */
  readonly parent: string | null;
  readonly changes: readonly FileChange[];
  /** Refuse a commit that would change nothing. */
  readonly mustChange?: boolean;
}

/**
 * Makes a commit out of changes of files without a checkout and returns its hash. No ref is updated. Throws
 * {@link GitRefusal} for a change that cannot be made.
 */
export async function commitFiles(repository: Repository, commit: CommitOfFiles): Promise<string> {
  const paths = commit.changes.flatMap(({ path, previousPath }) => [
    checkPath(path),
    ...(previousPath === undefined ? [] : [checkPath(previousPath)]),
  ]);
  const { parent } = commit;
  const files = await StagedTree.of(repository, parent, paths);
  for (const change of commit.changes) await apply(repository, parent, files, change);
  const tree = files.build();
  if (commit.mustChange && tree.id === files.before) {
    throw new GitRefusal("commit_unchanged", "Your changes could not be committed");
  }
  return commitTree(repository, tree.id, parent ? [parent] : [], commit, tree.objects);
}

/** Makes a commit that puts a file into its parent and returns its hash. No ref is updated. */
export async function commitFile(
  repository: Repository,
  parent: string,
  path: string,
  file: StagedFile,
  text: CommitText,
): Promise<string> {
  const files = await StagedTree.of(repository, parent, [path]);
  files.set(path, file);
  const tree = files.build();
  return commitTree(repository, tree.id, [parent], text, tree.objects);
}

async function apply(
  repository: Repository,
  parent: string | null,
  files: StagedTree,
  change: FileChange,
): Promise<void> {
  const { path } = change;
  switch (change.kind) {
    case "create": {
      if (files.get(path)) throw fileExists();
      requireFreePath(files, path);
      files.set(path, { mode: "100644", content: contentOf(change) });
      return;
    }
    case "update": {
      const file = existing(files, path, "writable");
      await checkLastCommit(repository, parent, path, change);
      files.set(path, { ...file, content: contentOf(change) });
      return;
    }
    case "delete": {
      existing(files, path);
      await checkLastCommit(repository, parent, path, change);
      files.set(path, null);
      return;
    }
    case "chmod": {
      const file = existing(files, path);
      if (file.mode === "100644" || file.mode === "100755") {
        files.set(path, { ...file, mode: change.executable ? "100755" : "100644" });
      }
      return;
    }
    case "move": {
      const previous = change.previousPath;
      if (!previous) throw new GitRefusal("previous_path_missing", "You must provide a previous path");
      const file = existing(files, previous, change.content === undefined ? "any" : "writable");
      await checkLastCommit(repository, parent, previous, change);
      if (previous !== path && files.get(path)) throw fileExists();
      if (isModulesFile(path) && !file.mode.startsWith("100")) throw invalidPath(path);
      files.set(previous, null);
      requireFreePath(files, path);
      files.set(path, change.content === undefined ? file : { ...file, content: contentOf(change) });
    }
  }
}

const fileExists = () => new GitRefusal("file_exists", "A file with this name already exists");

/** Returns the file at a path; a submodule has no content that could be written. Throws {@link GitRefusal}. */
function existing(files: StagedTree, path: string, need: "any" | "writable" = "any"): StagedFile {
  const file = files.get(path);
  // Responses have this character for bytes that are not UTF-8.
  if (!file && path.includes("\ufffd")) {
    throw new GitRefusal("path_invalid", `The name of ${path} is not UTF-8: change this file with git`);
  }
  if (!file || (need === "writable" && file.mode === "160000")) {
    throw new GitRefusal("file_not_found", "A file with this name doesn't exist");
  }
  return file;
}

function requireFreePath(files: StagedTree, path: string): void {
  if (files.isFolder(path)) {
    throw new GitRefusal("directory_exists", "A directory with this name already exists");
  }
  if (files.isBelowFile(path)) throw fileExists();
}

async function checkLastCommit(
  repository: Repository,
  parent: string | null,
  path: string,
  { lastCommit }: FileChange,
): Promise<void> {
  if (!lastCommit || !parent) return;
  if ((await lastCommitOf(repository, parent, path)) !== lastCommit) {
    throw new GitRefusal("file_changed", `The file has changed since you started editing it: ${path}`);
  }
}

function contentOf({ content }: FileChange): Uint8Array {
  if (content === undefined) throw new GitRefusal("content_missing", "content is missing");
  return content;
}
