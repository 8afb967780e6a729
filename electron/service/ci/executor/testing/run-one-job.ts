import { dirname } from "node:path";
import { jobDefinition } from "../../../../../shared/ci/config/job-definition.ts";
import { createRepositories } from "../../../git/repository.ts";
import { markerOf } from "../remove-orphans.ts";
import { defaultLimits, runJob } from "../run-job.ts";
import { testJobInfo } from "./test-job-info.ts";

/**
 * Runs a job for a test that kills this process, or runs it as another user, and prints how it ended. Arguments:
 * repository, commit, trace, job's id, lines of its script; a script that does not end where there are none.
 */
const [repositoryPath = "", sha = "", tracePath = "", jobId = "", ...script] = process.argv.slice(2);
const endless = ["sleep 600 &", "setsid sh -c 'echo away; exec sleep 600' &", "while true; do sleep 1; done"];
const outcome = await runJob({
  info: testJobInfo(Number(jobId), sha),
  marker: markerOf({ folder: dirname(tracePath) }, Number(jobId)),
  definition: jobDefinition.parse({
    script: script.length > 0 ? script : endless,
  }),
  repository: createRepositories().open(repositoryPath),
  tracePath,
  archives: [],
  inherited: {},
  declared: [],
  given: {},
  givenFiles: [],
  limits: defaultLimits,
  signal: new AbortController().signal,
  collect: async () => undefined,
});
console.log(JSON.stringify(outcome));
