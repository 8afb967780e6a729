import type { Comparison } from "../domain/repository/compare-refs.ts";
import type { Links } from "../http/context.ts";
import type { Project } from "../store/projects/projects.ts";
import { toCommit } from "./commit.ts";

/** Returns a comparison without its files; null is that of a commit with itself. */
export function toComparison(links: Links, project: Project, comparison: Comparison | null) {
  const commits = comparison?.commits.map((commit) => toCommit(links, project, commit)) ?? [];
  return {
    commit: commits[0] ?? null,
    commits: commits.toReversed(),
    compare_timeout: comparison?.isCut ?? false,
    compare_same_ref: comparison === null,
    diffs: [],
  };
}
