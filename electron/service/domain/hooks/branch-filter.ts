import { RE2JS } from "re2js";
import type { BranchFilterStrategy } from "../../../../shared/api/resources/project-hooks.ts";
import type { ServiceStore } from "../../service-store.ts";
import { type BranchFilter, listHooks } from "../../store/hooks/hooks.ts";
import { matchesPattern } from "../../store/projects/protected-branches.ts";
import { invalidFields } from "../refusal.ts";

/** Returns the ids of a project's hooks that do not get pushes of a branch. Tags have no filter. */
export const hooksOfOtherBranches = (store: ServiceStore, projectId: number, branch: string): number[] =>
  listHooks(store, projectId)
    .filter(({ branches }) => !matchesBranch(branches, branch))
    .map(({ id }) => id);

/** Returns whether a hook gets pushes of a branch, in time linear in its name. */
function matchesBranch({ filter, strategy }: BranchFilter, branch: string): boolean {
  if (filter === "" || strategy === "all_branches") return true;
  return strategy === "regex" ? RE2JS.compile(filter).matcher(branch).find() : matchesPattern(filter, branch);
}

export interface FilterInput {
  readonly push_events_branch_filter?: string;
  readonly branch_filter_strategy?: BranchFilterStrategy;
}

/** Returns a filter as it is changed. Throws `invalidFields` for what is no pattern or regular expression. */
export function changedFilter(known: BranchFilter, input: FilterInput): BranchFilter {
  const strategy = input.branch_filter_strategy ?? known.strategy;
  const filter = strategy === "all_branches" ? "" : (input.push_events_branch_filter ?? known.filter);
  const problem =
    strategy === "wildcard" ? patternProblem(filter) : strategy === "regex" ? regexProblem(filter) : null;
  if (problem) throw invalidFields({ push_events_branch_filter: [problem] });
  return { filter, strategy };
}

// What no branch has in its name.
const patternProblem = (filter: string): string | null =>
  /[\s~^:?[\\]|\.\.|@\{/.test(filter) ? "is not a valid branch name" : null;

function regexProblem(filter: string): string | null {
  try {
    RE2JS.compile(filter);
    return null;
  } catch {
    return "is not a regular expression of RE2";
  }
}
