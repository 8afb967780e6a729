import { Cache } from "../cache.ts";
import { gitLines } from "../git-lines.ts";
import { walkHistory } from "../maintenance.ts";
import { historyScope } from "../originals/history-scope.ts";
import type { Repository } from "../repository.ts";
import { DescentWalk, type Divergence } from "./descent-walk.ts";

/** Cached by both hashes: histories never change. */
const counted = new Cache<Divergence>(10_000);

/**
 * Returns how far commits are ahead of and behind `base`, by their hashes. One walk of git counts all of them: it lists
 * the commits that any of them has, children first, and ends where all that remains is shared. (git's own
 * `%(ahead-behind)`, since 2.41, takes the same time and only refs.) `signal` ends git.
 */
export async function countAheadBehind(
  { folder }: Repository,
  commits: readonly string[],
  base: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Divergence>> {
  const all = new Map<string, Divergence>([[base, { ahead: 0, behind: 0 }]]);
  const scope = historyScope(folder);
  const keyOf = (commit: string) => `${scope}${commit} ${base}`;
  const missing: string[] = [];
  for (const commit of new Set(commits)) {
    const known = counted.get(keyOf(commit));
    if (known) all.set(commit, known);
    else if (commit !== base) missing.push(commit);
  }
  if (missing.length === 0) return all;
  const descent = new DescentWalk(base, missing);
  const tips = [base, ...missing];
  await walkHistory(folder, tips, () =>
    readHistory(folder, tips, (id, parents) => descent.take(id, parents), signal),
  );
  missing.forEach((commit, index) => {
    const divergence = descent.divergence(index);
    counted.set(keyOf(commit), divergence);
    all.set(commit, divergence);
  });
  return all;
}

/** Calls `take` with the commits of `tips`, children before parents, until it returns false. */
async function readHistory(
  folder: string,
  tips: readonly string[],
  take: (id: string, parents: readonly string[]) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const args = ["rev-list", "--topo-order", "--parents", "--stdin"];
  const input = tips.map((tip) => `${tip}\n`).join("");
  for await (const lines of gitLines(folder, args, { input, signal })) {
    for (const line of lines) {
      const [id = "", ...parents] = line.split(" ");
      if (!take(id, parents)) return;
    }
  }
}
