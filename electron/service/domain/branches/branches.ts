import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { mergedInto } from "../../git/ancestry.ts";
import { type GitCommit, readCommits } from "../../git/commits.ts";
import { branchTip, isRefName, latestFirst, listRefs, resolveCommit } from "../../git/refs.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import { protectionLevels } from "../../store/projects/protected-branches.ts";
import { openMergeRequests } from "../../store/review/merge-requests.ts";
import type { Caller } from "../access/access-level.ts";
import { projectRepository } from "../originals/original-state.ts";
import { invalid, notFound } from "../refusal.ts";
import { denialOf, matchesSearch, refRulesOf } from "./ref-permission.ts";
import { deleteBranches, type RefWriter, refRefusal, updateBranch } from "./update-branch.ts";

/** A branch and the hash of its last commit. */
interface Tip {
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
  { search, sort = "name_asc" }: { readonly search?: string; readonly sort?: keyof typeof orders },
  signal: AbortSignal,
): Promise<readonly Tip[]> {
  const all = await listRefs(projectRepository(store, project), "heads", orders[sort], signal);
  return all.filter(({ name }) => matchesSearch(name, search));
}

/** Returns a branch. Throws `notFound`. */
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

/**
 * Creates a branch at a branch, tag or commit and returns its tip. Throws `invalid` where there is such a branch or its name or
 * start cannot be used, and `forbidden`.
 */
export async function createBranchAt(writer: RefWriter, branch: string, from: string): Promise<string> {
  const repository = projectRepository(writer.store, writer.project);
  if (await branchTip(repository, branch)) throw invalid("Branch already exists");
  if (!(await isRefName(repository, branch))) throw invalid("Branch name is invalid");
  const result = await updateBranch(writer, {
    branch,
    change: "create",
    start: async ({ tip }) => {
      if (tip !== null) throw invalid("Branch already exists");
      const start = await resolveCommit(repository, from);
      if (!start) throw invalid("Invalid reference name");
      return start;
    },
    build: async ({ start }) => start,
    message: `branch: Created from ${from}`,
  });
  if (result.kind === "denied") throw refRefusal(result.denial, result.change);
  if (result.kind !== "updated" || result.tip === null) throw invalid("Branch name is invalid");
  return result.tip;
}

/** Deletes a branch. Throws `notFound`, `forbidden`, and `invalid` where git or another process updated it meanwhile. */
export async function deleteBranchNamed(writer: RefWriter, branch: string): Promise<void> {
  const result = await updateBranch(writer, { branch, change: "delete", build: async () => null });
  if (result.kind === "missing") throw notFound("Branch");
  if (result.kind === "denied") throw refRefusal(result.denial, result.change);
  if (result.kind === "moved") throw invalid("The branch has moved. Please refresh and try again.");
}

/**
 * Deletes the branches that are merged into the default branch, but for those of open merge requests. A branch at the
 * tip of the default branch stays: it has no commits yet.
 */
export async function deleteMerged(writer: RefWriter): Promise<void> {
  const { store, project } = writer;
  const { defaultBranch } = project;
  if (defaultBranch === null) return;
  const reviewed = branchesInReview(store, project);
  await deleteBranches(writer, async (repository) => {
    const main = await branchTip(repository, defaultBranch);
    if (main === null) return [];
    const all = await listRefs(repository, "heads");
    const tips = all.map(({ commit }) => commit).filter((commit) => commit !== main);
    const merged = await mergedInto(repository, tips, main);
    return all.filter(({ name, commit }) => merged.has(commit) && !reviewed.has(name));
  });
}

/** Returns the branches of a project that are source or target of an open merge request. */
const branchesInReview = (store: ServiceStore, project: Project): ReadonlySet<string> =>
  new Set(
    openMergeRequests(store, project.id).flatMap((mergeRequest) => [
      ...(mergeRequest.sourceProjectId === project.id ? [mergeRequest.sourceBranch] : []),
      ...(mergeRequest.projectId === project.id ? [mergeRequest.targetBranch] : []),
    ]),
  );
