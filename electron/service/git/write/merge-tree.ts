import { treeOfCommit } from "../objects/tree-of-commit.ts";
import { writeObjects } from "../objects/write-objects.ts";
import type { Repository } from "../repository.ts";
import { git } from "../run.ts";
import { newCommit } from "./commit-tree.ts";

/** The merged tree; in a conflict with the paths that conflict, whose content has conflict markers. */
export type MergedTree =
  | { readonly kind: "tree"; readonly tree: string }
  | { readonly kind: "conflict"; readonly tree: string; readonly paths: readonly string[] };

const nobody = { name: "helve", email: "helve@localhost" };

/**
 * Merges two trees three ways without a checkout: what `theirs` changed against `base`, applied to `ours`. All three
 * are commits or trees. `signal` ends git.
 */
export async function mergeTrees(
  repository: Repository,
  base: string,
  ours: string,
  theirs: string,
  signal?: AbortSignal,
): Promise<MergedTree> {
  // `merge-tree` takes no base before git 2.40: each side becomes a commit on a commit of the base tree.
  const commit = async (tree: string, parents: readonly string[]) =>
    newCommit(await treeOfCommit(repository, tree), parents, {
      message: "side of a merge",
      author: nobody,
      committer: nobody,
    });
  const root = await commit(base, []);
  const sides = await Promise.all([commit(ours, [root.id]), commit(theirs, [root.id])]);
  await writeObjects(repository, [root, ...sides]);
  const args = [
    "merge-tree",
    "--write-tree",
    "-z",
    "--name-only",
    "--no-messages",
    ...sides.map(({ id }) => id),
  ];
  const { stdout, code } = await git(repository.folder, args, {
    expect: [0, 1],
    signal,
    boundedMemory: true,
  });
  const [tree = "", ...paths] = stdout.toString().split("\0").filter(Boolean);
  return code === 0 ? { kind: "tree", tree } : { kind: "conflict", tree, paths };
}
