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
  readonly squash: boolean;
  readonly sourceBranch: string;
  readonly sourceProtected: boolean;
  /** Null once the fork is gone. */
  readonly sourceProject: { readonly id: number; readonly fullPath: string } | null;
  readonly targetBranch: string;
  readonly targetProtected: boolean;
  readonly diffBaseSha: string | null;
  readonly diffId: number | null;
}

/** The commit of a pipeline. */
export interface CommitInfo {
  readonly authorName: string;
  readonly authorEmail: string;
  /** ISO 8601 with the committer's zone. */
  readonly committedAt: string | undefined;
  readonly message: string;
  /** Message of the annotated tag that the pipeline is for, else null. */
  readonly tagMessage: string | null;
}

/** The project of a pipeline. */
interface ProjectInfo {
  readonly title: string;
  readonly description: string;
  readonly visibility: string;
  readonly namespaceId: number | null;
  readonly topics: readonly string[];
}

/** The service of a pipeline. */
interface ServerInfo {
  readonly name: string;
  readonly version: string;
  readonly revision: string;
}

/** Source of a pipeline's predefined variables. */
export interface PipelineInfo {
  readonly pipelineId: number;
  readonly pipelineIid: number;
  readonly createdAt: string;
  readonly source: string;
  /** Commit that the ref was at before, null where a push did not move it or made it. */
  readonly before: string | null;
  /** Null where the repository does not have it any more. */
  readonly commit: CommitInfo | null;
  readonly project: ProjectInfo;
  readonly refProtected: boolean;
  /** Who started it. */
  readonly user: {
    readonly id: number;
    readonly username: string;
    readonly name: string;
    readonly email: string;
  } | null;
  /** Branch or tag; of a merge request its source branch. */
  readonly ref: string;
  readonly tag: boolean;
  readonly sha: string;
  readonly projectId: number;
  readonly projectPath: string;
  readonly defaultBranch: string | null;
  readonly serviceUrl: string;
  readonly server: ServerInfo;
  readonly mergeRequest: MergeRequestInfo | null;
  /** Open merge requests of the branch, as `group/project!7`. */
  readonly openMergeRequests: readonly string[];
}
