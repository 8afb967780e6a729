import {
  createBranch,
  deleteBranch,
  deleteMergedBranches,
  getBranch,
  listBranches,
} from "../../../shared/api/resources/branches.ts";
import { requirePush, requireReadableProject } from "../domain/access/require-project.ts";
import { refRulesOf } from "../domain/branches/authorize-ref.ts";
import { createBranchAt } from "../domain/branches/create-branch.ts";
import { deleteBranchNamed, deleteMerged } from "../domain/branches/delete-branch.ts";
import { denialOf } from "../domain/branches/ref-permission.ts";
import { matchesSearch } from "../domain/repository/matches-search.ts";
import { mergedInto } from "../git/history/ancestry.ts";
import { readCommits } from "../git/history/commits.ts";
import { branchTip, listRefs } from "../git/refs/refs.ts";
import type { Context } from "../http/context.ts";
import { notFound } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { Paged, pageOf } from "../http/paging.ts";
import { toCommit } from "../presenters/commit.ts";
import { accessLevels } from "../store/groups/members.ts";
import type { Project } from "../store/projects/projects.ts";
import { protectionLevels } from "../store/projects/protected-branches.ts";

interface Tip {
  readonly name: string;
  readonly commit: string;
}

/** Returns branches as the API represents them, in the order given; `all` includes those of later pages. */
async function toBranches(
  context: Context,
  project: Project,
  tips: readonly Tip[],
  all: readonly Tip[] = tips,
) {
  const repository = context.repository(project);
  const ids = (of: readonly Tip[]) => of.map(({ commit }) => commit);
  const main = project.defaultBranch === null ? null : await branchTip(repository, project.defaultBranch);
  const [commits, merged] = await Promise.all([
    readCommits(repository, ids(tips), ids(all)),
    main === null
      ? new Set<string>()
      : mergedInto(repository, ids(tips), main, context.request.signal, ids(all)),
  ]);
  const rules = refRulesOf(context.store, context.user, project);
  return tips.flatMap(({ name }, index) => {
    const commit = commits[index];
    if (!commit) return [];
    const levels = protectionLevels(rules.protections, name, rules.nameRule);
    return [
      {
        name,
        // A branch at the tip of the default branch has no commits yet.
        merged: commit.id !== main && merged.has(commit.id),
        protected: levels !== null,
        default: name === project.defaultBranch,
        developers_can_push: levels !== null && levels.push <= accessLevels.developer,
        developers_can_merge: levels !== null && levels.merge <= accessLevels.developer,
        can_push: denialOf(rules, { kind: "branch", name, change: "write" }) === null,
        web_url: `${context.baseUrl}/${project.fullPath}/-/tree/${encodeURIComponent(name)}`,
        commit: toCommit(context, project, commit),
      },
    ];
  });
}

async function requireBranch(context: Context, project: Project, name: string): Promise<Tip> {
  const commit = await branchTip(context.repository(project), name);
  if (!commit) throw notFound("Branch");
  return { name, commit };
}

export const branchRoutes = [
  implement(listBranches, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const all = await listRefs(context.repository(project), "heads");
    const found = all.filter(({ name }) => matchesSearch(name, input.search));
    const page = pageOf(context, found);
    return new Paged(await toBranches(context, project, page.items, found), { total: page.total ?? 0 });
  }),
  implement(getBranch, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const [branch] = await toBranches(context, project, [
      await requireBranch(context, project, input.branch),
    ]);
    if (!branch) throw notFound("Branch");
    return branch;
  }),
  implement(createBranch, async (input, context) => {
    const writer = requirePush(context, input.id);
    const commit = await createBranchAt(writer, input.branch, input.ref);
    const [branch] = await toBranches(context, writer.project, [{ name: input.branch, commit }]);
    if (!branch) throw notFound("Branch");
    return branch;
  }),
  implement(deleteBranch, async (input, context) => {
    await deleteBranchNamed(requirePush(context, input.id), input.branch);
    return undefined;
  }),
  implement(deleteMergedBranches, async (input, context) => {
    await deleteMerged(requirePush(context, input.id));
    return undefined;
  }),
];
