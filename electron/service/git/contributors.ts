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

/** The history behind a commit never changes: counted once, it is kept; who asks meanwhile waits for the same count. */
const counted = new Cache<Promise<readonly GitContributor[]>>(64);

/** Commits beyond which changed lines are not counted: each would have to be compared with its parent. */
const mostCompared = 10_000;

/**
 * Everybody who authored a commit that is reachable from `head`, merges left out, in order of the first one met.
 * In very long histories `additions` and `deletions` are 0, as newer services always answer.
 */
export function countContributors(repository: Repository, head: string): Promise<readonly GitContributor[]> {
  const known = counted.get(head);
  if (known) return known;
  const counting = count(repository, head);
  counted.set(head, counting);
  counting.catch(() => counted.delete(head));
  return counting;
}

async function count({ folder }: Repository, head: string): Promise<readonly GitContributor[]> {
  const args = ["--no-merges", `--max-count=${mostCompared + 1}`, "--count", head];
  const many = Number(await gitText(folder, ["rev-list", ...args])) > mostCompared;
  const text = await gitText(folder, [
    "log",
    "--no-merges",
    ...(many ? [] : ["--shortstat"]),
    "--encoding=UTF-8",
    "--format=tformat:%x02%an%x00%ae",
    head,
  ]);
  const people = new Map<string, { -readonly [K in keyof GitContributor]: GitContributor[K] }>();
  for (const record of text.split("\x02").slice(1)) {
    const [name = "", email = ""] = (record.split("\n", 1)[0] ?? "").split("\0");
    const person = people.get(email) ?? { name, email, commits: 0, additions: 0, deletions: 0 };
    person.commits += 1;
    person.additions += Number(/(\d+) insertion/.exec(record)?.[1] ?? 0);
    person.deletions += Number(/(\d+) deletion/.exec(record)?.[1] ?? 0);
    people.set(email, person);
  }
  return [...people.values()];
}
