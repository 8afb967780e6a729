import {
  createMergeRequestPipeline,
  listMergeRequestPipelines,
} from "../../../../shared/api/resources/pipelines.ts";
import { describePipeline } from "../../domain/ci/pipelines.ts";
import {
  listMergeRequestPipelines as listPipelines,
  runMergeRequestPipeline,
} from "../../domain/merge-requests/merge-request-pipelines.ts";
import { requireMergeRequest } from "../../domain/merge-requests/require-merge-request.ts";
import { implement } from "../../http/implement.ts";
import { Paged } from "../../http/paging.ts";
import { toPipelineDetail, toPipelineSummary } from "../../presenters/pipeline.ts";

export const mergeRequestPipelineRoutes = [
  implement(listMergeRequestPipelines, (input, context) => {
    const { mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
    const { items, total } = listPipelines(context, mergeRequest, context.page);
    return new Paged(
      items.map(({ project, pipeline }) => toPipelineSummary(context, project, pipeline)),
      { total },
    );
  }),
  implement(createMergeRequestPipeline, async (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    const pipeline = await runMergeRequestPipeline(context, found, context.baseUrl);
    return toPipelineDetail(context, found.project, describePipeline(context.store, pipeline));
  }),
];
