import { getCiSettings, updateCiSettings } from "../../../shared/api/resources/ci-settings.ts";
import {
  cancelPipeline,
  createPipeline,
  getPipeline,
  listPipelines,
  retryPipeline,
} from "../../../shared/api/resources/pipelines.ts";
import { requireReadableProject } from "../domain/access/require-project.ts";
import {
  cancelPipeline as cancel,
  requirePipeline,
  retryPipeline as retry,
  runPipelineByHand,
} from "../domain/ci/pipelines.ts";
import type { Context } from "../http/context.ts";
import { unauthorized } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { Paged } from "../http/paging.ts";
import { toPipelineDetail, toPipelineSummary } from "../presenters/pipeline.ts";
import { mayRunJobs, setRunJobs } from "../store/ci/ci-settings.ts";
import { type Pipeline, listPipelines as readPipelines } from "../store/ci/pipelines.ts";
import { findUserByName, type User } from "../store/users/users.ts";

interface PipelineCall {
  readonly id: string | number;
  readonly pipeline_id: number;
}

function actOnPipeline(context: Context, input: PipelineCall, act: (pipeline: Pipeline, user: User) => void) {
  const project = context.project(input.id, "developer");
  if (!context.user) throw unauthorized();
  act(requirePipeline(context.store, project, input.pipeline_id), context.user);
  return toPipelineDetail(context, project, requirePipeline(context.store, project, input.pipeline_id));
}

export const pipelineRoutes = [
  implement(listPipelines, (input, context) => {
    const { status, ref, sha, source, username } = input;
    const user = username === undefined ? undefined : findUserByName(context.store, username);
    if (user === null) return new Paged([], { total: 0 });
    const project = requireReadableProject(context, input.id);
    const query = { status, ref, sha, source, userId: user?.id };
    const { items, total } = readPipelines(context.store, project.id, query, context.page);
    return new Paged(
      items.map((pipeline) => toPipelineSummary(context, project, pipeline)),
      { total },
    );
  }),
  implement(getPipeline, (input, context) => {
    const project = requireReadableProject(context, input.id);
    return toPipelineDetail(context, project, requirePipeline(context.store, project, input.pipeline_id));
  }),
  implement(createPipeline, async (input, context) => {
    const project = context.project(input.id, "developer");
    if (!context.user) throw unauthorized();
    const variables = Object.fromEntries((input.variables ?? []).map(({ key, value }) => [key, value]));
    const asked = { ref: input.ref, variables, serviceUrl: context.baseUrl };
    const pipeline = await runPipelineByHand(context.store, project, context.user, asked);
    return toPipelineDetail(context, project, pipeline);
  }),
  implement(cancelPipeline, (input, context) =>
    actOnPipeline(context, input, (pipeline) => cancel(context.store, pipeline)),
  ),
  implement(retryPipeline, (input, context) =>
    actOnPipeline(context, input, (pipeline, user) => retry(context.store, pipeline, user)),
  ),
  implement(getCiSettings, (input, context) => ({
    run_jobs: mayRunJobs(context.store, context.project(input.id, "reporter").id),
  })),
  implement(updateCiSettings, (input, context) => {
    const project = context.project(input.id, "maintainer");
    setRunJobs(context.store, project.id, input.run_jobs);
    return { run_jobs: mayRunJobs(context.store, project.id) };
  }),
];
