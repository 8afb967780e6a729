import {
  createCommit,
  getCommit,
  getCommitDiff,
  listCommitRefs,
  listCommits,
} from "../../../shared/api/resources/commits.ts";
import { requirePush, requireReadableProject } from "../domain/access/require-access.ts";
import { commitToBranch } from "../domain/branches/commit-to-branch.ts";
import { mapPage, pageOf } from "../domain/paged.ts";
import {
  changesOfCommit,
  describeCommit,
  findCommits,
  refsWith,
  requireCommit,
} from "../domain/repository/read-commits.ts";
import { implement } from "../http/implement.ts";
import { toListedCommit, toSingleCommit } from "../presenters/commit.ts";
import { toDiff } from "../presenters/diff.ts";
import { toFileChange } from "./files.ts";

export const commitRoutes = [
  implement(listCommits, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const page = await findCommits(context.store, project, input, context.page, context.request.signal);
    return mapPage(page, (commit) => toListedCommit(context, project, commit));
  }),
  implement(createCommit, async (input, context) => {
    const writer = requirePush(context, input.id);
    const id = await commitToBranch(writer, {
      branch: input.branch,
      startBranch: input.start_branch,
      startSha: input.start_sha,
      force: input.force,
      changes: input.actions.map(toFileChange),
      message: input.commit_message,
      authorName: input.author_name,
      authorEmail: input.author_email,
      updateWorktree: input.update_worktree ?? false,
    });
    const options = { withStats: input.stats ?? true, signal: context.request.signal };
    const made = await describeCommit(writer.store, writer.project, id, options);
    return toSingleCommit(context, writer.project, made);
  }),
  implement(getCommit, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const id = await requireCommit(context.store, project, input.sha);
    const options = { withStats: input.stats ?? true, signal: context.request.signal };
    return toSingleCommit(context, project, await describeCommit(context.store, project, id, options));
  }),
  implement(listCommitRefs, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const id = await requireCommit(context.store, project, input.sha);
    return pageOf(context, await refsWith(context.store, project, id, input.type, context.request.signal));
  }),
  implement(getCommitDiff, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const id = await requireCommit(context.store, project, input.sha);
    const files = await changesOfCommit(context.store, project, id, context.page, context.request.signal);
    return mapPage(files, toDiff);
  }),
];
