import { acceptMergeRequest } from "../../../../shared/api/merge-request-changes.ts";
import { refuse, unauthorized } from "../../failure.ts";
import { mergeBase } from "../../git/ancestry.ts";
import { commitTree } from "../../git/commit-tree.ts";
import { mergeTrees } from "../../git/merge-trees.ts";
import { branchTip, noObject, updateRef } from "../../git/refs.ts";
import { implement } from "../../implement.ts";
import { mirrorRefs } from "../../local-repository.ts";
import { accessLevels } from "../../store/members.ts";
import { latestVersion } from "../../store/merge-request-versions.ts";
import { changeMergeRequest, findMergeRequest } from "../../store/merge-requests.ts";
import { findProject, touchProject } from "../../store/projects.ts";
import { listProtectedBranches, protectionOf } from "../../store/protected-branches.ts";
import { findUser } from "../../store/users.ts";
import { followBranches, note } from "./follow-branches.ts";
import { levelOf, requireMergeRequest, toDetail } from "./shape.ts";

export const acceptRoutes = [
  implement(acceptMergeRequest, async (input, context) => {
    const { user, store } = context;
    if (!user) throw unauthorized();
    const { project, mergeRequest } = await requireMergeRequest(context, input.id, input.merge_request_iid);
    const repository = context.repository(project);
    const protection = protectionOf(listProtectedBranches(store, project.id), mergeRequest.targetBranch);
    const needed = Math.max(accessLevels.developer, protection?.mergeAccessLevel ?? 0);
    if (levelOf(context, project) < needed) throw refuse(401, "401 Unauthorized");
    if (mergeRequest.state !== "opened" || mergeRequest.wip) throw refuse(405, "405 Method Not Allowed");
    await repository.exclusively(async () => {
      const head = latestVersion(store, mergeRequest.id)?.headSha;
      const into = await branchTip(repository, mergeRequest.targetBranch);
      if (!head || !into) throw refuse(406, "Branch cannot be merged");
      if (input.sha !== undefined && input.sha !== head)
        throw refuse(409, `SHA does not match HEAD of source branch: ${head}`);
      const base = await mergeBase(repository, [into, head]);
      const merged = base ? await mergeTrees(repository, base, into, head) : null;
      if (merged?.kind !== "tree") throw refuse(406, "Branch cannot be merged");
      const squash = input.squash ?? mergeRequest.squash;
      const author = mergeRequest.authorId === null ? user : (findUser(store, mergeRequest.authorId) ?? user);
      const reference = `See merge request ${project.fullPath}!${mergeRequest.iid}`;
      const made = squash
        ? await commitTree(repository, merged.tree, [into], {
            message: input.squash_commit_message ?? `${mergeRequest.title}\n\n${reference}\n`,
            author,
            committer: user,
          })
        : await commitTree(repository, merged.tree, [into, head], {
            message:
              input.merge_commit_message ??
              `Merge branch '${mergeRequest.sourceBranch}' into '${mergeRequest.targetBranch}'\n\n${mergeRequest.title}\n\n${reference}\n`,
            author: user,
            committer: user,
          });
      if (!(await updateRef(repository, `refs/heads/${mergeRequest.targetBranch}`, made, into)))
        throw refuse(406, "Branch cannot be merged");
      const now = new Date().toISOString();
      changeMergeRequest(
        store,
        mergeRequest.id,
        { state: "merged", mergeCommitSha: made, mergedById: user.id, mergedAt: now },
        now,
      );
      note(store, mergeRequest, user.id, "merged", now);
    });
    if (input.should_remove_source_branch ?? mergeRequest.removeSourceBranch) {
      const source =
        mergeRequest.sourceProjectId === null ? null : findProject(store, mergeRequest.sourceProjectId);
      if (source && mergeRequest.sourceBranch !== source.defaultBranch) {
        const from = context.repository(source);
        const tip = await branchTip(from, mergeRequest.sourceBranch);
        if (tip) await updateRef(from, `refs/heads/${mergeRequest.sourceBranch}`, noObject, tip);
      }
    }
    touchProject(store, project);
    await mirrorRefs(project);
    await followBranches(store, project, user.id);
    return toDetail(context, findMergeRequest(store, project.id, mergeRequest.iid) ?? mergeRequest);
  }),
];
