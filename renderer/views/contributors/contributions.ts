/** Counted fields of a commit. */
interface CountedCommit {
  readonly parent_ids: readonly string[];
  readonly author_name: string;
  readonly author_email: string;
  readonly authored_date?: string;
  readonly created_at?: string;
}

/** Author of a commit, and its time in ms since 1970. */
export interface Contribution {
  readonly email: string;
  readonly name: string;
  readonly time: number;
}

/** Returns the contributions of commits as the list of contributors counts them: without merges, people by email. */
export function contributionsOf(commits: readonly CountedCommit[]): Contribution[] {
  return commits.flatMap(({ parent_ids, author_name, author_email, authored_date, created_at }) => {
    const time = Date.parse(authored_date ?? created_at ?? "");
    if (parent_ids.length > 1 || Number.isNaN(time)) return [];
    return [{ email: author_email.toLowerCase(), name: author_name, time }];
  });
}

/** Returns each person's times, those with the most contributions first. */
export function byPerson(contributions: readonly Contribution[]): { name: string; times: number[] }[] {
  const people = new Map<string, { name: string; times: number[] }>();
  for (const { email, name, time } of contributions) {
    const known = people.get(email);
    if (known) known.times.push(time);
    else people.set(email, { name, times: [time] });
  }
  return [...people.values()].toSorted((a, b) => b.times.length - a.times.length);
}
