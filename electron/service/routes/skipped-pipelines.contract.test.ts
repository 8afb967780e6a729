import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { updateCiSettings } from "../../../shared/api/resources/ci-settings.ts";
import { createCommit } from "../../../shared/api/resources/commits.ts";
import { getJob, listPipelineJobs, playJob } from "../../../shared/api/resources/jobs.ts";
import { createMergeRequest } from "../../../shared/api/resources/merge-requests.ts";
import {
  createPipeline,
  listMergeRequestPipelines,
  listPipelines,
} from "../../../shared/api/resources/pipelines.ts";
import { JobQueue } from "../ci/job-queue.ts";
import { startMergeRequestPipelines } from "../domain/merge-requests/merge-request-pipelines.ts";
import { setRunJobs } from "../store/ci/ci-settings.ts";
import type { Project } from "../store/projects/projects.ts";
import { idOf, pipelinesForTests } from "./testing/pipelines-for-tests.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

describe("skipped pipelines", () => {
  const ci = pipelinesForTests();
  const { service } = ci;
  const run = promisify(execFile);
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "helve-skipped-"));
    startMergeRequestPipelines(
      service.store,
      () => service.url,
      (error) => {
        throw error;
      },
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  interface Shown {
    readonly id: number;
    readonly status: string;
    readonly ref: string;
  }

  const pipelines = async (ref: string) =>
    (await service.operate(listPipelines, { id: ci.project.id, ref })).body as Shown[];
  const job = 'a: { script: "true", rules: [{ when: always }] }';
  const commit = (branch: string, message: string) =>
    service.operate(createCommit, {
      id: ci.project.id,
      branch,
      ...(branch === "main" ? {} : { start_branch: "main" }),
      commit_message: message,
      actions: [{ action: "create", file_path: `${branch}.txt`, content: message }],
    });

  it.each([
    ["Change docs [skip ci]", true],
    ["Change docs\n\nThat is all. [CI SKIP]\n", true],
    ["[skip-ci] Change docs", true],
    ["Change docs [ci_skip]", true],
    ["Change docs, skip ci", false],
    ["Change docs [skip  ci]", false],
  ])("a commit with the message %j starts no job: %s", async (message, isSkipped) => {
    await ci.commit(job);
    await commit("topic", message);
    await expect.poll(() => pipelines("topic")).toHaveLength(1);
    const [pipeline] = await pipelines("topic");
    expect(await ci.jobsOf(pipeline?.id ?? 0)).toHaveLength(isSkipped ? 0 : 1);
    if (isSkipped) expect(pipeline?.status).toBe("skipped");
    // By hand it runs all the same.
    const byHand = idOf(await ci.create({ ref: "topic" }));
    expect(await ci.jobsOf(byHand)).toHaveLength(1);
  });

  it("a push with the option ci.skip starts no job, of the branch nor of its merge request", async () => {
    await ci.commit(job);
    await commit("topic", "Begin");
    const opened = await service.operate(createMergeRequest, {
      id: ci.project.id,
      title: "Topic",
      source_branch: "topic",
      target_branch: "main",
    });
    const { iid } = opened.body as { iid: number };
    const ofMergeRequest = async () =>
      (await service.operate(listMergeRequestPipelines, { id: ci.project.id, merge_request_iid: iid }))
        .body as Shown[];
    await expect.poll(ofMergeRequest).toHaveLength(2);

    const url = new URL(`/${ci.project.fullPath}.git`, service.url);
    url.username = "any";
    url.password = service.tokens.get("developer") ?? "";
    const clone = join(folder, "clone");
    const git = (...args: string[]) =>
      run("git", ["-c", "user.name=A", "-c", "user.email=a@example.test", "-C", clone, ...args]);
    await run("git", ["clone", "--quiet", "--branch", "topic", url.href, clone]);
    await git("commit", "--quiet", "--allow-empty", "--message", "More");
    await expect(git("push", "-o", "merge_request.draft", "origin", "topic")).rejects.toThrow(
      'The push option "merge_request.draft" is not supported here.',
    );
    const wiki = url.href.replace(/\.git$/, ".wiki.git");
    await expect(git("push", "-o", "notes", wiki, "topic:main")).rejects.toThrow(
      'The push option "notes" is not supported here.',
    );
    await git("push", "--quiet", "-o", "ci.skip", "origin", "topic");
    await expect.poll(ofMergeRequest).toHaveLength(4);
    const statuses = (await ofMergeRequest()).map(({ status }) => status);
    expect(statuses.slice(0, 2)).toEqual(["skipped", "skipped"]);
    // The next push runs again.
    await git("commit", "--quiet", "--allow-empty", "--message", "Even more");
    await git("push", "--quiet", "origin", "topic");
    await expect.poll(ofMergeRequest).toHaveLength(6);
    for (const { id } of (await ofMergeRequest()).slice(0, 2)) expect(await ci.jobsOf(id)).toHaveLength(1);
  });

  it("rules and scripts know the commit, the project and how a job ended", async () => {
    await ci.commit(`
deploy:
  script: [echo deploying]
  rules:
    - if: $CI_COMMIT_MESSAGE =~ /\\[skip deploy\\]/
      when: never
    - when: on_success
draft-only: { script: [echo draft], rules: [{ if: $CI_COMMIT_TITLE =~ /^Draft:/ }] }
by-name: { script: [echo named], rules: [{ if: '$CI_JOB_NAME == "by-name" && $CI_PROJECT_VISIBILITY' }] }
status:
  script: ["false"]
  after_script: ["echo \\"status is '$CI_JOB_STATUS' by $GITLAB_USER_LOGIN\\""]
  allow_failure: true
`);
    await commit("topic", "Draft: try it [skip deploy]");
    await expect.poll(() => pipelines("topic")).toHaveLength(1);
    const [pipeline] = await pipelines("topic");
    const id = pipeline?.id ?? 0;
    expect((await ci.jobsOf(id)).map(({ name }) => name)).toEqual(["draft-only", "by-name", "status"]);
    await ci.until(id, "success");
    const status = (await ci.jobsOf(id)).find(({ name }) => name === "status");
    expect(await ci.trace(status?.id ?? 0)).toContain("status is 'failed' by developer");
  });

  it("a condition about what this computer cannot know is an error of its job", async () => {
    await ci.commit("pages: { script: x, rules: [{ if: '$CI_PAGES_DOMAIN == \"\"' }] }");
    const { status, body } = await ci.create();
    expect([status, body]).toEqual([
      400,
      {
        message: { base: ["pages: rules: if: the value of $CI_PAGES_DOMAIN is not known on this computer."] },
      },
    ]);
  });
});

describe("run switch", () => {
  const service = serviceForTests();
  const errors: unknown[] = [];
  let queue: JobQueue;
  beforeAll(() => {
    queue = new JobQueue(service.store, {
      serviceUrl: () => service.url,
      concurrency: 2,
      onError: (error) => errors.push(error),
    });
  });
  afterAll(async () => {
    await queue.close();
    expect(errors).toEqual([]);
  });

  /** Makes a project with a job that is started by hand; returns it and the job's id. */
  async function makeManualJob(): Promise<{ project: Project; jobId: number }> {
    const project = await service.project();
    setRunJobs(service.store, project.id, true);
    await service.commit(project, {
      files: { ".gitlab-ci.yml": "a: { script: echo ran, when: manual }" },
    });
    const { body } = await service.operate(createPipeline, { id: project.id, ref: "main" });
    const { id } = body as { id: number };
    const jobs = await service.operate(listPipelineJobs, { id: project.id, pipeline_id: id });
    const [job] = jobs.body as { id: number }[];
    return { project, jobId: job?.id ?? 0 };
  }
  const play = ({ project, jobId }: { project: Project; jobId: number }) =>
    service.operate(playJob, { id: project.id, job_id: jobId });
  const statusOf = async ({ project, jobId }: { project: Project; jobId: number }) =>
    ((await service.operate(getJob, { id: project.id, job_id: jobId })).body as { status: string }).status;

  it("starts no job of a project that is switched off meanwhile, also when it is started by hand", async () => {
    const [off, on] = [await makeManualJob(), await makeManualJob()];
    setRunJobs(service.store, off.project.id, false);
    await play(off);
    // Pending jobs are started oldest first: the other one is looked at after it.
    await play(on);
    while ((await statusOf(on)) !== "success") await delay(50);
    expect(await statusOf(off)).toBe("pending");
    const input = { id: off.project.id, run_jobs: true };
    await service.operate(updateCiSettings, input, { as: "maintainer" });
    while ((await statusOf(off)) !== "success") await delay(50);
  });
});
