import { createCommitStatus, listCommitStatuses } from "../../../shared/api/resources/commits.ts";
import { requireReadableProject } from "../domain/access/require-project.ts";
import { latestStatuses } from "../domain/ci/commit-status.ts";
import { notFound } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { mapPage, pageOf } from "../http/paging.ts";
import { toCommitStatus } from "../presenters/commit-status.ts";
import { insertCommitStatus, listCommitStatuses as readStatuses } from "../store/ci/commit-statuses.ts";
import { requireCommit } from "./commits.ts";

export const commitStatusRoutes = [
  implement(listCommitStatuses, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const sha = await requireCommit(context, project, input.sha);
    const ref = input.ref ?? project.defaultBranch;
    const all = readStatuses(context.store, project.id, sha).filter(
      (status) =>
        status.ref === ref &&
        (input.stage === undefined || status.stage === input.stage) &&
        (input.name === undefined || status.name === input.name),
    );
    const page = pageOf(context, input.all ? all : latestStatuses(all));
    return mapPage(page, (status) => toCommitStatus(context, status));
  }),
  implement(createCommitStatus, async (input, context) => {
    const project = context.project(input.id, "developer");
    const sha = await requireCommit(context, project, input.sha);
    const now = new Date().toISOString();
    const name = input.name ?? input.context ?? "default";
    const ended = input.state !== "pending" && input.state !== "running";
    insertCommitStatus(context.store, project.id, {
      sha,
      ref: input.ref ?? project.defaultBranch ?? "HEAD",
      stage: "external",
      name,
      status: input.state,
      description: input.description ?? null,
      targetUrl: input.target_url ?? null,
      allowFailure: false,
      authorId: context.user?.id ?? null,
      createdAt: now,
      startedAt: input.state === "pending" ? null : now,
      finishedAt: ended ? now : null,
    });
    const made = readStatuses(context.store, project.id, sha).at(-1);
    if (!made) throw notFound("Commit Status");
    return { ...toCommitStatus(context, made), coverage: input.coverage ?? null };
  }),
];
