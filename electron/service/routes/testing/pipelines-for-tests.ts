import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { getJobTrace, listPipelineJobs } from "../../../../shared/api/resources/jobs.ts";
import { createPipeline, getPipeline } from "../../../../shared/api/resources/pipelines.ts";
import { JobQueue } from "../../ci/job-queue.ts";
import { startDownstreamPipelines } from "../../domain/ci/downstream.ts";
import { startPipelinesOnPush } from "../../domain/ci/pipelines.ts";
import { setRunJobs } from "../../store/ci/ci-settings.ts";
import { type Job, listCurrentJobs } from "../../store/ci/jobs.ts";
import { findPipeline } from "../../store/ci/pipelines.ts";
import type { Project } from "../../store/projects/projects.ts";
import { serviceForTests } from "./service-for-tests.ts";
import type { TestCaller } from "./test-service.ts";

interface ShownJob {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly failure_reason?: string;
  readonly allow_failure: boolean;
  readonly coverage: number | null;
  readonly needs?: unknown;
  readonly artifacts?: unknown;
  readonly artifacts_expire_at?: unknown;
}

/** Returns the id in a response. */
export const idOf = ({ body }: { readonly body: unknown }): number => (body as { id: number }).id;

/**
 * Starts a service that runs jobs, two at a time, for the tests of a file, with an empty project before each of them. An
 * uncaught error of a job fails the test.
 */
export function pipelinesForTests() {
  const service = serviceForTests();
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const serviceUrl = () => service.url;
  let queue: JobQueue;
  let project: Project;
  const startQueue = () => {
    queue = new JobQueue(service.store, { serviceUrl, concurrency: 2, onError });
  };
  beforeAll(() => {
    startQueue();
    startPipelinesOnPush(service.store, serviceUrl, onError);
    startDownstreamPipelines(service.store, serviceUrl, onError);
  });
  beforeEach(async () => {
    project = await service.project();
    setRunJobs(service.store, project.id, true);
  });
  afterEach(() => expect(errors).toEqual([]));
  afterAll(() => queue.close());

  /** Returns the jobs of a pipeline in the order of its file. */
  async function jobsOf(pipeline_id: number, include_retried = false): Promise<ShownJob[]> {
    const input = { id: project.id, pipeline_id, per_page: 100, include_retried };
    return ((await service.operate(listPipelineJobs, input)).body as ShownJob[]).toReversed();
  }
  const statesOf = async (id: number): Promise<Readonly<Record<string, string>>> =>
    Object.fromEntries((await jobsOf(id)).map(({ name, status }) => [name, status]));
  const pipelineOf = async (pipeline_id: number) =>
    (await service.operate(getPipeline, { id: project.id, pipeline_id })).body as { status: string };

  return {
    service,
    /** The project of the running test. */
    get project() {
      return project;
    },
    startQueue,
    /** Ends the jobs that run, as the end of the service does. */
    stopQueue: () => queue.close(),
    /** Commits a `.gitlab-ci.yml` and other files to `main`. */
    commit: (file: string, more: Readonly<Record<string, string>> = {}) =>
      service.commit(project, { files: { ".gitlab-ci.yml": file, ...more } }),
    create: (input: object = {}, as: TestCaller = "developer") =>
      service.operate(createPipeline, { id: project.id, ref: "main", ...input }, { as }),
    jobsOf,
    /** Returns the states of a pipeline's jobs, by their names. */
    statesOf,
    pipelineOf,
    trace: async (job_id: number): Promise<string> =>
      (await service.operate(getJobTrace, { id: project.id, job_id })).bytes.toString(),
    /** Waits until a pipeline is in one of these states; of the store, since requests would delay its jobs. */
    async until(id: number, ...states: string[]): Promise<void> {
      const state = () => findPipeline(service.store, project.id, id)?.status ?? "";
      while (!states.includes(state())) await delay(10);
    },
    /** Waits until a job of a pipeline is in a state. */
    async untilJob(id: number, name: string, state: string): Promise<void> {
      const isThere = (job: Job) => job.name === name && job.status === state;
      while (!listCurrentJobs(service.store, id).some(isThere)) await delay(10);
    },
  };
}
