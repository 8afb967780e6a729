import { mergeTrees, rewrittenCommit, type Signature, treeOfCommit } from "./commit-tree.ts";
import { MissingObject } from "./missing-object.ts";
import type { Repository } from "./repository.ts";
import { gitText } from "./run.ts";
import { emptyTreeOf } from "./tree-object.ts";
import { writeObjects } from "./write-objects.ts";

/** The tip of the rebased commits; or the first commit that conflicts, with the files that do. */
type Rebased =
  | { readonly kind: "rebased"; readonly tip: string }
  | { readonly kind: "conflict"; readonly commit: string; readonly paths: readonly string[] };

/**
 * Rebases the commits of a head that a base lacks onto it, as `git rebase` does without a work tree: merges are left out, and
 * so are commits whose change the base has or that change nothing any more. Writes commits; moves no ref.
 */
export async function rebaseCommits(
  repository: Repository,
  head: string,
  onto: string,
  committer: Signature,
): Promise<Rebased> {
  const args = ["rev-list", "--reverse", "--topo-order", "--no-merges", "--parents"];
  const range = ["--cherry-pick", "--right-only", `${onto}...${head}`];
  const rows = (await gitText(repository, [...args, ...range])).split("\n").filter(Boolean);
  let tip = onto;
  for (const row of rows) {
    const [commit = "", parent = await emptyTreeOf(repository)] = row.split(" ");
    if (parent === tip) {
      tip = commit;
      continue;
    }
    const merged = await mergeTrees(repository, parent, tip, commit);
    if (merged.kind === "conflict") return { kind: "conflict", commit, paths: [...new Set(merged.paths)] };
    const [before, own, ownBefore] = await Promise.all(
      [tip, commit, parent].map((each) => treeOfCommit(repository, each)),
    );
    if (merged.tree === before && own !== ownBefore) continue;
    const found = await repository.objects.read(commit);
    if (!found) throw new MissingObject(commit);
    const rewritten = rewrittenCommit(repository, found.content, {
      tree: merged.tree,
      parent: tip,
      committer,
    });
    await writeObjects(repository, [rewritten]);
    tip = rewritten.id;
  }
  return { kind: "rebased", tip };
}
