import {
  createMergeRequestPipeline,
  listMergeRequestPipelines,
} from "../../../../shared/api/resources/pipelines.ts";
import { accessLevel } from "../../domain/access/access-level.ts";
import { runMergeRequestPipeline } from "../../domain/merge-requests/merge-request-pipelines.ts";
import { requireMergeRequest } from "../../domain/merge-requests/require-merge-request.ts";
import { unauthorized } from "../../http/http-error.ts";
import { implement } from "../../http/implement.ts";
import { Paged } from "../../http/paging.ts";
import { listMergeRequestPipelines as listShown } from "../../presenters/merge-request-pipelines.ts";
import { toPipelineDetail } from "../../presenters/pipeline.ts";
import { accessLevels } from "../../store/groups/members.ts";

export const mergeRequestPipelineRoutes = [
  implement(listMergeRequestPipelines, async (input, context) => {
    const { mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
    const { items, total } = listShown(context, mergeRequest);
    return new Paged(items, { total });
  }),
  implement(createMergeRequestPipeline, async (input, context) => {
    context.project(input.id, "developer");
    const { project, mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
    if (!context.user) throw unauthorized();
    const pipeline = await runMergeRequestPipeline(context.store, project, mergeRequest, {
      user: context.user,
      isMaintainer: accessLevel(context.store, context.user, project) >= accessLevels.maintainer,
      serviceUrl: context.baseUrl,
    });
    return toPipelineDetail(context, project, pipeline);
  }),
];
