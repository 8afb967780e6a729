import {
  createBranch,
  deleteBranch,
  deleteMergedBranches,
  getBranch,
  listBranches,
} from "../../../shared/api/resources/branches.ts";
import { requirePush, requireReadableProject } from "../domain/access/require-access.ts";
import {
  type BranchDetails,
  createBranchAt,
  deleteBranchNamed,
  deleteMerged,
  describeBranches,
  findBranches,
  readBranch,
} from "../domain/branches/branches.ts";
import { Paged, pageOf } from "../domain/paged.ts";
import { implement, type Links } from "../http/implement.ts";
import { toCommit } from "../presenters/commit.ts";
import type { Project } from "../store/projects/projects.ts";

export const branchRoutes = [
  implement(listBranches, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const { signal } = context.request;
    const found = await findBranches(context, project, input, signal);
    const { items } = pageOf(context, found);
    const branches = await describeBranches(context, project, items, signal, found);
    return new Paged(
      branches.map((branch) => toBranch(context, project, branch)),
      { total: found.length },
    );
  }),
  implement(getBranch, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const branch = await readBranch(context, project, input.branch, context.request.signal);
    return toBranch(context, project, branch);
  }),
  implement(createBranch, async (input, context) => {
    const writer = requirePush(context, input.id);
    const commit = await createBranchAt(writer, input.branch, input.ref);
    const { project } = writer;
    const tip = { name: input.branch, commit };
    const [branch] = await describeBranches(context, project, [tip], context.request.signal);
    if (!branch) throw new Error("the new branch has no commit");
    return toBranch(context, project, branch);
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

/** Returns a branch as the API represents it. */
const toBranch = (links: Links, project: Project, branch: BranchDetails) => ({
  name: branch.name,
  merged: branch.isMerged,
  protected: branch.isProtected,
  default: branch.isDefault,
  developers_can_push: branch.developersCanPush,
  developers_can_merge: branch.developersCanMerge,
  can_push: branch.canPush,
  web_url: `${links.baseUrl}/${project.fullPath}/-/tree/${encodeURIComponent(branch.name)}`,
  commit: toCommit(links, project, branch.commit),
});
