import type { CommitAction } from "../../../../shared/api/resources/commits.ts";
import { GitRefusal } from "../git-refusal.ts";
import { lastCommitOf } from "../history/ancestry.ts";
import type { Repository } from "../repository.ts";
import { type CommitText, commitTree } from "./commit-tree.ts";
import { checkPath, invalidPath, isModulesFile } from "./paths.ts";
import { type StagedFile, StagedTree } from "./staged-tree.ts";

export interface CommitOfActions extends CommitText {
  /** Commit to build upon; null for a first one. */
  readonly parent: string | null;
  readonly actions: readonly CommitAction[];
  /** Refuse a commit that would change nothing. */
  readonly mustChange?: boolean | undefined;
}

/**
 * Makes a commit out of actions without a checkout and returns its hash. No ref is updated. Throws {@link GitRefusal}
 * for an action that cannot be carried out.
 */
export async function commitActions(repository: Repository, commit: CommitOfActions): Promise<string> {
  const paths = commit.actions.flatMap(({ file_path, previous_path }) => [
    checkPath(file_path),
    ...(previous_path === undefined ? [] : [checkPath(previous_path)]),
  ]);
  const { parent } = commit;
  const files = await StagedTree.of(repository, parent, paths);
  for (const action of commit.actions) await apply(repository, parent, files, action);
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
  action: CommitAction,
): Promise<void> {
  const path = action.file_path;
  switch (action.action) {
    case "create": {
      if (files.get(path)) throw fileExists();
      requireFreePath(files, path);
      files.set(path, { mode: "100644", content: contentOf(action) });
      return;
    }
    case "update": {
      const file = existing(files, path, "writable");
      await checkLastCommit(repository, parent, path, action);
      files.set(path, { ...file, content: contentOf(action) });
      return;
    }
    case "delete": {
      existing(files, path);
      await checkLastCommit(repository, parent, path, action);
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
      await checkLastCommit(repository, parent, previous, action);
      if (previous !== path && files.get(path)) throw fileExists();
      if (isModulesFile(path) && !file.mode.startsWith("100")) throw invalidPath(path);
      files.set(previous, null);
      requireFreePath(files, path);
      files.set(path, action.content === undefined ? file : { ...file, content: contentOf(action) });
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
  { last_commit_id }: CommitAction,
): Promise<void> {
  if (!last_commit_id || !parent) return;
  if ((await lastCommitOf(repository, parent, path)) !== last_commit_id) {
    throw new GitRefusal("file_changed", `The file has changed since you started editing it: ${path}`);
  }
}

function contentOf({ content, encoding }: CommitAction): Uint8Array {
  if (content === undefined) throw new GitRefusal("content_missing", "content is missing");
  if (encoding !== "base64") return Buffer.from(content);
  // Node leaves out what is no base64, and the file would be another one.
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(content.replaceAll(/\s/g, "")))
    throw new GitRefusal("content_invalid", "content is not valid base64");
  return Buffer.from(content, "base64");
}
