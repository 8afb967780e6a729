import {
  getMergeRequestChanges,
  getMergeRequestVersion,
  listMergeRequestCommits,
  listMergeRequestDiffs,
  listMergeRequestVersions,
} from "../../../../shared/api/resources/merge-requests.ts";
import {
  createMergeRequestPipeline,
  listMergeRequestPipelines,
} from "../../../../shared/api/resources/pipelines.ts";
import { describePipeline } from "../../domain/ci/pipelines.ts";
import { describeSingleMergeRequest } from "../../domain/merge-requests/describe-merge-request.ts";
import {
  findMergeRequestPipelines,
  runMergeRequestPipeline,
} from "../../domain/merge-requests/merge-request-pipelines.ts";
import {
  readNewestCommits,
  readNewestFiles,
  readPageOfNewestFiles,
  readVersion,
  versionsOf,
} from "../../domain/merge-requests/read-version.ts";
import { requireMergeRequest } from "../../domain/merge-requests/require-merge-request.ts";
import { mapPage, Paged, pageOf } from "../../domain/paged.ts";
import { implement } from "../../http/implement.ts";
import { mapBatches, Streamed } from "../../http/stream-json.ts";
import { toCommit } from "../../presenters/commit.ts";
import { toVersionDiff, withFileLines } from "../../presenters/diff.ts";
import { toMergeRequestDetail, toVersion } from "../../presenters/merge-request.ts";
import { toPipelineDetail, toPipelineSummary } from "../../presenters/pipeline.ts";

export const mergeRequestVersionRoutes = [
  implement(listMergeRequestVersions, (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    return mapPage(pageOf(context, versionsOf(context.store, found)), toVersion);
  }),
  implement(getMergeRequestVersion, async (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    const { signal } = context.request;
    const { version, commits, files } = await readVersion(context.store, found, input.version_id, signal);
    const head = {
      ...toVersion(version),
      commits: commits.map((commit) => toCommit(context, found.project, commit)),
    };
    return new Streamed(head, "diffs", mapBatches(files, toVersionDiff));
  }),
  implement(getMergeRequestChanges, async (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    const details = await describeSingleMergeRequest(context, found.mergeRequest, context.request.signal);
    const head = { ...toMergeRequestDetail(context, details), overflow: false };
    const files = await readNewestFiles(context.store, found, context.request.signal);
    return files ? new Streamed(head, "changes", mapBatches(files, toVersionDiff)) : { ...head, changes: [] };
  }),
  implement(listMergeRequestDiffs, async (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    const page = await readPageOfNewestFiles(context.store, found, context.page, context.request.signal);
    return mapPage(page, input.unidiff ? (file) => withFileLines(toVersionDiff(file)) : toVersionDiff);
  }),
  implement(listMergeRequestCommits, async (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    const commits = await readNewestCommits(context.store, found, context.request.signal);
    return mapPage(pageOf(context, commits), (commit) => toCommit(context, found.project, commit));
  }),
];

export const mergeRequestPipelineRoutes = [
  implement(listMergeRequestPipelines, (input, context) => {
    const { mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
    const { items, total } = findMergeRequestPipelines(context, mergeRequest, context.page);
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
