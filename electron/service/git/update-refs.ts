import { basename, dirname, join, relative, resolve } from "node:path";
import { foreignFolder } from "./foreign.ts";
import { GitError, GitRefusal } from "./git-errors.ts";
import type { GitFolder, GitRuntime } from "./git-folder.ts";
import { isLinked, originalRoot } from "./linked-repository.ts";
import { requirePlainRefPaths } from "./ref-paths.ts";
import { isNoObject } from "./refs.ts";
import { git } from "./run.ts";

/** Update of a ref from one object to another; the null hash is "no such ref". */
export interface RefUpdate {
  readonly ref: string;
  readonly before: string;
  readonly after: string;
}

export interface UpdateRefsOptions {
  /** Committer in the reflog. */
  readonly user?: { readonly name: string; readonly email: string };
  /** Message in the reflog. */
  readonly message?: string;
  /** Create a reflog for new refs. */
  readonly reflogs?: boolean;
}

/**
 * Moves refs in one transaction, each only from where it is expected to be. Returns false where one of them is elsewhere.
 * Throws {@link GitRefusal} with the reason `locked` where another process has a lock, {@link GitError} otherwise.
 */
export async function updateRefs(
  repository: GitFolder,
  updates: readonly RefUpdate[],
  { user, message, reflogs }: UpdateRefsOptions = {},
): Promise<boolean> {
  const input = updates.map(({ ref, before, after }) =>
    isNoObject(after)
      ? `delete ${ref} ${before}\n`
      : isNoObject(before)
        ? `create ${ref} ${after}\n`
        : `update ${ref} ${after} ${before}\n`,
  );
  // As git itself, without one for refs that only keep commits.
  const logged =
    reflogs && updates.some(({ ref, before }) => isNoObject(before) && !ref.startsWith("refs/helve/"));
  const args = [
    "update-ref",
    ...(message ? ["-m", message] : []),
    ...(logged ? ["--create-reflog"] : []),
    "--no-deref",
    "--stdin",
  ];
  const root = await originalRoot(repository);
  if (root !== null)
    await requirePlainRefPaths(
      root,
      updates.map(({ ref }) => ref),
    );
  const env = user ? { GIT_COMMITTER_NAME: user.name, GIT_COMMITTER_EMAIL: user.email } : {};
  try {
    await git(repository, args, { input: input.join(""), env, asUser: isLinked(repository) });
    return true;
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const lock = /Unable to create '(.+?\.lock)': File exists/.exec(error.stderr)?.[1];
    // Names below Helve's folder are links to the same ones of the original.
    const inOriginal = (path: string) =>
      join(root ?? repository.folder, relative(repository.folder, resolve(repository.folder, path)));
    if (lock) throw await lockedBy(inOriginal(lock));
    // A reftable has one lock, which git does not name.
    if (/cannot lock references/.test(error.stderr))
      throw await lockedBy(inOriginal("reftable/tables.list.lock"));
    if (isElsewhere(error.stderr)) return false;
    throw error;
  }
}

/** git's messages where a ref has another object, or its name conflicts with another ref. */
const isElsewhere = (stderr: string): boolean =>
  /but expected|reference already exists|unable to resolve reference|reference is missing|exists; cannot create|there are still refs under/.test(
    stderr,
  );

/** Creates the link targets of a linked repository that the original lacks. */
export async function prepareFolders(
  { userUmask }: GitRuntime,
  commonDir: string,
  reflogs: boolean,
): Promise<void> {
  const folder = foreignFolder(commonDir);
  if (await folder.exists("reftable")) return;
  const names = ["refs/helve", ...(reflogs ? ["logs/refs/heads", "logs/refs/tags"] : [])];
  for (const name of names) await folder.makeFolder(name, 0o777 & ~(userUmask ?? process.umask()));
}

/** Returns the refusal of a write that a lock file prevents: it names the file, where it really is, and its age. */
export async function lockedBy(file: string): Promise<GitRefusal> {
  const found = await foreignFolder(dirname(file))
    .stat(basename(file))
    .catch(() => null);
  const age = found ? Math.max(0, Math.round((Date.now() - Number(found.mtimeMs)) / 1000)) : 0;
  return new GitRefusal(
    "locked",
    `Another git process has locked the repository (${file}, ${formatAge(age)} old). If none is running, delete that file and try again.`,
    { file, age: String(age) },
  );
}

function formatAge(seconds: number): string {
  const [size, unit] =
    seconds < 120
      ? [1, "second"]
      : seconds < 7_200
        ? [60, "minute"]
        : seconds < 172_800
          ? [3_600, "hour"]
          : [86_400, "day"];
  const count = Math.round(seconds / Number(size));
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
