import {
  cancelJob,
  eraseJob,
  getJob,
  getJobTrace,
  listJobs,
  listPipelineJobs,
  playJob,
  retryJob,
} from "../../../shared/api/resources/jobs.ts";
import { tracePath } from "../ci/job-files.ts";
import { traceSize } from "../ci/seeded-trace.ts";
import { requireReadableProject } from "../domain/access/require-project.ts";
import {
  cancelJob as cancel,
  eraseJob as erase,
  playJob as play,
  requireJob,
  retryJob as retry,
} from "../domain/ci/jobs.ts";
import type { Context } from "../http/context.ts";
import { fileResponse } from "../http/file-response.ts";
import { httpError, unauthorized } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { Paged } from "../http/paging.ts";
import { toJobs } from "../presenters/job.ts";
import { type Job, type JobQuery, listJobs as readJobs } from "../store/ci/jobs.ts";
import { findPipeline } from "../store/ci/pipelines.ts";
import type { Project } from "../store/projects/projects.ts";
import type { User } from "../store/users/users.ts";

/** Lists of jobs are never counted, as with real services. */
async function pageOfJobs(context: Context, project: Project, query: JobQuery) {
  const { number, perPage } = context.page;
  const jobs = readJobs(context.store, query, perPage + 1, (number - 1) * perPage);
  return new Paged(await toJobs(context, project, jobs.slice(0, perPage)), { more: jobs.length > perPage });
}

async function showJob(context: Context, project: Project, id: number) {
  const [job] = await toJobs(context, project, [requireJob(context.store, project, id)]);
  if (!job) throw httpError(404, "404 Not found");
  return job;
}

interface JobCall {
  readonly id: string | number;
  readonly job_id: number;
}

/** Runs an action on a job as a developer; `act` returns the id of another job to show. */
function actOnJob(context: Context, input: JobCall, act: (job: Job, user: User) => number | undefined) {
  const project = context.project(input.id, "developer");
  if (!context.user) throw unauthorized();
  const job = requireJob(context.store, project, input.job_id);
  return showJob(context, project, act(job, context.user) ?? job.id);
}

const without = (work: () => void): undefined => {
  work();
};

export const jobRoutes = [
  implement(listJobs, (input, context) => {
    const project = requireReadableProject(context, input.id);
    return pageOfJobs(context, project, { projectId: project.id, states: input.scope });
  }),
  implement(listPipelineJobs, (input, context) => {
    const project = requireReadableProject(context, input.id);
    const pipeline = findPipeline(context.store, project.id, input.pipeline_id);
    if (!pipeline) throw httpError(404, "404 Not found");
    const { include_retried: includeRetried = false } = input;
    return pageOfJobs(context, project, { pipelineId: pipeline.id, states: input.scope, includeRetried });
  }),
  implement(getJob, (input, context) =>
    showJob(context, requireReadableProject(context, input.id), input.job_id),
  ),
  implement(getJobTrace, async (input, context) => {
    const job = requireJob(context.store, requireReadableProject(context, input.id), input.job_id);
    const path = tracePath(context.store, job.id);
    const size = await traceSize(context.store, job.id);
    if (size === null) throw httpError(404, "404 Not found");
    return fileResponse(context.request, path, size, {
      // A trace only grows: sent bytes stay valid.
      etag: `trace-${job.id}-${size}`,
      type: "text/plain; charset=utf-8",
    });
  }),
  implement(cancelJob, (input, context) =>
    actOnJob(context, input, (job) => without(() => cancel(context.store, job))),
  ),
  implement(retryJob, (input, context) =>
    actOnJob(context, input, (job, user) => retry(context.store, job, user)),
  ),
  implement(playJob, (input, context) =>
    actOnJob(context, input, (job, user) => without(() => play(context.store, job, user))),
  ),
  implement(eraseJob, (input, context) =>
    actOnJob(context, input, (job) => without(() => erase(context.store, job))),
  ),
];
