import type { Variables } from "../config/expression.ts";
import type { MergeRequestInfo, PipelineInfo } from "./job-info.ts";

/** Characters of a description that a variable can have, as on other services. */
const maxDescriptionLength = 2_700;

/** Returns the predefined variables of a merge request's pipeline, which runs its source as it is. */
export function mergeRequestVariables(mergeRequest: MergeRequestInfo, pipeline: PipelineInfo): Variables {
  const { sourceProject, milestone, diffBaseSha, diffId, labels, assignees } = mergeRequest;
  return {
    CI_MERGE_REQUEST_ID: String(mergeRequest.id),
    CI_MERGE_REQUEST_IID: String(mergeRequest.iid),
    CI_MERGE_REQUEST_REF_PATH: `refs/merge-requests/${mergeRequest.iid}/head`,
    CI_MERGE_REQUEST_EVENT_TYPE: "detached",
    CI_MERGE_REQUEST_TITLE: mergeRequest.title,
    CI_MERGE_REQUEST_DESCRIPTION: mergeRequest.description.slice(0, maxDescriptionLength),
    CI_MERGE_REQUEST_DESCRIPTION_IS_TRUNCATED: String(mergeRequest.description.length > maxDescriptionLength),
    CI_MERGE_REQUEST_DRAFT: String(mergeRequest.draft),
    CI_MERGE_REQUEST_PROJECT_ID: String(pipeline.projectId),
    CI_MERGE_REQUEST_PROJECT_PATH: pipeline.projectPath,
    CI_MERGE_REQUEST_PROJECT_URL: `${pipeline.serviceUrl}/${pipeline.projectPath}`,
    CI_MERGE_REQUEST_SQUASH_ON_MERGE: String(mergeRequest.squash),
    // Of pipelines of merged results alone.
    CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: "",
    CI_MERGE_REQUEST_TARGET_BRANCH_SHA: "",
    CI_MERGE_REQUEST_SOURCE_BRANCH_PROTECTED: String(mergeRequest.sourceProtected),
    CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: mergeRequest.sourceBranch,
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: mergeRequest.targetBranch,
    CI_MERGE_REQUEST_TARGET_BRANCH_PROTECTED: String(mergeRequest.targetProtected),
    ...(sourceProject && {
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: String(sourceProject.id),
      CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: sourceProject.fullPath,
      CI_MERGE_REQUEST_SOURCE_PROJECT_URL: `${pipeline.serviceUrl}/${sourceProject.fullPath}`,
    }),
    ...(diffBaseSha !== null && { CI_MERGE_REQUEST_DIFF_BASE_SHA: diffBaseSha }),
    ...(diffId !== null && { CI_MERGE_REQUEST_DIFF_ID: String(diffId) }),
    ...(labels.length > 0 && { CI_MERGE_REQUEST_LABELS: labels.join(",") }),
    ...(milestone !== null && { CI_MERGE_REQUEST_MILESTONE: milestone }),
    ...(assignees.length > 0 && { CI_MERGE_REQUEST_ASSIGNEES: assignees.join(", ") }),
  };
}
