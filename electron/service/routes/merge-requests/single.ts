import {
  createMergeRequest,
  deleteMergeRequest,
  getMergeRequest,
  updateMergeRequest,
} from "../../../../shared/api/resources/merge-request-changes.ts";
import { requirePush } from "../../domain/access/require-project.ts";
import { requireTarget } from "../../domain/access/require-target.ts";
import { requireCaller } from "../../domain/access/require-user.ts";
import { createMergeRequestInto } from "../../domain/merge-requests/create-merge-request.ts";
import { describeSingleMergeRequest } from "../../domain/merge-requests/describe-merge-request.ts";
import { requireMergeRequest } from "../../domain/merge-requests/require-merge-request.ts";
import {
  removeMergeRequest,
  updateMergeRequestFields,
} from "../../domain/merge-requests/update-merge-request.ts";
import { implement } from "../../http/implement.ts";
import { toMergeRequestDetail } from "../../presenters/merge-request.ts";

export const singleMergeRequestRoutes = [
  implement(getMergeRequest, async (input, context) => {
    const { mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
    return toMergeRequestDetail(
      context,
      await describeSingleMergeRequest(context, mergeRequest, context.request.signal),
    );
  }),
  implement(createMergeRequest, async (input, context) => {
    const writer = requirePush(context, input.id);
    const target = requireTarget(context, writer.project, input.target_project_id);
    const made = await createMergeRequestInto(writer, target, input);
    return toMergeRequestDetail(
      context,
      await describeSingleMergeRequest(context, made, context.request.signal),
    );
  }),
  implement(updateMergeRequest, async (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    await updateMergeRequestFields(context.store, requireCaller(context), found, input);
    const updated = requireMergeRequest(context, found.project.id, input.merge_request_iid);
    return toMergeRequestDetail(
      context,
      await describeSingleMergeRequest(context, updated.mergeRequest, context.request.signal),
    );
  }),
  implement(deleteMergeRequest, async (input, context) => {
    await removeMergeRequest(context, requireMergeRequest(context, input.id, input.merge_request_iid));
    return undefined;
  }),
];
