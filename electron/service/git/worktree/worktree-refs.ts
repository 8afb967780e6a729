import { access, readlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readGitFile } from "../originals/read-git-file.ts";
import { git } from "../run.ts";

/**
 * Returns the full name of the branch that a work tree has checked out, with or without commits; null for a detached
 * HEAD. `own` is Helve's git folder of the original, `gitDir` the work tree's one.
 */
export async function readHeadBranch(own: string, gitDir: string): Promise<string | null> {
  if (await hasReftable(gitDir))
    return (await readRef(own, gitDir, ["symbolic-ref", "--quiet", "HEAD"])) || null;
  const file = join(gitDir, "HEAD");
  // As old versions of git and `core.preferSymlinkRefs` write it.
  const target = await readlink(file).catch(() => null);
  const head = target?.startsWith("refs/") ? target : await readSymbolic(file);
  return head === null ? null : followSymbolic(own, head);
}

const readSymbolic = async (file: string): Promise<string | null> =>
  /^ref: *(\S+)/.exec(await readGitFile(file).catch(() => ""))?.[1] ?? null;

/** Depth to which git follows symbolic refs. */
const maxDepth = 5;

/** Returns the branch that a name leads to, which is the name itself unless `git symbolic-ref` made it. */
async function followSymbolic(own: string, ref: string, depth = 1): Promise<string> {
  if (!ref.startsWith("refs/heads/") || ref.includes("..") || depth > maxDepth) return ref;
  const target = await readSymbolic(join(own, ref));
  return target === null ? ref : followSymbolic(own, target, depth + 1);
}

/** Returns whether a work tree has a ref of its own, such as `CHERRY_PICK_HEAD`. */
export async function hasOwnRef(own: string, gitDir: string, name: string): Promise<boolean> {
  if (await exists(join(gitDir, name))) return true;
  if (!(await hasReftable(gitDir))) return false;
  return (await readRef(own, gitDir, ["rev-parse", "--quiet", "--verify", name])) !== "";
}

const hasReftable = (gitDir: string): Promise<boolean> => exists(join(gitDir, "reftable"));

/** Returns whether a file or folder is there. Not synchronously: a network drive could stop the whole process. */
export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Runs git on the refs of a work tree in a reftable, with Helve's configuration. Empty where there is no such ref. */
async function readRef(own: string, gitDir: string, args: readonly string[]): Promise<string> {
  const linked = dirname(gitDir).endsWith("worktrees");
  const env = { GIT_COMMON_DIR: own };
  const { stdout } = await git(linked ? gitDir : own, args, {
    ...(linked ? { env } : {}),
    expect: [0, 1, 128],
  });
  return stdout.toString().trim();
}
