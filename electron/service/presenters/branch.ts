import type { BranchDetails } from "../domain/branches/describe-branch.ts";
import type { Links } from "../http/context.ts";
import type { Project } from "../store/projects/projects.ts";
import { toCommit } from "./commit.ts";

/** Returns a branch as the API represents it. */
export const toBranch = (links: Links, project: Project, branch: BranchDetails) => ({
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
