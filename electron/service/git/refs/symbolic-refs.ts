import type { Repository } from "../repository.ts";
import { git, gitText } from "../run.ts";

/** Names up to which git is given each of them. */
const maxNamed = 50;

/** Returns the symbolic refs among `names`, each with its target. */
export async function symbolicRefs(
  folder: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const patterns = names.length > maxNamed ? ["refs/heads/", "refs/tags/"] : names;
  const text = await gitText(folder, ["for-each-ref", "--format=%(refname) %(symref)", ...patterns]);
  const pairs = text.split("\n").map((line) => line.split(" "));
  return new Map(
    pairs.flatMap(([ref = "", target]) => (target && names.includes(ref) ? [[ref, target]] : [])),
  );
}

/** Points HEAD of a repository at a branch. */
export async function setHead({ folder }: Pick<Repository, "folder">, branch: string): Promise<void> {
  await git(folder, ["symbolic-ref", "HEAD", `refs/heads/${branch}`]);
}
