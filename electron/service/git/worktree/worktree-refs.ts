import { dirname } from "node:path";
import { foreignFolder, readPointer } from "../originals/foreign.ts";
import { originalRoot } from "../originals/linked-repository.ts";
import { isRefName } from "../originals/plain-names.ts";
import { git } from "../run.ts";

/**
 * Returns the full name of the branch that a work tree has checked out, with or without commits; null for a detached
 * HEAD. `own` is Helve's git folder of the original, `gitDir` the work tree's one.
 */
export async function readHeadBranch(own: string, gitDir: string): Promise<string | null> {
  if (await hasReftable(gitDir))
    return (await readRef(own, gitDir, ["symbolic-ref", "--quiet", "HEAD"])) || null;
  const head = await readSymbolic(gitDir, "HEAD");
  return head === null ? null : followSymbolic((await originalRoot(own)) ?? own, head);
}

/** Returns the target of a symbolic ref; null for any other file, and where there is none. */
async function readSymbolic(folder: string, name: string): Promise<string | null> {
  // As old versions of git and `core.preferSymlinkRefs` write it.
  const target = (await foreignFolder(folder).readLink(name))?.toString();
  if (target !== undefined && isRefName(target)) return target;
  return /^ref: *(\S+)/.exec((await readPointer(folder, name)) ?? "")?.[1] ?? null;
}

/** Depth to which git follows symbolic refs. */
const maxDepth = 5;

/** Returns the branch that a name leads to, which is the name itself unless `git symbolic-ref` made it. */
async function followSymbolic(root: string, ref: string, depth = 1): Promise<string> {
  if (!ref.startsWith("refs/heads/") || ref.includes("..") || depth > maxDepth) return ref;
  const target = await readSymbolic(root, ref);
  return target === null ? ref : followSymbolic(root, target, depth + 1);
}

/** Returns whether a work tree has a ref of its own, such as `CHERRY_PICK_HEAD`. */
export async function hasOwnRef(own: string, gitDir: string, name: string): Promise<boolean> {
  if (await foreignFolder(gitDir).exists(name)) return true;
  if (!(await hasReftable(gitDir))) return false;
  return (await readRef(own, gitDir, ["rev-parse", "--quiet", "--verify", name])) !== "";
}

const hasReftable = (gitDir: string): Promise<boolean> => foreignFolder(gitDir).exists("reftable");

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
