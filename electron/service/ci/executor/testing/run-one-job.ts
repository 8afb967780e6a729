import { jobDefinition } from "../../job-definition.ts";
import { defaultLimits, runJob } from "../run-job.ts";

/** Runs a job that does not end, for a test that kills this process. Arguments: repository, commit, trace, job's id. */
const [repositoryPath = "", sha = "", tracePath = "", jobId = ""] = process.argv.slice(2);
await runJob({
  facts: {
    jobId: Number(jobId),
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
  },
  definition: jobDefinition.parse({ script: ["sleep 600 &", "while true; do sleep 1; done"] }),
  repositoryPath,
  tracePath,
  archives: [],
  masked: [],
  limits: defaultLimits,
  signal: new AbortController().signal,
  collect: async () => undefined,
});
