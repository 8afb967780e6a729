import { jobDefinition } from "../../job-definition.ts";
import { defaultLimits, runJob } from "../run-job.ts";
import { testJobInfo } from "./job-info.ts";

/** Runs a job that does not end, for a test that kills this process. Arguments: repository, commit, trace, job's id. */
const [repositoryPath = "", sha = "", tracePath = "", jobId = ""] = process.argv.slice(2);
await runJob({
  info: testJobInfo(Number(jobId), sha),
  definition: jobDefinition.parse({
    script: ["sleep 600 &", "setsid sleep 600 &", "while true; do sleep 1; done"],
  }),
  repositoryPath,
  tracePath,
  archives: [],
  declared: [],
  given: {},
  limits: defaultLimits,
  signal: new AbortController().signal,
  collect: async () => undefined,
});
