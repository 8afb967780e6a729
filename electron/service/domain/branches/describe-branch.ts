import { mergedInto } from "../../git/history/ancestry.ts";
import { type GitCommit, readCommits } from "../../git/history/commits.ts";
import { branchTip, latestFirst, listRefs } from "../../git/refs/refs.ts";
import { notFound } from "../../http/http-error.ts";
import { accessLevels } from "../../store/access-levels.ts";
import type { Project } from "../../store/projects/projects.ts";
import { protectionLevels } from "../../store/projects/protected-branches.ts";
import type { Caller } from "../access/access-level.ts";
import { projectRepository } from "../originals/project-repository.ts";
import { matchesSearch } from "./matches-search.ts";
import { denialOf, refRulesOf } from "./ref-permission.ts";

/** A branch and the hash of its last commit. */
export interface Tip {
  readonly name: string;
  readonly commit: string;
}

/** A branch with its commit, its protection and what the caller may do. */
export interface BranchDetails {
  readonly name: string;
  readonly commit: GitCommit;
  readonly isMerged: boolean;
  readonly isDefault: boolean;
  readonly isProtected: boolean;
  readonly developersCanPush: boolean;
  readonly developersCanMerge: boolean;
  readonly canPush: boolean;
}

/** git's sort keys of the orders of branches. */
const orders = { name_asc: "refname", updated_asc: "committerdate", updated_desc: latestFirst } as const;

/** Returns the branches of a project whose names match a search, by name unless another order is given. `signal` ends git. */
export async function findBranches(
  { store }: Caller,
  project: Project,
  {
    search,
    sort = "name_asc",
  }: { readonly search?: string | undefined; readonly sort?: keyof typeof orders | undefined },
  signal: AbortSignal,
): Promise<readonly Tip[]> {
  const all = await listRefs(projectRepository(store, project), "heads", orders[sort], signal);
  return all.filter(({ name }) => matchesSearch(name, search));
}

/** Returns a branch. Throws 404. */
export async function readBranch(
  caller: Caller,
  project: Project,
  name: string,
  signal: AbortSignal,
): Promise<BranchDetails> {
  const commit = await branchTip(projectRepository(caller.store, project), name);
  const [branch] = commit ? await describeBranches(caller, project, [{ name, commit }], signal) : [];
  if (!branch) throw notFound("Branch");
  return branch;
}

/**
 * Returns branches with their details, in the order given; `all` includes those of later pages, which are then read with
 * these. `signal` ends git.
 */
export async function describeBranches(
  { store, user }: Caller,
  project: Project,
  tips: readonly Tip[],
  signal: AbortSignal,
  all: readonly Tip[] = tips,
): Promise<BranchDetails[]> {
  const repository = projectRepository(store, project);
  const ids = (of: readonly Tip[]) => of.map(({ commit }) => commit);
  const main = project.defaultBranch === null ? null : await branchTip(repository, project.defaultBranch);
  const [commits, merged] = await Promise.all([
    readCommits(repository, ids(tips), { likely: ids(all), signal }),
    main === null ? new Set<string>() : mergedInto(repository, ids(tips), main, signal, ids(all)),
  ]);
  const rules = refRulesOf(store, user, project);
  return tips.flatMap(({ name }, index) => {
    const commit = commits[index];
    if (!commit) return [];
    const levels = protectionLevels(rules.protections, name, rules.nameRule);
    const details: BranchDetails = {
      name,
      commit,
      // A branch at the tip of the default branch has no commits yet.
      isMerged: commit.id !== main && merged.has(commit.id),
      isDefault: name === project.defaultBranch,
      isProtected: levels !== null,
      developersCanPush: levels !== null && levels.push <= accessLevels.developer,
      developersCanMerge: levels !== null && levels.merge <= accessLevels.developer,
      canPush: denialOf(rules, { kind: "branch", name, change: "write" }) === null,
    };
    return [details];
  });
}
