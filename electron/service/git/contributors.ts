import { Cache } from "./cache.ts";
import type { Repository } from "./repository.ts";
import { git, gitText } from "./run.ts";

/** Somebody who committed, with what the commits changed. */
export type GitContributor = {
  readonly name: string;
  readonly email: string;
  readonly commits: number;
  readonly additions: number;
  readonly deletions: number;
};

type People = readonly GitContributor[];

interface Count {
  readonly people: People;
  /** Whether there were too many commits to compare each with its parent. */
  readonly long: boolean;
}

/** The history behind a commit never changes: counted once, it is kept; who asks meanwhile waits for the same count. */
const counted = new Cache<Promise<Count>>(64);
/** Head that was counted last, by repository: what came since is added to it. */
const last = new Cache<Count & { readonly head: string }>(64);

/** Commits beyond which changed lines are not counted: each would have to be compared with its parent. */
const mostCompared = 10_000;

/**
 * Everybody who authored a commit that is reachable from `head`, merges left out, in order of the first one met.
 * In very long histories `additions` and `deletions` are 0, as newer services always answer.
 */
export async function countContributors(repository: Repository, head: string): Promise<People> {
  const known = counted.get(head);
  if (known) return (await known).people;
  const counting = count(repository, head);
  counted.set(head, counting);
  counting.then(
    ({ people, long }) => last.set(repository.folder, { head, people, long }),
    () => counted.delete(head),
  );
  return (await counting).people;
}

async function count(repository: Repository, head: string): Promise<Count> {
  const before = last.get(repository.folder);
  const long = await isLong(repository, head);
  if (before && before.long === long && (await isAncestor(repository, before.head, head))) {
    const since = await read(repository, [head, `^${before.head}`], long);
    return { people: merge([...since, ...before.people]), long };
  }
  return { people: merge(await read(repository, [head], long)), long };
}

async function isLong({ folder }: Repository, head: string): Promise<boolean> {
  const args = ["rev-list", "--no-merges", `--max-count=${mostCompared + 1}`, "--count", head];
  return Number(await gitText(folder, args)) > mostCompared;
}

async function isAncestor({ folder }: Repository, ancestor: string, head: string): Promise<boolean> {
  const args = ["merge-base", "--is-ancestor", ancestor, head];
  return (await git(folder, args, { expect: [0, 1, 128] })).code === 0;
}

/** One entry for each commit of a selection, its lines counted unless there are too many. */
async function read(
  { folder }: Repository,
  selection: readonly string[],
  long: boolean,
): Promise<GitContributor[]> {
  const text = await gitText(folder, [
    "log",
    "--no-merges",
    ...(long ? [] : ["--shortstat"]),
    "--encoding=UTF-8",
    "--format=tformat:%x02%an%x00%ae",
    ...selection,
  ]);
  return text
    .split("\x02")
    .slice(1)
    .map((record) => {
      const [name = "", email = ""] = (record.split("\n", 1)[0] ?? "").split("\0");
      return {
        name,
        email,
        commits: 1,
        additions: Number(/(\d+) insertion/.exec(record)?.[1] ?? 0),
        deletions: Number(/(\d+) deletion/.exec(record)?.[1] ?? 0),
      };
    });
}

/** One entry for each e-mail, under the name that comes first. */
function merge(entries: readonly GitContributor[]): People {
  const people = new Map<string, { -readonly [K in keyof GitContributor]: GitContributor[K] }>();
  for (const { name, email, commits, additions, deletions } of entries) {
    const person = people.get(email) ?? { name, email, commits: 0, additions: 0, deletions: 0 };
    person.commits += commits;
    person.additions += additions;
    person.deletions += deletions;
    people.set(email, person);
  }
  return [...people.values()];
}
