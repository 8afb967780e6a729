import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { getCiSettings, updateCiSettings } from "../../../shared/api/resources/ci-settings.ts";
import { createCommit } from "../../../shared/api/resources/commits.ts";
import { cancelJob, playJob, retryJob } from "../../../shared/api/resources/jobs.ts";
import { acceptMergeRequest, createMergeRequest } from "../../../shared/api/resources/merge-requests.ts";
import { cancelPipeline, listPipelines, retryPipeline } from "../../../shared/api/resources/pipelines.ts";
import { createTag } from "../../../shared/api/resources/tags.ts";
import { runPipelineOfPush } from "../domain/ci/pipelines.ts";
import { updateJob } from "../store/ci/jobs.ts";
import { deleteProtectedBranch, insertProtectedBranch } from "../store/projects/protected-branches.ts";
import { idOf, pipelinesForTests } from "./testing/pipelines-for-tests.ts";

describe("pipelines", () => {
  const ci = pipelinesForTests();
  const { service, commit, create, jobsOf, pipelineOf } = ci;

  it("names the jobs that each job needs, and those that wait for their stage", async () => {
    await commit(`
stages: [build, test]
a: { stage: build, script: echo a, when: manual }
b: { stage: test, script: echo b, when: manual, needs: [a] }
c: { stage: test, script: echo c, when: manual, needs: [] }
d: { stage: test, script: echo d, when: manual }
`);
    const jobs = await jobsOf(idOf(await create()));
    expect(jobs.map(({ name, needs }) => [name, needs])).toEqual([
      ["a", undefined],
      ["b", ["a"]],
      ["c", []],
      ["d", undefined],
    ]);
  });

  it("names a pipeline as its workflow does, in lists of pipelines and alone", async () => {
    await commit('workflow: { name: "Night of $CI_COMMIT_BRANCH" }\na: { script: echo a, when: manual }');
    const id = idOf(await create());
    expect(await pipelineOf(id)).toMatchObject({ name: "Night of main" });
    expect((await service.operate(listPipelines, { id: ci.project.id })).body).toMatchObject([
      { id, name: "Night of main" },
    ]);
  });

  it("runs nothing where the project does not allow it, with the reason", async () => {
    await commit("a: { script: echo ran }");
    await service.operate(updateCiSettings, { id: ci.project.id, run_jobs: false }, { as: "maintainer" });
    expect((await service.operate(getCiSettings, { id: ci.project.id })).body).toEqual({
      run_jobs: false,
      other_runners: false,
    });
    expect((await service.operate(updateCiSettings, { id: ci.project.id, run_jobs: true })).status).toBe(403);
    const { status, body } = await create();
    expect([status, body]).toEqual([
      400,
      { message: { base: ["Jobs of this project do not run on this machine"] } },
    ]);
  });

  it("creates a pipeline for a push, also a failed one with the error of the file", async () => {
    const before = await commit("a: { script: echo one }");
    const after = await commit("a: { script: echo two, stage: none }");
    const push = { projectId: ci.project.id, ref: "main", tag: false, userId: 1 };
    await runPipelineOfPush(service.store, { ...push, before: null, after: before }, service.url);
    await runPipelineOfPush(service.store, { ...push, before, after }, service.url);
    const { body } = await service.operate(listPipelines, { id: ci.project.id });
    expect(body).toMatchObject([
      { status: "failed", sha: after },
      { sha: before, source: "push" },
    ]);
    const [failed] = body as { id: number }[];
    expect(await pipelineOf(failed?.id ?? 0)).toMatchObject({ yaml_errors: 'a: there is no stage "none".' });
  });

  it("compares with the branch or commit that a rule names, also in a new branch", async () => {
    const rule = (path: string, ref: string) =>
      `{ script: x, when: manual, rules: [{ changes: { paths: [${path}], compare_to: ${ref} } }] }`;
    const config = `
docs: ${rule("docs/*", "refs/heads/main")}
code: ${rule("src/*", "main")}
any: { script: x, when: manual, rules: [{ changes: [src/*] }] }
`;
    await service.commit(ci.project, { files: { ".gitlab-ci.yml": config, "src/a": "1" } });
    const files = { ".gitlab-ci.yml": config, "src/a": "1", "docs/a": "1" };
    const sha = await service.commit(ci.project, { files, branch: "topic", from: "main" });
    const push = { projectId: ci.project.id, ref: "topic", tag: false, userId: 1, before: null };
    await runPipelineOfPush(service.store, { ...push, after: sha }, service.url);
    const listed = (await service.operate(listPipelines, { id: ci.project.id, sha })).body as {
      id: number;
    }[];
    expect((await jobsOf(listed[0]?.id ?? 0)).map(({ name }) => name)).toEqual(["docs", "any"]);
  });

  it("runs pipelines for a commit by the interface, a merge and a push with git, and none for a deletion", async () => {
    const lookFor = async (sha: string) => {
      const found = async () =>
        (await service.operate(listPipelines, { id: ci.project.id, sha })).body as { ref: string }[];
      while ((await found()).length === 0) await delay(50);
      return found();
    };
    await service.commit(ci.project, { files: { a: "1" } });
    const made = await service.operate(createCommit, {
      id: ci.project.id,
      branch: "topic",
      start_branch: "main",
      commit_message: "Add jobs",
      actions: [{ action: "create", file_path: ".gitlab-ci.yml", content: "a: { script: echo one }" }],
    });
    expect(await lookFor((made.body as { id: string }).id)).toMatchObject([{ ref: "topic" }]);
    const proposal = { id: ci.project.id, source_branch: "topic", target_branch: "main", title: "Add jobs" };
    const { body: proposed } = await service.operate(createMergeRequest, proposal);
    const merge_request_iid = (proposed as { iid: number }).iid;
    const merged = await service.operate(
      acceptMergeRequest,
      { id: ci.project.id, merge_request_iid },
      { as: "maintainer" },
    );
    expect(merged.status).toBe(200);
    const { merge_commit_sha } = merged.body as { merge_commit_sha: string };
    expect(await lookFor(merge_commit_sha)).toMatchObject([{ ref: "main", source: "push" }]);
    const clone = await mkdtemp(join(tmpdir(), "helve-push-"));
    const url = `${service.url.replace("//", `//x:${service.tokens.get("developer")}@`)}/${ci.project.fullPath}.git`;
    const git = (...args: string[]) =>
      promisify(execFile)("git", ["-C", clone, "-c", "user.name=a", "-c", "user.email=a@b.test", ...args]);
    await git("clone", "-q", "-b", "topic", url, ".");
    await git("commit", "-q", "--allow-empty", "-m", "Pushed");
    await git("push", "-q", "origin", "HEAD:other");
    const { stdout } = await git("rev-parse", "HEAD");
    expect(await lookFor(stdout.trim())).toMatchObject([{ ref: "other" }]);
    await git("push", "-q", "origin", ":other");
    expect((await service.operate(listPipelines, { id: ci.project.id })).body).toHaveLength(3);
    await rm(clone, { recursive: true });
  });

  it("runs the pipeline of an annotated tag for the commit that it names", async () => {
    const sha = await commit("a: { script: echo ran, only: [tags] }");
    const { id } = ci.project;
    const tag = { id, tag_name: "v1", ref: "main", message: "First" };
    expect((await service.operate(createTag, tag)).status).toBe(201);
    const found = async () => (await service.operate(listPipelines, { id, ref: "v1" })).body as object[];
    while ((await found()).length === 0) await delay(50);
    expect(await found()).toMatchObject([{ ref: "v1", sha }]);
  });

  it("refuses a ref without a file, a missing ref, and a pipeline without jobs", async () => {
    await service.commit(ci.project, { files: { a: "1" } });
    expect((await create()).body).toEqual({ message: { base: ["Missing CI config file"] } });
    expect((await create({ ref: "none" })).body).toEqual({ message: { base: ["Reference not found"] } });
    await commit("a: { script: x, only: [tags] }");
    expect((await create()).body).toEqual({ message: { base: ["No stages / jobs for this pipeline."] } });
  });

  it("starts, retries and cancels pipelines of a protected branch for who may push or merge to it", async () => {
    await commit("a: { script: echo ran, when: manual }");
    const id = idOf(await create());
    const statusesOf = async (as: "developer" | "maintainer") => {
      const one = { id: ci.project.id, pipeline_id: id };
      const created = await create({}, as);
      const retried = await service.operate(retryPipeline, one, { as });
      const canceled = await service.operate(cancelPipeline, one, { as });
      return [created.status, retried.status, canceled.status];
    };
    const refused = [400, 403, 403];
    const allowed = [201, 201, 201];
    for (const [push, merge, developer, maintainer] of [
      [40, 40, refused, allowed],
      [40, 30, allowed, allowed],
      [30, 40, allowed, allowed],
      [0, 40, refused, allowed],
      [0, 0, refused, refused],
    ] as const) {
      insertProtectedBranch(service.store, ci.project.id, {
        name: "main",
        pushAccessLevel: push,
        mergeAccessLevel: merge,
      });
      const found = [await statusesOf("developer"), await statusesOf("maintainer")];
      expect([push, merge, ...found]).toEqual([push, merge, developer, maintainer]);
      deleteProtectedBranch(service.store, ci.project.id, "main");
    }
    insertProtectedBranch(service.store, ci.project.id, {
      name: "*",
      pushAccessLevel: 40,
      mergeAccessLevel: 40,
    });
    const { body } = await create();
    const reason = "You do not have sufficient permission to run a pipeline on 'main'.";
    expect(body).toEqual({ message: { base: [reason] } });
    await service.operate(createTag, { id: ci.project.id, tag_name: "v1", ref: "main" });
    expect((await create({ ref: "v1" })).status).toBe(201);
  });
});

describe("pipeline jobs", () => {
  const ci = pipelinesForTests();
  const { service, commit, create, jobsOf, statesOf, pipelineOf, until, untilJob } = ci;

  it("skips jobs after a failure, runs those with when on_failure, and retries the failed ones", async () => {
    await commit(`
stages: [one, two]
bad: { stage: one, script: exit 1 }
soft: { stage: one, script: exit 1, allow_failure: true }
next: { stage: two, script: "true" }
report: { stage: two, script: "true", when: on_failure }
`);
    const id = idOf(await create());
    await until(id, "failed");
    expect(await statesOf(id)).toEqual({ bad: "failed", soft: "failed", next: "skipped", report: "success" });
    const { status } = await service.operate(retryPipeline, { id: ci.project.id, pipeline_id: id });
    expect(status).toBe(201);
    await until(id, "failed");
    expect((await jobsOf(id)).filter(({ name }) => name === "bad")).toHaveLength(1);
  });

  it("retries a canceled pipeline in its order, and starts no manual job by that", async () => {
    await commit(`
stages: [one, two]
slow: { stage: one, script: [sleep 600] }
by-hand: { stage: one, script: "true", when: manual }
beside: { stage: one, script: "true", needs: [slow] }
later: { stage: two, script: "true", when: always }
`);
    const id = idOf(await create());
    await untilJob(id, "slow", "running");
    await service.operate(cancelPipeline, { id: ci.project.id, pipeline_id: id });
    const ended = await statesOf(id);
    expect([ended.slow, ended["by-hand"], ended.later]).toEqual(["canceled", "canceled", "canceled"]);
    await service.operate(retryPipeline, { id: ci.project.id, pipeline_id: id });
    await untilJob(id, "slow", "running");
    expect(await statesOf(id)).toEqual({
      slow: "running",
      "by-hand": "manual",
      beside: "created",
      later: "created",
    });
    await service.operate(cancelPipeline, { id: ci.project.id, pipeline_id: id });
  });

  it("retries a job as often as `retry` says", async () => {
    await commit("flaky: { script: exit 1, retry: 2 }");
    const id = idOf(await create());
    const all = () => jobsOf(id, true);
    while ((await all()).filter(({ status }) => status === "failed").length < 3) await delay(50);
    expect(await all()).toHaveLength(3);
  });

  it("retries and allows failures by cause and exit code only", async () => {
    const mark = join(service.store.folder, "once");
    await commit(`
by-cause: { script: exit 1, retry: { max: 2, when: runner_system_failure } }
by-code: { script: exit 7, retry: { max: 1, exit_codes: [7] } }
forgiven: { script: exit 4, allow_failure: { exit_codes: [4] } }
once: { script: 'mkdir "${mark}" && exit 4; exit 5', allow_failure: { exit_codes: [4] }, retry: 1 }
`);
    const id = idOf(await create());
    await until(id, "failed");
    const jobs = await jobsOf(id, true);
    expect(jobs.map(({ name, allow_failure: allowed }) => [name, allowed]).toSorted()).toEqual([
      ["by-cause", false],
      ["by-code", false],
      ["by-code", false],
      ["forgiven", true],
      ["once", false],
      ["once", true],
    ]);
    const job_id = jobs.find(({ name }) => name === "forgiven")?.id ?? 0;
    const retried = await service.operate(retryJob, { id: ci.project.id, job_id });
    expect(retried.body).toMatchObject({ name: "forgiven", allow_failure: false });
  });

  it("runs jobs of a resource group one after the other", async () => {
    await commit(`
one: { script: [sleep 600], resource_group: lamp }
two: { script: echo two, resource_group: lamp }
free: { script: echo free }
`);
    const id = idOf(await create());
    await untilJob(id, "free", "success");
    expect(await statesOf(id)).toEqual({ one: "running", two: "pending", free: "success" });
    const one = (await jobsOf(id)).find(({ name }) => name === "one");
    await service.operate(cancelJob, { id: ci.project.id, job_id: one?.id ?? 0 });
    await untilJob(id, "two", "success");
  });

  it.each([
    [true, "canceled"],
    [false, "running"],
  ])(
    "goes on after a newer push with a job that is interruptible: %s as %s",
    async (interruptible, state) => {
      const push = async (name: string) => {
        const after = await commit(`${name}: { script: [sleep 600], interruptible: ${interruptible} }`);
        const request = { projectId: ci.project.id, ref: "main", tag: false, userId: 1, before: null, after };
        await runPipelineOfPush(service.store, request, service.url);
        const { body } = await service.operate(listPipelines, { id: ci.project.id, sha: after });
        const [pipeline] = body as { id: number }[];
        return pipeline?.id ?? 0;
      };
      const first = await push("first");
      await untilJob(first, "first", "running");
      const second = await push("second");
      await untilJob(second, "second", "running");
      expect(await statesOf(first)).toEqual({ first: state });
      for (const pipeline_id of [first, second]) {
        await service.operate(cancelPipeline, { id: ci.project.id, pipeline_id });
      }
    },
  );

  it("waits for manual jobs, and cancels a whole pipeline with what runs in it", async () => {
    await commit(`
stages: [one, two]
long: { stage: one, script: [echo begun, sleep 600] }
by-hand: { stage: one, script: "true", when: manual }
after: { stage: two, script: "true" }
`);
    const id = idOf(await create());
    await untilJob(id, "long", "running");
    const manual = (await jobsOf(id)).find(({ name }) => name === "by-hand");
    await service.operate(playJob, { id: ci.project.id, job_id: manual?.id ?? 0 });
    await untilJob(id, "by-hand", "success");
    await service.operate(cancelPipeline, { id: ci.project.id, pipeline_id: id });
    expect(await statesOf(id)).toEqual({ long: "canceled", "by-hand": "success", after: "skipped" });
    expect((await pipelineOf(id)).status).toBe("canceled");
  });

  it("runs what needs a manual job only after that was started", async () => {
    await commit(`
hand: { script: "true", when: manual }
after: { script: "true", needs: [hand] }
always: { script: "true", needs: [hand], when: always }
required: { script: "true", when: manual, allow_failure: false }
blocked: { script: "true", needs: [required] }
`);
    const id = idOf(await create());
    await untilJob(id, "always", "success");
    expect(await statesOf(id)).toEqual({
      hand: "manual",
      after: "skipped",
      always: "success",
      required: "manual",
      blocked: "created",
    });
    for (const { id: job_id } of (await jobsOf(id)).filter(({ status }) => status === "manual")) {
      await service.operate(playJob, { id: ci.project.id, job_id });
    }
    await until(id, "success");
    expect(new Set(Object.values(await statesOf(id)))).toEqual(new Set(["success"]));
  });

  it("fails the jobs that ran when the service ended, and runs the waiting ones after its start", async () => {
    await commit(`
one: { script: [echo begun, sleep 600] }
two: { script: [sleep 600], retry: { max: 1, when: runner_system_failure } }
waits: { script: [echo ran] }
`);
    const id = idOf(await create());
    while (Object.values(await statesOf(id)).filter((state) => state === "running").length < 2)
      await delay(50);
    // Two run at a time, oldest first.
    const before = { one: "running", two: "running", waits: "pending" };
    expect(await statesOf(id)).toEqual(before);
    await ci.stopQueue();
    expect(await statesOf(id)).toEqual(before);
    ci.startQueue();
    const [one] = await jobsOf(id);
    expect(one).toMatchObject({ name: "one", status: "failed", failure_reason: "runner_system_failure" });
    await untilJob(id, "waits", "success");
    expect((await statesOf(id)).two).toBe("running");
    await service.operate(cancelPipeline, { id: ci.project.id, pipeline_id: id });
  });

  it("starts each delayed job when it is due, and a retried one at once", async () => {
    await commit(`
soon: { script: echo ran, when: delayed, start_in: 1 second }
later: { script: echo ran, when: delayed, start_in: 1 hour }
`);
    const id = idOf(await create());
    await untilJob(id, "soon", "success");
    const later = (await jobsOf(id)).find(({ name }) => name === "later");
    expect(later?.status).toBe("pending");
    const job = { id: ci.project.id, job_id: later?.id ?? 0 };
    await service.operate(cancelJob, job);
    await service.operate(retryJob, job);
    await untilJob(id, "later", "success");
  });

  it("cancels a waiting job before it runs", async () => {
    await commit("a: { script: echo ran, when: delayed, start_in: 1 hour }");
    const id = idOf(await create());
    const [job] = await jobsOf(id);
    expect(job?.status).toBe("pending");
    await service.operate(cancelJob, { id: ci.project.id, job_id: job?.id ?? 0 });
    expect(await statesOf(id)).toEqual({ a: "canceled" });
    expect(updateJob(service.store, job?.id ?? 0, { status: "running" }, ["pending"])).toBe(false);
  });
});
