import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { listDeployments } from "../../../shared/api/resources/deployments.ts";
import { listEnvironments } from "../../../shared/api/resources/environments.ts";
import { getJobArtifactFile } from "../../../shared/api/resources/jobs.ts";
import { listPipelines } from "../../../shared/api/resources/pipelines.ts";
import { expireArtifacts } from "../ci/expire-artifacts.ts";
import { junitPath, metadataPath } from "../ci/job-files.ts";
import { insertEnvironment } from "../store/ci/environments.ts";
import { idOf, pipelinesForTests } from "./testing/pipelines-for-tests.ts";

const ci = pipelinesForTests();
const { service, commit, create, jobsOf, trace, until } = ci;

it("runs stages in order, passes artifacts on, and records coverage, deployments and traces", async () => {
  const sha = await commit(`
stages: [build, test, deploy]
build: { stage: build, script: [mkdir -p out, echo built > out/app.txt], artifacts: { paths: [out/], expire_in: 1 day } }
test: { script: [cat out/app.txt, "echo 'covered 87.5%'"], coverage: '/covered (\\d+\\.\\d+)%/' }
deploy: { stage: deploy, script: echo deployed, environment: { name: review/$CI_COMMIT_REF_NAME, url: https://$CI_COMMIT_REF_SLUG.test } }
`);
  const created = await create();
  expect([created.status, created.body]).toEqual([201, expect.objectContaining({ sha, ref: "main" })]);
  const id = idOf(created);
  await until(id, "success", "failed");
  const jobs = await jobsOf(id);
  expect(jobs.map(({ name, status }) => [name, status])).toEqual([
    ["build", "success"],
    ["test", "success"],
    ["deploy", "success"],
  ]);
  const [build, test] = jobs;
  expect(test?.coverage).toBe(87.5);
  expect(await trace(test?.id ?? 0)).toMatch(/built.*covered 87\.5%.*Job succeeded/s);
  const file = { id: ci.project.id, job_id: build?.id ?? 0, artifact_path: "out/app.txt" };
  expect((await service.operate(getJobArtifactFile, file)).bytes.toString()).toBe("built\n");
  expect((await service.operate(listEnvironments, { id: ci.project.id })).body).toMatchObject([
    { name: "review/main", external_url: "https://main.test" },
  ]);
  expect((await service.operate(listDeployments, { id: ci.project.id })).body).toMatchObject([
    { status: "success", sha, deployable: { name: "deploy" } },
  ]);
  expect((await service.operate(listPipelines, { id: ci.project.id, status: "success" })).body).toHaveLength(
    1,
  );
});

it("passes variables of reports on to the jobs that get a job's artifacts, and to its environment's URL", async () => {
  await commit(`
stages: [build, deploy, test]
variables: { TAG: file, IMAGE: "lamp:$TAG" }
build: { stage: build, script: ['printf "TAG=v2\\nNOTE=\\"a \\$HOME\\"\\n" > build.env'], artifacts: { reports: { dotenv: build.env } } }
gets: { stage: deploy, script: ['echo "<$IMAGE $NOTE>"', 'echo HOST=lamp > d.env'], artifacts: { reports: { dotenv: d.env } }, environment: { name: live, url: "https://$HOST.test/$TAG" } }
gets not: { stage: deploy, script: ['echo "<$IMAGE>"'], needs: [{ job: build, artifacts: false }] }
wrong: { stage: test, script: ['printf "A=1\\n# none\\n" > w.env'], needs: [], artifacts: { reports: { dotenv: w.env } } }
`);
  const id = idOf(await create());
  await until(id, "failed");
  const [, gets, getsNot, wrong] = await jobsOf(id);
  expect(await trace(gets?.id ?? 0)).toContain('<lamp:v2 "a $HOME">');
  expect(await trace(getsNot?.id ?? 0)).toContain("<lamp:file>");
  expect(wrong?.status).toBe("failed");
  expect(await trace(wrong?.id ?? 0)).toContain("artifacts: reports: dotenv: line 2 is not NAME=value");
  expect((await service.operate(listEnvironments, { id: ci.project.id })).body).toMatchObject([
    { name: "live", external_url: "https://lamp.test/v2" },
  ]);
});

it("fails jobs whose environment would be refused, and goes on with the others", async () => {
  insertEnvironment(service.store, ci.project.id, { name: "Live", slug: "live-8r2n0k" });
  await commit(`
signs: { script: echo ran, environment: "a:b<c>" }
nameless: { script: echo ran, environment: $MISSING }
address: { script: echo ran, environment: { name: fine, url: "javascript:alert(1)" } }
slug: { script: echo ran, environment: live-8r2n0k }
other: { script: echo ran, environment: live }
`);
  const id = idOf(await create());
  await until(id, "failed");
  const reason = "environment_creation_failure";
  expect((await jobsOf(id)).map((job) => [job.name, job.failure_reason ?? job.status])).toEqual([
    ["signs", reason],
    ["nameless", reason],
    ["address", reason],
    ["slug", reason],
    ["other", "success"],
  ]);
  const { body } = await service.operate(listEnvironments, { id: ci.project.id });
  expect(body).toMatchObject([{ name: "Live" }, { name: "live" }]);
});

it("records the archive, its metadata and reports of a job, named by its variables, until they expire", async () => {
  await commit(`
make: { script: [mkdir out, echo 1 > out/a.txt, "echo '<a/>' > one.xml", "echo '<b/>' > two.xml"], variables: { DIR: out }, artifacts: { name: "$CI_JOB_NAME-$CI_COMMIT_REF_SLUG", paths: [$DIR], expire_in: 1 day, reports: { junit: '*.xml' } } }
`);
  const id = idOf(await create());
  await until(id, "success", "failed");
  const [job] = await jobsOf(id);
  expect(job?.artifacts).toEqual([
    { file_type: "archive", file_format: "zip", filename: "make-main.zip", size: expect.any(Number) },
    { file_type: "junit", file_format: "gzip", filename: "junit.xml.gz", size: expect.any(Number) },
    { file_type: "metadata", file_format: "gzip", filename: "metadata.gz", size: expect.any(Number) },
    { file_type: "trace", file_format: "raw", filename: "job.log", size: expect.any(Number) },
  ]);
  expect(gunzipSync(readFileSync(junitPath(service.store, job?.id ?? 0))).toString()).toBe("<a/>\n<b/>\n");
  const metadata = gunzipSync(readFileSync(metadataPath(service.store, job?.id ?? 0))).toString();
  expect(metadata).toMatch(
    /^.{4}GitLab Build Artifacts Metadata 0\.0\.2\n.*out\/.*out\/a\.txt.*"mode":"100\d{3}","crc":\d+,"size":2,/s,
  );
  expireArtifacts(service.store, new Date(Date.now() + 2 * 86_400_000));
  expect((await jobsOf(id))[0]).toMatchObject({
    artifacts: [{ file_type: "trace" }],
    artifacts_expire_at: job?.artifacts_expire_at,
  });
  expect(existsSync(metadataPath(service.store, job?.id ?? 0))).toBe(false);
});

it("archives untracked files, but none of the commit and none that is excluded", async () => {
  await commit(
    `make: { script: ['mkdir out', 'echo 1 > out/new.txt', 'echo 2 > out/no.log', 'echo 3 >> kept.txt', 'git config core.fsmonitor "touch out/harm"'], artifacts: { untracked: true, paths: [kept.txt], exclude: ['**/*.log'] } }`,
    { "kept.txt": "0", "other.txt": "x" },
  );
  const id = idOf(await create());
  await until(id, "success", "failed");
  const [job] = await jobsOf(id);
  const names = await Promise.all(
    ["out/new.txt", "kept.txt", "out/no.log", "other.txt", "out/harm"].map(async (artifact_path) => {
      const file = { id: ci.project.id, job_id: job?.id ?? 0, artifact_path };
      return (await service.operate(getJobArtifactFile, file)).status;
    }),
  );
  expect(names).toEqual([200, 200, 404, 404, 404]);
});

it("has no artifacts of a job that removes its checkout, which ends as its script did", async () => {
  await commit(
    `gone: { script: ['rm -rf "$PWD"'], artifacts: { paths: [a], untracked: true, reports: { junit: b } } }`,
  );
  const id = idOf(await create());
  await until(id, "success", "failed");
  const [job] = await jobsOf(id);
  expect([job?.status, job?.artifacts]).toEqual([
    "success",
    [expect.objectContaining({ file_type: "trace" })],
  ]);
  expect(await trace(job?.id ?? 0)).toContain("WARNING: no files match the paths of artifacts");
});
