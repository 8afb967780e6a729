import {
  createMergeRequestPipeline,
  listMergeRequestPipelines,
} from "../../../../shared/api/resources/pipelines.ts";
import { runMergeRequestPipeline } from "../../domain/merge-requests/merge-request-pipelines.ts";
import { unauthorized } from "../../http/http-error.ts";
import { implement, Paged } from "../../http/implement.ts";
import { levelOf, requireMergeRequest } from "../../presenters/merge-request.ts";
import { listMergeRequestPipelines as listShown } from "../../presenters/merge-request-pipelines.ts";
import { toPipelineDetail } from "../../presenters/pipeline.ts";
import { accessLevels } from "../../store/groups/members.ts";

export const mergeRequestPipelineRoutes = [
  implement(listMergeRequestPipelines, async (input, context) => {
    const { mergeRequest } = await requireMergeRequest(context, input.id, input.merge_request_iid);
    const { items, total } = listShown(context, mergeRequest);
    return new Paged(items, { total });
  }),
  implement(createMergeRequestPipeline, async (input, context) => {
    context.project(input.id, "developer");
    const { project, mergeRequest } = await requireMergeRequest(context, input.id, input.merge_request_iid);
    if (!context.user) throw unauthorized();
    const pipeline = await runMergeRequestPipeline(context.store, project, mergeRequest, {
      user: context.user,
      isMaintainer: levelOf(context, project) >= accessLevels.maintainer,
      serviceUrl: context.baseUrl,
    });
    return toPipelineDetail(context, project, pipeline);
  }),
];
