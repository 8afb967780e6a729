import {
  createMergeRequestBlock,
  deleteMergeRequestBlock,
  listMergeRequestBlocks,
} from "../../../../shared/api/resources/merge-request-blocks.ts";
import {
  addBlock,
  type BlockDetails,
  blocksOf,
  describeBlock,
  removeBlock,
} from "../../domain/merge-requests/merge-request-blocks.ts";
import { requireMergeRequest } from "../../domain/merge-requests/require-merge-request.ts";
import { Paged, pageOf } from "../../domain/paged.ts";
import { implement, type Links } from "../../http/implement.ts";
import { toMergeRequest } from "../../presenters/merge-request.ts";

const toBlock = (links: Links, { id, blocking, blocked }: BlockDetails) => ({
  id,
  ...(blocking ? { blocking_merge_request: toMergeRequest(links, blocking) } : {}),
  blocked_merge_request: toMergeRequest(links, blocked),
  project_id: blocked.project.id,
});

export const mergeRequestBlockRoutes = [
  implement(listMergeRequestBlocks, async (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    const { items, total = 0 } = pageOf(context, blocksOf(context, found));
    const blocks = await Promise.all(items.map((block) => describeBlock(context, found, block)));
    return new Paged(
      blocks.map((block) => toBlock(context, block)),
      { total },
    );
  }),
  implement(createMergeRequestBlock, async (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    const block = addBlock(context, found, input.blocking_merge_request_id);
    return toBlock(context, await describeBlock(context, found, block));
  }),
  implement(deleteMergeRequestBlock, (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    removeBlock(context, found, input.block_id);
    return undefined;
  }),
];
