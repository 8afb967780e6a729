import type { LineOrigins } from "./use-line-origins.ts";

/** Characters of a name in the margin. */
const width = 14;

/** What stands before each line: who changed it last and when; a run of lines of one commit says it once. */
export function marginOf({ commits, read }: LineOrigins): string[] {
  return commits.map((commit, i) => {
    const before = commits[i - 1];
    if (i > 0 && (before?.id ?? null) === (commit?.id ?? null)) return " ".repeat(width + 11);
    if (!commit) return `older than ${read} commits`.padEnd(width + 11).slice(0, width + 11);
    const name = [...commit.author_name].slice(0, width).join("").padEnd(width);
    return `${name} ${(commit.authored_date ?? commit.created_at ?? "").slice(0, 10).padEnd(10)}`;
  });
}
