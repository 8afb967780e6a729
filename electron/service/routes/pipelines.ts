import { getCiSettings, updateCiSettings } from "../../../shared/api/resources/ci-settings.ts";
import { getPipelineTestReport } from "../../../shared/api/resources/pipeline-test-reports.ts";
import {
  cancelPipeline,
  createPipeline,
  getPipeline,
  listPipelines,
  retryPipeline,
} from "../../../shared/api/resources/pipelines.ts";
import { requireCaller, requireProject, requireReadableProject } from "../domain/access/require-access.ts";
import { cancelJobsOfPipeline } from "../domain/ci/jobs.ts";
import {
  describePipeline,
  findPipelines,
  jobsRun,
  jobsRunElsewhere,
  type Pipeline,
  requirePipeline,
  requirePipelineControl,
  retryJobsOfPipeline,
  runPipelineByHand,
  setJobsRun,
} from "../domain/ci/pipelines.ts";
import { readTestSuites } from "../domain/ci/test-reports.ts";
import { Paged } from "../domain/paged.ts";
import { type Context, implement } from "../http/implement.ts";
import { toNamedPipeline, toPipelineDetail } from "../presenters/pipeline.ts";
import { toTestReport } from "../presenters/test-report.ts";

interface PipelineCall {
  readonly id: string | number;
  readonly pipeline_id: number;
}

function show(context: Context, { id, pipeline_id }: PipelineCall) {
  const project = requireReadableProject(context, id);
  const pipeline = requirePipeline(context.store, project, pipeline_id);
  return toPipelineDetail(context, project, describePipeline(context.store, pipeline));
}

/** Runs an action on a pipeline and returns the pipeline after it. */
function act(context: Context, input: PipelineCall, action: (pipeline: Pipeline) => void) {
  action(requirePipelineControl(context, input));
  return show(context, input);
}

const showCiSettings = ({ store }: Context, project: ReturnType<typeof requireProject>) => ({
  run_jobs: jobsRun(store, project),
  other_runners: jobsRunElsewhere(store, project),
});

export const pipelineRoutes = [
  implement(listPipelines, (input, context) => {
    const project = requireReadableProject(context, input.id);
    const { items, total } = findPipelines(context.store, project, input, context.page);
    return new Paged(
      items.map((pipeline) => toNamedPipeline(context, project, pipeline)),
      { total },
    );
  }),
  implement(getPipeline, (input, context) => show(context, input)),
  implement(getPipelineTestReport, async ({ id, pipeline_id }, context) => {
    const project = requireReadableProject(context, id);
    const pipeline = requirePipeline(context.store, project, pipeline_id);
    return toTestReport(await readTestSuites(context, project, pipeline));
  }),
  implement(createPipeline, async (input, context) => {
    const { store, baseUrl: serviceUrl } = context;
    const project = requireProject(context, input.id, "developer");
    const given = input.variables ?? [];
    const requested = {
      ref: input.ref,
      variables: Object.fromEntries(given.map(({ key, value }) => [key, value])),
      fileVariables: given.flatMap(({ key, variable_type: type }) => (type === "file" ? [key] : [])),
      inputs: input.inputs,
      serviceUrl,
    };
    const pipeline = await runPipelineByHand(store, project, requireCaller(context), requested);
    return toPipelineDetail(context, project, describePipeline(store, pipeline));
  }),
  implement(cancelPipeline, (input, context) =>
    act(context, input, (pipeline) => cancelJobsOfPipeline(context.store, pipeline)),
  ),
  implement(retryPipeline, (input, context) =>
    act(context, input, (pipeline) => retryJobsOfPipeline(context.store, pipeline, requireCaller(context))),
  ),
  implement(getCiSettings, (input, context) => {
    const project = requireProject(context, input.id, "reporter");
    return showCiSettings(context, project);
  }),
  implement(updateCiSettings, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    setJobsRun(context.store, project, input.run_jobs);
    return showCiSettings(context, project);
  }),
];
