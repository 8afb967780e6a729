/** The merge request that a pipeline is for. */
export interface MergeRequestInfo {
  readonly id: number;
  readonly iid: number;
  readonly title: string;
  readonly description: string;
  readonly draft: boolean;
  readonly labels: readonly string[];
  readonly milestone: string | null;
  readonly assignees: readonly string[];
  readonly sourceBranch: string;
  /** Null once the fork is gone. */
  readonly sourceProject: { readonly id: number; readonly fullPath: string } | null;
  readonly targetBranch: string;
  readonly targetProtected: boolean;
  readonly diffBaseSha: string | null;
  readonly diffId: number | null;
}

/** Source of a pipeline's predefined variables. */
export interface PipelineInfo {
  readonly pipelineId: number;
  readonly pipelineIid: number;
  readonly source: string;
  /** Branch or tag; of a merge request its source branch. */
  readonly ref: string;
  readonly tag: boolean;
  readonly sha: string;
  readonly projectId: number;
  readonly projectPath: string;
  readonly defaultBranch: string | null;
  readonly serviceUrl: string;
  readonly mergeRequest: MergeRequestInfo | null;
  /** Open merge requests of the branch, as `group/project!7`. */
  readonly openMergeRequests: readonly string[];
}

/** Source of a job's predefined variables. */
export interface JobInfo extends PipelineInfo {
  readonly jobId: number;
  readonly name: string;
  readonly stage: string;
  /** Folder of the checkout. */
  readonly folder: string;
}
