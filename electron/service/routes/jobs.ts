import {
  cancelJob,
  eraseJob,
  getJob,
  getJobTrace,
  listJobs,
  listPipelineBridges,
  listPipelineJobs,
  playJob,
  retryJob,
} from "../../../shared/api/resources/jobs.ts";
import { requireCaller, requireReadableProject } from "../domain/access/require-access.ts";
import {
  cancelUnfinishedJob,
  describeJob,
  eraseJobOutput,
  findBridges,
  findJobs,
  requireJob,
  requireJobOrBridge,
  retryEndedJob,
  startManualJob,
} from "../domain/ci/jobs.ts";
import { requireJobControl, requirePipeline } from "../domain/ci/pipelines.ts";
import { findTrace } from "../domain/ci/read-artifacts.ts";
import { Paged } from "../domain/paged.ts";
import { type Context, implement } from "../http/implement.ts";
import { downloadResponse } from "../http/raw-response.ts";
import { toBridge, toJob } from "../presenters/job.ts";

type Project = ReturnType<typeof requireReadableProject>;
type Job = ReturnType<typeof requireJob>;

async function pageOfJobs(context: Context, project: Project, query: Parameters<typeof findJobs>[2]) {
  const { jobs, more } = await findJobs(context.store, project, query, context.page);
  return new Paged(
    jobs.map((job) => toJob(context, project, job)),
    { more },
  );
}

async function showJob(context: Context, project: Project, id: number) {
  const job = requireJob(context.store, project, id);
  return toJob(context, project, await describeJob(context.store, project, job));
}

interface JobCall {
  readonly id: string | number;
  readonly job_id: number;
}

/** Runs an action on a job; `act` returns the id of the job to show. */
async function actOnJob(context: Context, input: JobCall, act: (job: Job) => number) {
  const { project, job } = requireJobControl(context, input);
  const changed = requireJobOrBridge(context.store, project, act(job));
  return toJob(context, project, await describeJob(context.store, project, changed));
}

/** Returns an action after which the same job is shown. */
const onSameJob =
  (act: (job: Job) => void) =>
  (job: Job): number => {
    act(job);
    return job.id;
  };

export const jobRoutes = [
  implement(listJobs, (input, context) => {
    const project = requireReadableProject(context, input.id);
    return pageOfJobs(context, project, { projectId: project.id, states: input.scope });
  }),
  implement(listPipelineJobs, (input, context) => {
    const project = requireReadableProject(context, input.id);
    const pipeline = requirePipeline(context.store, project, input.pipeline_id);
    const { include_retried: includeRetried = false } = input;
    return pageOfJobs(context, project, { pipelineId: pipeline.id, states: input.scope, includeRetried });
  }),
  implement(listPipelineBridges, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const pipeline = requirePipeline(context.store, project, input.pipeline_id);
    const query = { pipelineId: pipeline.id, states: input.scope, includeRetried: false };
    const { jobs, more } = await findBridges(context.store, context.user, project, query, context.page);
    return new Paged(
      jobs.map((job) => toBridge(context, project, job)),
      { more },
    );
  }),
  implement(getJob, (input, context) =>
    showJob(context, requireReadableProject(context, input.id), input.job_id),
  ),
  implement(getJobTrace, async (input, context) => {
    const job = requireJob(context.store, requireReadableProject(context, input.id), input.job_id);
    const { path, size } = await findTrace(context.store, job);
    return downloadResponse(context.request, path, size, {
      // A trace only grows: sent bytes stay valid.
      etag: `trace-${job.id}-${size}`,
      type: "text/plain; charset=utf-8",
    });
  }),
  implement(cancelJob, (input, context) =>
    actOnJob(
      context,
      input,
      onSameJob((job) => cancelUnfinishedJob(context.store, job)),
    ),
  ),
  implement(retryJob, (input, context) =>
    actOnJob(context, input, (job) => retryEndedJob(context.store, job, requireCaller(context))),
  ),
  implement(playJob, (input, context) =>
    actOnJob(
      context,
      input,
      onSameJob((job) => {
        const given = input.job_variables_attributes ?? [];
        const variables = Object.fromEntries(given.map(({ key, value }) => [key, value]));
        startManualJob(context.store, job, requireCaller(context), variables);
      }),
    ),
  ),
  implement(eraseJob, (input, context) =>
    actOnJob(
      context,
      input,
      onSameJob((job) => eraseJobOutput(context.store, job)),
    ),
  ),
];
