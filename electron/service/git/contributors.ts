import { Cache } from "./cache.ts";
import type { Repository } from "./repository.ts";
import { gitText } from "./run.ts";

/** Somebody who committed, with what the commits changed. */
export type GitContributor = {
  readonly name: string;
  readonly email: string;
  readonly commits: number;
  readonly additions: number;
  readonly deletions: number;
};

/** The history behind a commit never changes: counted once, it is kept. */
const counted = new Cache<readonly GitContributor[]>(32);

/** Everybody who authored a commit that is reachable from `head`, merges left out, in order of the first one met. */
export async function countContributors(
  { folder }: Repository,
  head: string,
): Promise<readonly GitContributor[]> {
  const known = counted.get(head);
  if (known) return known;
  const text = await gitText(folder, [
    "log",
    "--no-merges",
    "--shortstat",
    "--format=tformat:%x02%an%x00%ae",
    head,
  ]);
  const people = new Map<string, GitContributor>();
  for (const record of text.split("\x02").slice(1)) {
    const [name = "", email = ""] = (record.split("\n", 1)[0] ?? "").split("\0");
    const before = people.get(email) ?? { name, email, commits: 0, additions: 0, deletions: 0 };
    people.set(email, {
      ...before,
      commits: before.commits + 1,
      additions: before.additions + Number(/(\d+) insertion/.exec(record)?.[1] ?? 0),
      deletions: before.deletions + Number(/(\d+) deletion/.exec(record)?.[1] ?? 0),
    });
  }
  const result = [...people.values()];
  counted.set(head, result);
  return result;
}
