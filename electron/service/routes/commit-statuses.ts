import { createCommitStatus, listCommitStatuses } from "../../../shared/api/resources/commits.ts";
import { requireProject, requireReadableProject } from "../domain/access/require-project.ts";
import {
  addCommitStatus,
  describeStatus,
  findCommitStatuses,
  refOfStatus,
} from "../domain/ci/commit-status.ts";
import { requireCommit } from "../domain/repository/read-commits.ts";
import { implement } from "../http/implement.ts";
import { mapPage, pageOf } from "../http/paging.ts";
import { toCommitStatus } from "../presenters/commit-status.ts";

export const commitStatusRoutes = [
  implement(listCommitStatuses, async (input, context) => {
    const { store } = context;
    const project = requireReadableProject(context, input.id);
    const sha = await requireCommit(store, project, input.sha);
    const page = pageOf(context, findCommitStatuses(store, project, sha, input));
    return mapPage(page, (status) => toCommitStatus(context, describeStatus(store, project, status)));
  }),
  implement(createCommitStatus, async (input, context) => {
    const { store, user } = context;
    const project = requireProject(context, input.id, "developer");
    const sha = await requireCommit(store, project, input.sha);
    const ref = input.ref ?? (await refOfStatus(store, project, sha, context.request.signal));
    return toCommitStatus(context, addCommitStatus(store, project, sha, { ...input, ref }, user));
  }),
];
