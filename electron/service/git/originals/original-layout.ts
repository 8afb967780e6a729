import { open, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { GitRefusal } from "../git-refusal.ts";
import { readGitFile } from "./read-git-file.ts";
import { unreadable } from "./unreadable.ts";

/** Paths of the parts of a repository on disk, absolute and without links. */
export interface OriginalLayout {
  readonly kind: "worktree" | "bare" | "linked" | "bundle";
  /** Path that was opened: of a work tree, a bare repository or a bundle file. */
  readonly path: string;
  /** Folder with `HEAD` and `index`; the bundle's file for a bundle. */
  readonly gitDir: string;
  /** Folder with refs and objects; another one than `gitDir` for a linked worktree. */
  readonly commonDir: string;
}

/** Returns a typed path with `~` as the home folder. Throws {@link GitRefusal} for relative ones. */
export function toAbsolute(typed: string): string {
  const path = typed === "~" || /^~[\\/]/.test(typed) ? join(homedir(), typed.slice(1)) : typed;
  if (!isAbsolute(path)) throw new GitRefusal("not_a_repository", "Give an absolute path, or one from ~.");
  return resolve(path);
}

/**
 * Finds the repository at a path, or above it where the path is inside a work tree. Reads names and pointer files only:
 * git does not run here. Throws {@link GitRefusal}.
 */
export async function findLayout(typed: string): Promise<OriginalLayout> {
  const given = toAbsolute(typed);
  const path = await realpath(given).catch((error: NodeJS.ErrnoException) => {
    if (isAbsent(error))
      throw new GitRefusal("original_missing", `${given} does not exist.`, { path: given });
    throw unreadable(given, error.code ?? "EIO");
  });
  const found = await stat(path);
  if (!found.isDirectory()) {
    // Reading anything else, such as a pipe, could wait for ever.
    if (found.isFile() && (await isBundle(path)))
      return { kind: "bundle", path, gitDir: path, commonDir: path };
    throw new GitRefusal("not_a_repository", `${path} is not a git repository.`, { path });
  }
  for (let folder = path; ; folder = dirname(folder)) {
    const found = await layoutAt(folder);
    if (found) return found;
    if (folder === dirname(folder)) break;
  }
  throw new GitRefusal("not_a_repository", `${path} is not a git repository.`, { path });
}

async function layoutAt(folder: string): Promise<OriginalLayout | null> {
  const dotGit = join(folder, ".git");
  const found = await stat(dotGit).catch((error: NodeJS.ErrnoException) => {
    if (isAbsent(error)) return null;
    throw unreadable(dotGit, error.code ?? "EIO");
  });
  if (found?.isFile()) {
    const target = /^gitdir: (.+?)\r?\n?$/s.exec(await readGitFile(dotGit))?.[1];
    if (!target) return null;
    const gitDir = await realpath(resolve(folder, target)).catch(() => {
      throw new GitRefusal("original_missing", `${dotGit} points to ${target}, which does not exist.`, {
        path: resolve(folder, target),
      });
    });
    return { kind: "linked", path: folder, gitDir, commonDir: await commonDirOf(gitDir) };
  }
  if (found && (await isGitDir(dotGit))) {
    const gitDir = await realpath(dotGit);
    return { kind: "worktree", path: folder, gitDir, commonDir: await commonDirOf(gitDir) };
  }
  return (await isGitDir(folder)) ? layoutOfGitDir(folder) : null;
}

/** Returns the layout of a git folder that was named itself, through the work tree that it belongs to where that is known. */
async function layoutOfGitDir(gitDir: string): Promise<OriginalLayout> {
  const pointer = await readGitFile(join(gitDir, "gitdir")).catch(() => null);
  const workTree =
    pointer !== null
      ? dirname(resolve(gitDir, pointer.trim()))
      : basename(gitDir) === ".git"
        ? dirname(gitDir)
        : null;
  const layout = workTree === null ? null : await layoutAt(workTree).catch(() => null);
  if (layout?.gitDir === gitDir) return layout;
  return { kind: "bare", path: gitDir, gitDir, commonDir: await commonDirOf(gitDir) };
}

const isAbsent = ({ code }: NodeJS.ErrnoException): boolean =>
  code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP" || code === "ENAMETOOLONG";

async function commonDirOf(gitDir: string): Promise<string> {
  const text = await readGitFile(join(gitDir, "commondir")).catch(() => null);
  return text === null ? gitDir : realpath(resolve(gitDir, text.trim()));
}

/** Returns whether a folder is a repository, by the same files as git checks. */
async function isGitDir(folder: string): Promise<boolean> {
  if (!(await stat(join(folder, "HEAD")).catch(() => null))) return false;
  const common = await commonDirOf(folder).catch(() => folder);
  const [objects, refs] = await Promise.all(
    ["objects", "refs"].map((name) => stat(join(common, name)).catch(() => null)),
  );
  return objects?.isDirectory() === true && refs?.isDirectory() === true;
}

async function isBundle(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null);
  if (!file) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return /^# v[23] git bundle\n?/.test(buffer.toString("latin1", 0, bytesRead));
  } finally {
    await file.close();
  }
}
