import type { JobRun } from "../run-job.ts";

/** Returns the info of a job of a push to `main`. */
export const testJobInfo = (jobId: number, sha: string): JobRun["info"] => ({
  jobId,
  name: "test",
  stage: "test",
  pipelineId: 1,
  pipelineIid: 1,
  source: "push",
  ref: "main",
  tag: false,
  sha,
  projectId: 1,
  projectPath: "team/app",
  defaultBranch: "main",
  serviceUrl: "http://service.test",
  mergeRequest: null,
  openMergeRequests: [],
});
