import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { listDeployments } from "../../../shared/api/resources/deployments.ts";
import { listEnvironments } from "../../../shared/api/resources/environments.ts";
import { getJobArtifactFile, getJobReport } from "../../../shared/api/resources/job-artifacts.ts";
import { getJob } from "../../../shared/api/resources/jobs.ts";
import { listPipelines } from "../../../shared/api/resources/pipelines.ts";
import { folderPrefix, processesWith } from "../ci/executor/process-group.ts";
import { markerOf } from "../ci/executor/remove-orphans.ts";
import { jobFolder, junitPath, metadataPath } from "../ci/job-files.ts";
import { expireArtifacts } from "../ci/job-queue.ts";
import { removeProject } from "../domain/lifecycle/remove-project.ts";
import { createProject } from "../domain/projects/write-project.ts";
import { makeCommit } from "../git/testing/test-repository.ts";
import { setRunJobs } from "../store/ci/ci-settings.ts";
import { insertEnvironment } from "../store/ci/environments.ts";
import { findJobStatus, listJobIds } from "../store/ci/jobs.ts";
import { setMember } from "../store/groups/members.ts";
import type { Project } from "../store/projects/projects.ts";
import { issueToken } from "../store/users/tokens.ts";
import { insertUser } from "../store/users/users.ts";
import { idOf, pipelinesForTests } from "./testing/pipelines-for-tests.ts";

describe("job results", () => {
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
    expect(
      (await service.operate(listPipelines, { id: ci.project.id, status: "success" })).body,
    ).toHaveLength(1);
  });

  it("stores reports of coverage and code quality by their type, and sends them unpacked", async () => {
    await commit(`
check:
  script:
    - mkdir -p out
    - echo '<?xml version="1.0"?><coverage/>' > out/a.xml
    - echo '<?xml version="1.0"?><coverage/>' > out/b.xml
    - echo '[]' > q.json
  artifacts:
    reports: { coverage_report: { coverage_format: cobertura, path: out/*.xml }, codequality: q.json }
none: { script: "true", artifacts: { reports: { coverage_report: { coverage_format: jacoco, path: no.xml } } } }
`);
    const id = idOf(await create());
    await until(id, "success", "failed");
    const [check, none] = await jobsOf(id);
    const job = { id: ci.project.id, job_id: check?.id ?? 0 };
    expect((await service.operate(getJob, job)).body).toMatchObject({
      artifacts: [
        { file_type: "cobertura", file_format: "gzip", filename: "cobertura-coverage.xml.gz" },
        { file_type: "codequality", file_format: "gzip", filename: "gl-code-quality-report.json.gz" },
        { file_type: "trace" },
      ],
    });
    const document = '<?xml version="1.0"?><coverage/>\n';
    const sent = await service.operate(getJobReport, { ...job, file_type: "cobertura" });
    expect([sent.status, sent.bytes.toString()]).toEqual([200, document + document]);
    expect(sent.headers.get("x-content-type-options")).toBe("nosniff");
    const quality = await service.operate(getJobReport, { ...job, file_type: "codequality" });
    expect(quality.bytes.toString()).toBe("[]\n");
    expect((await service.operate(getJobReport, { ...job, file_type: "jacoco" })).status).toBe(404);
    expect(
      (await service.operate(getJobReport, { ...job, file_type: "cobertura" }, { as: "stranger" })).status,
    ).toBe(404);
    expect(await trace(none?.id ?? 0)).toContain(
      "no files match the paths of artifacts: reports: coverage_report",
    );
    expireArtifacts(service.store, new Date("2999-01-01"));
    expect((await service.operate(getJobReport, { ...job, file_type: "cobertura" })).status).toBe(200);
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

  it("has artifacts by how the job ended, with what after_script left, and none of a job that may not have them", async () => {
    const kinds = ["on_success", "on_failure", "always"].flatMap((when) =>
      ["passes", "fails", "may-fail"].map((outcome) => ({ name: `${when}-${outcome}`, when, outcome })),
    );
    await commit(
      kinds
        .map(
          ({ name, when, outcome }) => `
${name}:
  script: ["${outcome === "passes" ? "true" : "exit 1"}"]
  after_script: ["echo late > late.txt"]
  allow_failure: ${outcome === "may-fail"}
  artifacts: { paths: [late.txt], when: ${when} }`,
        )
        .join(""),
    );
    const id = idOf(await create());
    await until(id, "failed");
    const withArchive = (await jobsOf(id)).filter(({ artifacts }) =>
      JSON.stringify(artifacts).includes("archive"),
    );
    expect(withArchive.map(({ name }) => name).toSorted()).toEqual([
      "always-fails",
      "always-may-fail",
      "always-passes",
      "on_failure-fails",
      "on_failure-may-fail",
      "on_success-passes",
    ]);
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
});

describe("job interruptions", () => {
  const ci = pipelinesForTests();
  const { service, commit, create, jobsOf, trace, until } = ci;

  /** Runs until a file appears in its folder, with a process beside it. */
  const waiting = "wait: { script: ['sleep 1000 &', 'until test -e go; do sleep 0.05; done', echo went on] }";

  /** Returns what is left of a job in the system: the paths of its folders, and its processes. */
  function traces(jobId: number) {
    const marker = markerOf(service.store, jobId);
    const prefix = basename(folderPrefix(marker));
    return {
      folders: readdirSync(tmpdir())
        .filter((name) => name.startsWith(prefix))
        .map((name) => join(tmpdir(), name)),
      processes: processesWith("HELVE_JOB", marker),
    };
  }
  const nothing = { folders: [], processes: [] };

  /** Waits until the script of a project's only job runs, with the process beside it. Returns the job's id. */
  async function untilScriptRuns({ id }: Project): Promise<number> {
    for (;;) {
      const [jobId] = listJobIds(service.store, id);
      if (jobId !== undefined && traces(jobId).processes.length >= 3) return jobId;
      await delay(50);
    }
  }

  /** Ends the script of a job. */
  function letGo(jobId: number): void {
    for (const folder of traces(jobId).folders) writeFileSync(join(folder, "project", "go"), "");
  }

  const path = (rest: string): string => `/projects/${ci.project.id}${rest}`;
  async function expectStatus(status: number, ...call: Parameters<typeof service.call>): Promise<void> {
    const response = await service.call(...call);
    expect([response.status, response.body]).toEqual([status, response.body]);
  }

  interface Interruption {
    readonly name: string;
    readonly ref: string;
    readonly prepare?: () => Promise<unknown>;
    readonly interrupt: () => Promise<unknown>;
  }

  const interruptions: readonly Interruption[] = [
    {
      name: "whose branch is deleted",
      ref: "topic",
      prepare: () => service.run(ci.project, "branch", "topic", "main"),
      interrupt: () => expectStatus(204, "DELETE", path("/repository/branches/topic")),
    },
    {
      name: "whose branch is moved",
      ref: "main",
      interrupt: () => commit("other: { script: echo other }"),
    },
    {
      name: "whose tag is moved",
      ref: "v1",
      prepare: () => service.run(ci.project, "tag", "v1", "main"),
      async interrupt() {
        await commit("other: { script: echo other }");
        await service.run(ci.project, "tag", "--force", "v1", "main");
      },
    },
    {
      name: "whose group gets another path",
      ref: "main",
      interrupt: () => expectStatus(200, "PUT", "/groups/1", { as: "owner", body: { path: "renamed" } }),
    },
  ];

  it.each(interruptions)("lets a job end $name", async ({ ref, prepare, interrupt }) => {
    await commit(waiting);
    await prepare?.();
    const id = idOf(await create({ ref }));
    const jobId = await untilScriptRuns(ci.project);
    await interrupt();
    letGo(jobId);
    await until(id, "success", "failed");
    expect(await trace(jobId)).toMatch(/went on.*Job succeeded/s);
    expect(traces(jobId)).toEqual(nothing);
  });

  /** Adds a developer of the group. Returns the user's id and the header of a token. */
  function addDeveloper(username: string) {
    const { store } = service;
    const { id } = insertUser(store, { username, name: username, email: `${username}@example.test` });
    setMember(store, { kind: "group", id: 1, userId: id, role: "developer" });
    return { id, headers: { "private-token": issueToken(store, id, { name: "test", scopes: ["api"] }) } };
  }

  /** Starts a pipeline on `main` and waits until its job "wait" runs, with the process beside it. Returns both ids. */
  async function untilWaitRuns({ headers }: ReturnType<typeof addDeveloper>) {
    const pipelineId = idOf(
      await service.call("POST", path("/pipeline"), { body: { ref: "main" }, headers }),
    );
    await ci.untilJob(pipelineId, "wait", "running");
    const jobId = (await jobsOf(pipelineId)).find(({ name }) => name === "wait")?.id ?? 0;
    while (traces(jobId).processes.length < 3) await delay(50);
    return { pipelineId, jobId };
  }

  it("lets a job end whose starter is deleted, and starts the next one", async () => {
    const user = addDeveloper("leaving");
    await commit(`stages: [test, last]\n${waiting}\nnext: { stage: last, script: echo next }`);
    const { pipelineId, jobId } = await untilWaitRuns(user);
    await expectStatus(204, "DELETE", `/users/${user.id}`, { as: "administrator" });
    letGo(jobId);
    await until(pipelineId, "success", "failed");
    expect(await jobsOf(pipelineId)).toMatchObject([
      { name: "wait", status: "success" },
      { name: "next", status: "success" },
    ]);
    expect(traces(jobId)).toEqual(nothing);
  });

  const losses = [
    {
      name: "is not a member any more",
      lose: (userId: number) => service.store.run("DELETE FROM members WHERE user_id = ?", userId),
      refusal: { status: 404, body: { message: "404 Project Not Found" } },
      next: { status: "success" },
    },
    {
      name: "is a guest now",
      lose: (userId: number) => setMember(service.store, { kind: "group", id: 1, userId, role: "guest" }),
      refusal: { status: 403, body: { message: "403 Forbidden" } },
      next: { status: "success" },
    },
    {
      name: "is blocked",
      lose: (userId: number) => service.store.run("UPDATE users SET state = 'blocked' WHERE id = ?", userId),
      refusal: { status: 403, body: { message: "403 Forbidden - Your account has been blocked." } },
      next: { status: "failed", failure_reason: "user_blocked" },
    },
  ];

  it.each(losses)(
    "lets a job end whose starter $name and may do nothing more",
    async ({ name, lose, refusal, next }) => {
      const user = addDeveloper(`starter-who-${name.replaceAll(" ", "-")}`);
      await commit(`stages: [first, test, last, end]
done: { stage: first, script: echo done }
hand: { stage: first, script: echo by hand, when: manual }
${waiting.replace("{", "{ stage: test,")}
next: { stage: last, script: echo next, retry: 2 }
end: { stage: end, script: echo end }`);
      const { pipelineId, jobId } = await untilWaitRuns(user);
      const ids = new Map((await jobsOf(pipelineId)).map((job) => [job.name, job.id]));
      lose(user.id);
      const { headers } = user;
      const acts = [
        `/jobs/${jobId}/cancel`,
        `/jobs/${ids.get("done")}/retry`,
        `/jobs/${ids.get("done")}/erase`,
        `/jobs/${ids.get("hand")}/play`,
        `/pipelines/${pipelineId}/cancel`,
        `/pipelines/${pipelineId}/retry`,
        "/pipeline?ref=main",
      ];
      for (const act of acts) {
        const { status, body } = await service.call("POST", path(act), { headers });
        expect({ act, status, body }).toEqual({ act, ...refusal });
      }
      letGo(jobId);
      await until(pipelineId, "success", "failed");
      const states = async () => (await jobsOf(pipelineId)).filter(({ name }) => name !== "hand");
      expect(await states()).toMatchObject([
        { name: "done", status: "success" },
        { name: "wait", status: "success" },
        { name: "next", ...next },
        { name: "end", status: next.status === "success" ? "success" : "skipped" },
      ]);
      expect(await trace(jobId)).toMatch(/went on.*Job succeeded/s);
      expect(traces(jobId)).toEqual(nothing);
      // Who may still act takes the rest over.
      await expectStatus(201, "POST", path(`/pipelines/${pipelineId}/retry`), { as: "maintainer" });
      await until(pipelineId, "success", "failed");
      expect((await states()).map(({ status }) => status)).toEqual(Array(4).fill("success"));
    },
  );

  it("ends the jobs of a deleted project, and continues those of others", async () => {
    const { store } = service;
    const doomed = await createProject(store, { name: "Doomed", path: "doomed", groupId: 1, creatorId: 1 });
    setRunJobs(store, doomed.id, true);
    // Both places of the queue.
    await makeCommit(doomed.repositoryPath, {
      files: {
        ".gitlab-ci.yml": `${waiting.replace("}", ", parallel: 3, artifacts: { paths: [go], when: always } }")}`,
      },
    });
    await expectStatus(201, "POST", `/projects/${doomed.id}/pipeline`, { body: { ref: "main" } });
    const jobIds = listJobIds(store, doomed.id);
    const running = () => jobIds.filter((id) => traces(id).processes.length >= 3);
    while (running().length < 2) await delay(50);
    await removeProject(store, doomed);
    await commit("a: { script: echo after }");
    const id = idOf(await create());
    await until(id, "success", "failed");
    while (jobIds.some((jobId) => traces(jobId).folders.length > 0)) await delay(50);
    for (const jobId of jobIds) {
      expect(traces(jobId)).toEqual(nothing);
      expect(findJobStatus(store, jobId)).toBe(null);
      expect(existsSync(jobFolder(store, jobId))).toBe(false);
    }
    expect((await jobsOf(id)).map(({ status }) => status)).toEqual(["success"]);
  });
});
