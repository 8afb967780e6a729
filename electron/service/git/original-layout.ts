import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { followPath } from "../../system/foreign/folder-walk.ts";
import { foreignFolder, readPointer } from "./foreign.ts";
import { GitRefusal, unreadable } from "./git-errors.ts";

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

/** The few settings of an original that change what its files mean. Parsed values; git never reads its configuration. */
export interface OriginalSettings {
  readonly objectFormat: "sha1" | "sha256";
  readonly refFormat: "files" | "reftable";
  readonly bare: boolean;
  /** Folder of the work tree where `core.worktree` names one, as in submodules. */
  readonly workTree: string | null;
  /** File mode of a shared repository; null where it is not shared. */
  readonly shared: string | null;
  /** Whether new branches get a reflog. */
  readonly reflogs: boolean;
  /** Objects may be missing on purpose. */
  readonly partial: boolean;
  readonly sparse: boolean;
  /** An unsupported extension of the format, for which the repository must not be read; null for none. */
  readonly unknownExtension: string | null;
  /** Settings that say how files of the work tree relate to blobs, as `name=value`. */
  readonly checkout: readonly string[];
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
  const path = await followPath(given).catch((error: NodeJS.ErrnoException) => {
    if (isAbsent(error))
      throw new GitRefusal("original_missing", `${given} does not exist.`, { path: given });
    throw unreadable(given, error.code ?? "EIO");
  });
  const kind = await foreignFolder(dirname(path)).kind(basename(path)).catch(unreadableAt(path));
  if (kind !== "folder" && path !== dirname(path)) {
    // Reading anything else, such as a pipe, could wait for ever.
    if (kind === "file" && (await isBundle(path)))
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
  const at = foreignFolder(folder);
  const kind = await at.kind(".git").catch(unreadableAt(dotGit));
  if (kind === "file") {
    const target = pointerTarget(await readPointer(folder, ".git"));
    if (target === null) return null;
    const gitDir = await followPath(resolve(folder, target)).catch(() => {
      throw new GitRefusal("original_missing", `${dotGit} points to ${target}, which does not exist.`, {
        path: resolve(folder, target),
      });
    });
    return { kind: "linked", path: folder, gitDir, commonDir: await commonDirOf(gitDir) };
  }
  // Some people keep the git folder elsewhere, and a link of this name to it.
  const gitDir = kind === "link" ? await followPath(dotGit).catch(() => null) : dotGit;
  if (kind !== null && gitDir !== null && (await isGitDir(gitDir)))
    return { kind: "worktree", path: folder, gitDir, commonDir: await commonDirOf(gitDir) };
  return (await isGitDir(folder)) ? layoutOfGitDir(folder) : null;
}

/** Returns what a `.git` file names; null for any other text. */
export const pointerTarget = (text: string | null): string | null =>
  /^gitdir: (.+?)\r?\n?$/s.exec(text ?? "")?.[1] ?? null;

const unreadableAt = (path: string) => (error: NodeJS.ErrnoException) => {
  throw error instanceof GitRefusal ? error : unreadable(path, error.code ?? "EIO");
};

/** Returns the layout of a git folder that was named itself, through the work tree that it belongs to where that is known. */
async function layoutOfGitDir(gitDir: string): Promise<OriginalLayout> {
  const pointer = await readPointer(gitDir, "gitdir").catch(() => null);
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
  const text = await readPointer(gitDir, "commondir");
  return text === null ? gitDir : followPath(resolve(gitDir, text.trim()));
}

/** Returns whether a folder is a repository, by the same files as git checks. */
export async function isGitDir(folder: string): Promise<boolean> {
  const at = foreignFolder(folder);
  // git takes a link for a HEAD, wherever it leads.
  if (!(await at.exists("HEAD").catch(() => false))) return false;
  const common = foreignFolder(await commonDirOf(folder).catch(() => folder));
  const isFolder = async (name: string) => {
    const kind = await common.kind(name).catch(() => null);
    // A link: opening such a repository says what to do.
    return kind === "folder" || kind === "link";
  };
  return (await isFolder("objects")) && (await isFolder("refs"));
}

async function isBundle(path: string): Promise<boolean> {
  const file = await foreignFolder(dirname(path))
    .open(basename(path))
    .catch(() => null);
  if (!file) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return isBundleHead(buffer.toString("latin1", 0, bytesRead));
  } finally {
    await file.close();
  }
}

/** Returns whether a file that begins with a text is a bundle. */
export const isBundleHead = (head: string): boolean => /^# v[23] git bundle\n?/.test(head);
