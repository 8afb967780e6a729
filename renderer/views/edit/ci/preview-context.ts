import type { Project } from "../../../../shared/api/resources/projects.ts";
import type { PipelineContext } from "../../../../shared/ci/config/select-job.ts";
import type { PipelineInfo } from "../../../../shared/ci/pipeline-info.ts";
import { ofExistingPipelines, predefinedVariables } from "../../../../shared/ci/predefined-variables.ts";

/** Cause of the pipeline of a preview. */
export type PreviewTrigger = "push" | "merge-request" | "tag" | "schedule";

/** Source of the variables of a preview. */
export interface PreviewFacts {
  readonly project: Project;
  readonly serviceUrl: string;
  readonly branch: string;
  readonly isProtected: boolean;
  readonly head: string;
  readonly user: { readonly id: number; readonly username: string; readonly name: string } | null;
  /** Of the service; null where it is not known. */
  readonly version: string | null;
}

const sources: Readonly<Record<PreviewTrigger, string>> = {
  push: "push",
  "merge-request": "merge_request_event",
  tag: "push",
  schedule: "schedule",
};

/** Variables that only the commit, or the merge request itself, will have. */
const notYetKnown =
  /^CI_COMMIT_(?:SHA|SHORT_SHA|BEFORE_SHA|AUTHOR|TIMESTAMP|MESSAGE|TITLE|DESCRIPTION)|^CI_MERGE_REQUEST_(?:I?ID|REF_PATH|TITLE|DESCRIPTION|DRAFT|SQUASH|LABELS|SOURCE_BRANCH_SHA|TARGET_BRANCH_SHA)/;

/** Name of the tag of a preview. */
export const previewTag = "v1.0.0";

/**
 * Returns the variables that rules see in the pipeline of a commit that does not exist yet: those of the project, the branch and
 * the service. What only the commit or merge request will have is left out.
 */
export function previewVariables(facts: PreviewFacts, trigger: PreviewTrigger): Record<string, string> {
  const { project, serviceUrl, branch, head, user, version, isProtected } = facts;
  const target = project.default_branch ?? branch;
  const isTag = trigger === "tag";
  const info: PipelineInfo = {
    pipelineId: 0,
    pipelineIid: 0,
    createdAt: "",
    source: sources[trigger],
    before: head,
    commit: null,
    project: {
      title: project.name,
      description: project.description ?? "",
      visibility: project.visibility ?? "private",
      namespaceId: project.namespace?.id ?? null,
      topics: project.topics ?? project.tag_list,
    },
    refProtected: isProtected && !isTag,
    user: user && { ...user, email: "" },
    ref: isTag ? previewTag : branch,
    tag: isTag,
    sha: head,
    projectId: project.id,
    projectPath: project.path_with_namespace,
    defaultBranch: project.default_branch,
    serviceUrl,
    server: { name: "GitLab", version: version ?? "", revision: "" },
    mergeRequest:
      trigger === "merge-request"
        ? {
            id: 0,
            iid: 0,
            title: "",
            description: "",
            draft: false,
            labels: [],
            milestone: null,
            assignees: [],
            squash: false,
            sourceBranch: branch,
            sourceProtected: isProtected,
            sourceProject: { id: project.id, fullPath: project.path_with_namespace },
            targetBranch: target,
            targetProtected: false,
            diffBaseSha: null,
            diffId: null,
          }
        : null,
    openMergeRequests: [],
  };
  return Object.fromEntries(
    Object.entries(predefinedVariables(info)).filter(
      ([name, value]) => !ofExistingPipelines.has(name) && !notYetKnown.test(name) && value !== "",
    ),
  );
}

interface Files {
  /** Null where every path counts as changed. */
  readonly changedPaths: readonly string[] | null;
  readonly paths: readonly string[];
}

/** Returns the pipeline of a preview as the reader of files of jobs takes it. */
export const previewContext = (
  trigger: PreviewTrigger,
  branch: string,
  variables: Readonly<Record<string, string>>,
  overriding: Readonly<Record<string, string>>,
  files: Files,
): PipelineContext => ({
  ref: trigger === "tag" ? previewTag : branch,
  tag: trigger === "tag",
  source: sources[trigger],
  variables,
  overriding,
  ...files,
});
