import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { failSilentJobs } from "../ci/protocol/job-contacts.ts";
import { gitTextIn } from "../git/testing/test-repository.ts";
import { listRunnerManagers } from "../store/ci/runner-managers.ts";
import {
  type ServiceWithRunners,
  type ShownJob,
  serviceWithRunners,
} from "../testing/service-with-runners.ts";
import { type JobOfResponse, type TestRunner, TestTrace } from "../testing/test-runner.ts";

const clock = { shift: 0, now: () => Date.now() + clock.shift };
let service: ServiceWithRunners;
let runner: { readonly id: number; readonly token: string };
let machine: TestRunner;
beforeAll(async () => {
  service = await serviceWithRunners({ clock });
  runner = await service.createRunner();
  machine = service.machine(runner.token);
  // A project whose jobs nobody has asked for yet starts no pipelines.
  await service.commit("first: { script: [echo] }");
  await expect(service.run()).rejects.toThrow("do not run on this machine");
  expect(await machine.requestJob()).toBeNull();
  await service.call("POST", `/projects/${service.project.id}/protected_branches`, { name: "main" });
});
afterAll(() => service.remove());

beforeEach(async () => {
  const ended = (await service.jobs()).filter(({ status }) =>
    ["pending", "running", "created"].includes(status),
  );
  for (const { id } of ended) await service.cancel(id);
});

/** Starts a pipeline of a file and returns its id. */
async function run(content: string, variables: readonly object[] = []): Promise<number> {
  await service.commit(content, "update");
  return service.run(variables);
}

async function take(by = machine): Promise<JobOfResponse> {
  const job = await by.requestJob();
  if (!job) throw new Error("there is no job");
  return job;
}

async function zipOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const variableOf = ({ variables }: JobOfResponse, name: string) =>
  variables.find(({ key }) => key === name)?.value;

describe("a job of a runner", () => {
  it("is taken with all that it needs, reports its log and its end, and has the runner's name", async () => {
    await run(
      `
default: { image: "node:24" }
test:
  image: { name: "node:24", entrypoint: [""], docker: { user: "1000" }, pull_policy: always }
  services: ["postgres:17", { name: "redis:8", alias: cache, command: [redis, --quiet], variables: { A: b } }]
  cache: [{ key: { files: [.gitlab-ci.yml], prefix: deps }, paths: [node_modules/] }, { paths: [x], policy: pull }]
  variables: { WHERE: "$CI_PROJECT_PATH", RAW: { value: "$x", expand: false } }
  before_script: [echo before]
  script: [echo one, echo two]
  after_script: [echo after]
  coverage: /all (\\d+)%/
  timeout: 20m
  artifacts: { paths: [out/], expire_in: 1 hour, reports: { junit: j.xml, dotenv: d.env, codequality: q.json } }
`,
      [{ key: "GIVEN", value: "g" }],
    );
    const job = await take();
    const { id } = await service.jobOf("test");
    expect(job).toMatchObject({
      id,
      job_info: { name: "test", stage: "test", project_id: service.project.id, project_name: "jobs" },
      git_info: { ref: "main", ref_type: "branch", depth: 20, repo_object_format: "sha1" },
      runner_info: { timeout: 1200 },
      steps: [
        { name: "script", script: ["echo before", "echo one", "echo two"], when: "on_success" },
        { name: "after_script", script: ["echo after"], when: "always" },
      ],
      image: {
        name: "node:24",
        entrypoint: [""],
        pull_policy: ["always"],
        executor_opts: { docker: { user: "1000" } },
      },
      services: [
        { name: "postgres:17" },
        {
          name: "redis:8",
          alias: "cache",
          command: ["redis", "--quiet"],
          variables: [{ key: "A", value: "b" }],
        },
      ],
      artifacts: [
        { artifact_type: "archive", artifact_format: "zip", paths: ["out/"], expire_in: "3600 seconds" },
        { artifact_type: "junit", artifact_format: "gzip", when: "always" },
        { artifact_type: "dotenv", artifact_format: "gzip", when: "always" },
        { artifact_type: "codequality", artifact_format: "gzip", paths: ["q.json"], when: "always" },
      ],
      cache: [
        { key: expect.stringMatching(/^deps-[0-9a-f]{40}-protected$/), policy: "pull-push" },
        { key: "default-protected", policy: "pull" },
      ],
    });
    expect(job.git_info.refspecs).toContain("+refs/heads/main:refs/remotes/origin/main");
    expect(variableOf(job, "CI_API_V4_URL")).toBe(`${service.url}/api/v4`);
    expect(variableOf(job, "CI_SERVER_URL")).toBe(service.url);
    expect(variableOf(job, "CI_JOB_TOKEN")).toBe(job.token);
    expect(variableOf(job, "CI_REPOSITORY_URL")).toBe(job.git_info.repo_url);
    expect(variableOf(job, "GIVEN")).toBe("g");
    // The runner knows them itself.
    expect(variableOf(job, "CI_PROJECT_DIR")).toBeUndefined();
    const raw = job.variables.filter(({ key }) => ["WHERE", "RAW"].includes(key)).map((each) => each.raw);
    expect(raw).toEqual([false, true]);
    const secret = job.variables.filter(({ masked }) => masked).map(({ key }) => key);
    expect(secret.toSorted()).toEqual(["CI_JOB_TOKEN", "CI_REPOSITORY_URL"]);

    const trace = new TestTrace(machine, job, 8);
    trace.write("all 12% then all 87% of it\n");
    expect(await trace.sendPatch()).toBe("succeeded");
    expect(await service.trace(id)).toBe("all 12% ");
    expect(await machine.updateJob(job, { state: "running" })).toMatchObject({
      state: "succeeded",
      status: 200,
    });
    expect(await trace.finish({ state: "success" })).toBe(true);
    expect(await service.trace(id)).toBe("all 12% then all 87% of it\n");
    expect(await service.jobOf("test")).toMatchObject({
      status: "success",
      coverage: 87,
      runner: { id: runner.id },
    });
    expect(service.states.get(id)).toEqual(["created", "pending", "running", "success"]);
  });

  it("has one result: what comes after it is refused with its state, and so is its token", async () => {
    await run("a: { script: x, allow_failure: { exit_codes: [7] } }");
    const job = await take();
    const trace = new TestTrace(machine, job);
    trace.write("log");
    expect(await trace.finish({ state: "failed", failure_reason: "script_failure", exit_code: 7 })).toBe(
      true,
    );
    expect(await service.jobOf("a")).toMatchObject({
      status: "failed",
      failure_reason: "script_failure",
      allow_failure: true,
    });
    const again = await machine.updateJob(job, { state: "success" });
    expect(again).toEqual({ state: "abort", status: 403, jobStatus: "failed" });
    expect((await machine.patchTrace(job, Buffer.from("late"), 3)).status).toBe(403);
    expect(await machine.upload(job, { name: "a.zip", content: await zipOf({ a: "b" }) })).toBe(403);
    expect((await machine.download(job)).status).toBe(403);
    expect(await service.trace(job.id)).toBe("log");
    expect(service.states.get(job.id)).toEqual(["created", "pending", "running", "failed"]);
  });

  it("records an unknown reason as such, and a reason of success not at all", async () => {
    await run("a: { script: x }\nb: { script: x }");
    const [one, two] = [await take(), await take()];
    await machine.updateJob(one, { state: "failed", failure_reason: "gremlins" });
    await machine.updateJob(two, { state: "success", failure_reason: "script_failure" });
    const jobs = (await service.jobs()).slice(0, 2).map(({ failure_reason: reason }) => reason);
    expect(jobs).toEqual([undefined, "unknown_failure"]);
  });

  it("is ended by its cancellation, of which its next request tells", async () => {
    await run("a: { script: x }");
    const job = await take();
    const trace = new TestTrace(machine, job);
    trace.write("begun");
    await trace.sendPatch();
    await service.cancel(job.id);
    expect(await machine.updateJob(job, { state: "running" })).toEqual({
      state: "abort",
      status: 403,
      jobStatus: "canceled",
    });
    trace.write(" late");
    expect(await trace.sendPatch()).toBe("abort");
    expect(await trace.finish({ state: "success" })).toBe(false);
    expect(await service.trace(job.id)).toBe("begun");
    expect(service.states.get(job.id)?.at(-1)).toBe("canceled");
  });

  it("goes on over a restart of the service, and sends its log again from where it ends", async () => {
    await run("a: { script: x }");
    const job = await take();
    const trace = new TestTrace(machine, job);
    trace.write("before ");
    await trace.sendPatch();
    await service.restart();
    expect((await service.jobOf("a")).status).toBe("running");
    trace.write("after");
    expect(await trace.finish({ state: "success" })).toBe(true);
    expect(await service.trace(job.id)).toBe("before after");
  });

  it("fails an hour after its runner was heard of last, and not before", async () => {
    await run("a: { script: x, timeout: 3 hours }\nb: { script: x, timeout: 3 hours }");
    const [silent, loud] = [await take(), await take()];
    const fail = () => failSilentJobs(service.store, () => false);
    clock.shift += 50 * 60_000;
    await machine.updateJob(loud, { state: "running" });
    fail();
    expect([(await service.jobOf("a")).status, (await service.jobOf("b")).status]).toEqual([
      "running",
      "running",
    ]);
    clock.shift += 11 * 60_000;
    fail();
    expect(await service.jobOf("a")).toMatchObject({
      id: silent.id,
      status: "failed",
      failure_reason: "stuck_or_timeout_failure",
    });
    expect((await service.jobOf("b")).status).toBe("running");
    for (let hour = 0; hour < 3; hour++) {
      clock.shift += 50 * 60_000;
      await machine.updateJob(loud, { state: "running" });
      fail();
    }
    expect(await service.jobOf("b")).toMatchObject({
      status: "failed",
      failure_reason: "job_execution_timeout",
    });
  });

  it("is tried again where its file says so, as a job of its own", async () => {
    await run("a: { script: x, retry: { max: 1, when: runner_system_failure } }");
    const first = await take();
    await machine.updateJob(first, { state: "failed", failure_reason: "runner_system_failure" });
    const second = await take();
    expect(second.id).not.toBe(first.id);
    expect((await machine.updateJob({ ...second, token: first.token }, { state: "success" })).status).toBe(
      403,
    );
    expect((await machine.updateJob(second, { state: "success" })).status).toBe(200);
  });
});

describe("a log", () => {
  it("is appended to where it ends only, and says where that is", async () => {
    await run("a: { script: x }");
    const job = await take();
    const patch = (text: string, start: number) => machine.patchTrace(job, Buffer.from(text), start);
    expect(await patch("world", 5)).toMatchObject({ status: 416, sentOffset: 0 });
    expect(await patch("hello", 0)).toMatchObject({ status: 202, sentOffset: 5 });
    // Again, overlapping, and beyond the end.
    expect(await patch("hello", 0)).toMatchObject({ status: 416, sentOffset: 5 });
    expect(await patch("lo world", 3)).toMatchObject({ status: 416, sentOffset: 5 });
    expect(await patch("world", 7)).toMatchObject({ status: 416, sentOffset: 5 });
    const both = await Promise.all([patch(" one", 5), patch(" two", 5)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([202, 416]);
    expect(await service.trace(job.id)).toMatch(/^hello (one|two)$/);
  });

  it("is refused whole where its range is not that of the body, or missing", async () => {
    await run("a: { script: x }");
    const job = await take();
    const send = async (headers: Record<string, string>) =>
      (await machine.send("PATCH", `jobs/${job.id}/trace`, "four", { "job-token": job.token, ...headers }))
        .status;
    expect(await send({})).toBe(400);
    expect(await send({ "content-range": "0-9" })).toBe(400);
    expect(await send({ "content-range": "a-b" })).toBe(400);
    // As old runners count.
    expect(await send({ "content-range": "0-4" })).toBe(202);
    expect(await service.trace(job.id)).toBe("four");
  });

  it("is asked for again where the end of a job names more bytes than are here", async () => {
    await run("a: { script: x }");
    const job = await take();
    await machine.patchTrace(job, Buffer.from("one "), 0);
    const output = { checksum: "crc32:00000000", bytesize: 8 };
    expect((await machine.updateJob(job, { state: "success", output })).status).toBe(412);
    expect((await service.jobOf("a")).status).toBe("running");
    await machine.patchTrace(job, Buffer.from("two "), 4);
    expect((await machine.updateJob(job, { state: "success", output })).status).toBe(200);
  });
});

describe("artifacts", () => {
  it("go up with an index and reports, and down to the jobs that depend on them, with the token of those", async () => {
    await run(`
stages: [one, two]
build: { stage: one, script: x, artifacts: { paths: [out], expire_in: 1 hour, reports: { dotenv: d.env, junit: j.xml } } }
test: { stage: two, script: x }
`);
    const build = await take();
    const content = await zipOf({ "out/a.txt": "built", "out/b.txt": "too" });
    const file = { name: "artifacts.zip", content };
    const archive = { artifact_type: "archive", artifact_format: "zip", expire_in: "1 hour" };
    expect(await machine.upload(build, file, archive)).toBe(201);
    // A runner that did not get the response sends it again; another archive is none.
    expect(await machine.upload(build, file, archive)).toBe(201);
    expect(await machine.upload(build, { name: "x.zip", content: await zipOf({ x: "y" }) }, archive)).toBe(
      400,
    );
    const report = (type: string, text: string) =>
      machine.upload(
        build,
        { name: `${type}.gz`, content: gzipSync(text) },
        { artifact_type: type, artifact_format: "gzip" },
      );
    expect(await report("dotenv", "FROM_BUILD=yes\n")).toBe(201);
    expect(await report("junit", "<testsuite/>")).toBe(201);
    expect(await report("cobertura", "<coverage/>")).toBe(201);
    await machine.updateJob(build, { state: "success" });

    const test = await take();
    expect(variableOf(test, "FROM_BUILD")).toBe("yes");
    expect(test.dependencies).toEqual([
      {
        id: build.id,
        name: "build",
        token: test.token,
        artifacts_file: { filename: "artifacts.zip", size: content.length },
      },
    ]);
    for (const dependency of test.dependencies) {
      const { status, bytes } = await machine.download(dependency);
      expect([status, bytes.equals(content)]).toEqual([200, true]);
    }
    expect((await machine.download({ id: test.id, token: test.token })).status).toBe(404);
    expect((await machine.download({ id: 999_999, token: test.token })).status).toBe(404);
    expect((await machine.download({ id: build.id, token: build.token })).status).toBe(403);
    const shown = await service.call(
      "GET",
      `/projects/${service.project.id}/jobs/${build.id}/artifacts/out/a.txt`,
    );
    expect(shown).toBe("built");
    const job = (await service.call("GET", `/projects/${service.project.id}/jobs/${build.id}`)) as {
      artifacts: { file_type: string }[];
      artifacts_expire_at: string;
    };
    expect(job.artifacts.map((each) => each.file_type).toSorted()).toEqual([
      "archive",
      "cobertura",
      "dotenv",
      "junit",
      "metadata",
    ]);
    expect(Date.parse(job.artifacts_expire_at) - clock.now()).toBeGreaterThan(3_500_000);
    const stored = readFileSync(join(service.folder, "jobs", "0", String(build.id), "metadata.gz"));
    expect(gunzipSync(stored).toString()).toContain("out/a.txt");
  });

  it("are refused where they are broken, of a kind or format that is not known, cut off, or not a form", async () => {
    await run("a: { script: x, artifacts: { paths: [a] } }");
    const job = await take();
    const zip = await zipOf({ a: "b" });
    const upload = (content: Buffer, options: Record<string, string>) =>
      machine.upload(job, { name: "a", content }, options);
    expect(await upload(Buffer.from("no archive"), { artifact_type: "archive" })).toBe(400);
    expect(await upload(gzipSync("no variable"), { artifact_type: "dotenv" })).toBe(400);
    expect(await upload(gzipSync(`A=${"x".repeat(6_000)}`), { artifact_type: "dotenv" })).toBe(400);
    expect(await upload(Buffer.from("no gzip"), { artifact_type: "dotenv" })).toBe(400);
    expect(await upload(zip, { artifact_type: "sast" })).toBe(400);
    expect(await upload(zip, { artifact_type: "archive", artifact_format: "gzip" })).toBe(400);
    expect(await upload(gzipSync(Buffer.alloc(70_000, "ab")), { artifact_type: "dotenv" })).toBe(400);
    const send = async (body: Buffer, type: string) =>
      (
        await machine.send("POST", `jobs/${job.id}/artifacts`, new Uint8Array(body), {
          "job-token": job.token,
          "content-type": type,
        })
      ).status;
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="../../x.zip"\r\n\r\n';
    expect(await send(Buffer.concat([Buffer.from(head), zip]), "multipart/form-data; boundary=b")).toBe(400);
    expect(await send(zip, "application/zip")).toBe(400);
    expect(await send(Buffer.from("--b--\r\n"), "multipart/form-data; boundary=b")).toBe(400);
    const whole = Buffer.concat([Buffer.from(head), zip, Buffer.from("\r\n--b--\r\n")]);
    expect(await send(whole, "multipart/form-data; boundary=b")).toBe(201);
    const details = (await service.call("GET", `/projects/${service.project.id}/jobs/${job.id}`)) as {
      artifacts_file: { filename: string };
    };
    expect(details.artifacts_file.filename).toBe("x.zip");
  });

  it("of two uploads at once one is stored whole, and the other is refused", async () => {
    await run("a: { script: x, artifacts: { paths: [a] } }");
    const job = await take();
    const files = await Promise.all(["one", "two"].map((text) => zipOf({ a: text })));
    const statuses = await Promise.all(
      files.map((content) => machine.upload(job, { name: "a.zip", content })),
    );
    expect(statuses.toSorted()).toEqual([201, 400]);
    const stored = readFileSync(join(service.folder, "jobs", "0", String(job.id), "artifacts.zip"));
    expect(stored.equals(files[statuses.indexOf(201)] ?? Buffer.alloc(0))).toBe(true);
  });
});

describe("the token of a job", () => {
  it("reads the job's repository while the job runs, pushes nothing, and is no user's", async () => {
    await run("a: { script: x }");
    const job = await take();
    const folder = mkdtempSync(join(tmpdir(), "helve-runner-clone-"));
    try {
      const git = (...args: string[]) => gitTextIn(folder, args);
      await git("init", "--quiet", "--bare");
      // As the shells of gitlab-runner fetch.
      await git("fetch", "--depth", "20", "--force", job.git_info.repo_url, ...job.git_info.refspecs);
      expect(await git("show", `${job.git_info.sha}:.gitlab-ci.yml`)).toContain("a: {");
      await expect(
        git("push", job.git_info.repo_url, `${job.git_info.sha}:refs/heads/by-job`),
      ).rejects.toThrow();
      const other = job.git_info.repo_url.replace("fjord/jobs", "fjord/other");
      await service.call("POST", "/projects", { name: "other", path: "other", namespace_id: 1 });
      await expect(git("ls-remote", other)).rejects.toThrow();
      const artifacts = async (path: string, headers: Record<string, string>) =>
        (await fetch(`${service.url}/api/v4/projects/${path}`, { headers })).status;
      const own = `${service.project.id}/jobs/artifacts/main/download?job=build`;
      // There is none of this name, or there is: not that the token is wrong.
      expect([200, 404]).toContain(await artifacts(own, { "job-token": job.token }));
      expect([200, 404]).toContain(await artifacts(`${own}&job_token=${job.token}`, {}));
      expect(await artifacts(own, { "job-token": "glcbt-1_x" })).toBe(401);
      expect(await artifacts(own.replace(/^\d+/, "fjord%2Fother"), { "job-token": job.token })).toBe(401);
      expect(await artifacts(`${service.project.id}`, { "job-token": job.token })).toBe(404);
      const asUser = await fetch(`${service.url}/api/v4/user`, { headers: { "private-token": job.token } });
      expect(asUser.status).toBe(401);
      await machine.updateJob(job, { state: "success" });
      await expect(git("ls-remote", job.git_info.repo_url)).rejects.toThrow();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("is of one job alone, and cannot be made up", async () => {
    await run("a: { script: x }\nb: { script: x }");
    const [one, two] = [await take(), await take()];
    const wrong = [
      "",
      "x",
      `${one.token}x`,
      one.token.replace(/_./, "_#"),
      one.token.replace(/.$/, "~"),
      runner.token,
    ];
    for (const token of [...wrong, two.token]) {
      expect((await machine.updateJob({ ...one, token }, { state: "success" })).status).toBe(
        token ? 403 : 400,
      );
      expect((await machine.patchTrace({ ...one, token }, Buffer.from("x"), 0)).status).toBe(403);
      expect(await machine.upload({ id: one.id, token }, { name: "a", content: Buffer.from("x") })).toBe(403);
    }
    expect((await machine.download({ id: one.id, token: "x" })).status).toBe(403);
    expect((await service.jobOf("a")).status).toBe("running");
  });
});

describe("jobs for a runner", () => {
  it("wait for one until it comes, and no machine gets it that has gone", async () => {
    await run("a: { script: x, when: manual }");
    const other = service.machine(runner.token, { systemId: "s_other" });
    // The first request says what the state of the queue is.
    expect([await machine.requestJob(), await other.requestJob()]).toEqual([null, null]);
    const gone = new AbortController();
    const left = other.requestJob(gone.signal).catch(() => "gone");
    await new Promise((resolve) => setTimeout(resolve, 100));
    gone.abort();
    const waiting = machine.requestJob();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const begun = performance.now();
    const { id } = await service.jobOf("a");
    await service.call("POST", `/projects/${service.project.id}/jobs/${id}/play`);
    expect((await waiting)?.id).toBe(id);
    expect(performance.now() - begun).toBeLessThan(2_000);
    expect(await left).toBe("gone");
  });

  it("wake a runner when a delayed one is due", async () => {
    await run("a: { script: x, when: delayed, start_in: 2 seconds }");
    await machine.requestJob();
    const job = await machine.requestJob();
    expect(job?.job_info.name).toBe("a");
  });

  it("are taken once each, however many machines ask at once", async () => {
    await run(`a: { script: x, parallel: 8 }`);
    const machines = Array.from({ length: 12 }, (_, index) =>
      service.machine(runner.token, { systemId: `s_${index}` }),
    );
    const taken = await Promise.all(machines.map((each) => each.requestJob()));
    const ids = taken.flatMap((job) => job?.id ?? []);
    expect([ids.length, new Set(ids).size]).toEqual([8, 8]);
  });

  it("are those of its tags, its refs and its projects, while it is not paused", async () => {
    const { id: project } = service.project;
    const make = async (settings: object) => service.machine((await service.createRunner(settings)).token);
    const tagged = await make({ runner_type: "instance_type", tag_list: ["gpu"], run_untagged: false });
    const elsewhere = (await service.call("POST", "/projects", { name: "else", path: "else" })) as {
      id: number;
    };
    const foreign = await make({ runner_type: "project_type", project_id: elsewhere.id });
    const own = await make({ runner_type: "project_type", project_id: project });
    const paused = await make({ runner_type: "project_type", project_id: project, paused: true });
    const groups = (await service.call("GET", "/groups")) as { id: number; path: string }[];
    const group_id = groups.find(({ path }) => path === "fjord")?.id;
    const ofGroup = await make({ runner_type: "group_type", group_id });
    const refs = await make({ runner_type: "instance_type", access_level: "ref_protected" });
    await run("plain: { script: x }");
    for (const each of [tagged, foreign, paused]) expect(await each.requestJob()).toBeNull();
    expect((await own.requestJob())?.job_info.name).toBe("plain");
    await run("gpu: { script: x, tags: [gpu] }");
    for (const each of [own, ofGroup, machine]) expect(await each.requestJob()).toBeNull();
    expect((await tagged.requestJob())?.job_info.name).toBe("gpu");
    await service.run();
    expect((await tagged.requestJob())?.id).toBeDefined();
    await run("plain: { script: x }");
    expect((await ofGroup.requestJob())?.job_info.name).toBe("plain");
    await service.call("POST", `/projects/${project}/repository/branches?branch=open&ref=main`);
    await service.call("POST", `/projects/${project}/pipeline`, { ref: "open" });
    expect(await refs.requestJob()).toBeNull();
    await service.run();
    expect((await refs.requestJob())?.git_info.ref).toBe("main");
  });

  it("are shared with this computer where its jobs run, and each is taken once", async () => {
    const setting = `/local/projects/${service.project.id}/ci`;
    expect(await service.call("PUT", setting, { run_jobs: true })).toEqual({
      run_jobs: true,
      other_runners: true,
    });
    const pipeline = await run("a: { script: 'true', parallel: 8 }");
    const path = `/projects/${service.project.id}/pipelines/${pipeline}/jobs`;
    const shown = async () => (await service.call("GET", path)) as ShownJob[];
    const taken = new Set<number>();
    while ((await shown()).some(({ status }) => status !== "success")) {
      // Each is a machine's first request, which does not wait.
      const job = await service.machine(runner.token).requestJob();
      if (!job) continue;
      taken.add(job.id);
      expect((await machine.updateJob(job, { state: "success" })).status).toBe(200);
    }
    for (const { id, runner: by } of await shown()) {
      expect(by?.id === runner.id).toBe(taken.has(id));
      expect(service.states.get(id)).toEqual(["created", "pending", "running", "success"]);
    }
    await service.call("PUT", setting, { run_jobs: false });
  });

  it("of one resource group run one after the other", async () => {
    await run("a: { script: x, resource_group: mast }\nb: { script: x, resource_group: mast }");
    const first = await take();
    expect(await service.machine(runner.token).requestJob()).toBeNull();
    await machine.updateJob(first, { state: "success" });
    expect((await take()).id).not.toBe(first.id);
  });

  it("fail whose environment cannot be, and the next one is taken", async () => {
    await run("a: { script: x, environment: { name: 'a*b' } }\nb: { script: x }");
    expect((await take()).job_info.name).toBe("b");
    expect(await service.jobOf("a")).toMatchObject({ failure_reason: "environment_creation_failure" });
  });
});

describe("a runner's token", () => {
  it("has the beginning by which gitlab-runner knows it, is verified with a machine, and shows that", async () => {
    expect(runner.token).toMatch(/^glrt-/);
    const body = { token: runner.token, system_id: "r_verified" };
    const response = await machine.json("POST", "runners/verify", body);
    expect([response.status, await response.json()]).toEqual([
      200,
      { id: runner.id, token: runner.token, token_expires_at: null },
    ]);
    const shown = await service.call("GET", `/runners/${runner.id}`);
    expect(shown).toMatchObject({
      status: "online",
      version: "18.5.0",
      platform: "linux",
      architecture: "amd64",
      ip_address: "127.0.0.1",
    });
  });

  it("registers with a registration token and what gitlab-runner sends, and is deleted by itself", async () => {
    const project = (await service.call("GET", `/projects/${service.project.id}`)) as {
      runners_token: string;
    };
    const response = await machine.json("POST", "runners", {
      token: project.runners_token,
      description: "by hand",
      tag_list: "linux,big",
      run_untagged: true,
      locked: true,
      maintenance_note: "",
      paused: false,
      info: { name: "gitlab-runner", version: "16.0.0", features: { variables: true }, config: { gpus: "" } },
    });
    const made = (await response.json()) as { id: number; token: string };
    expect(response.status).toBe(201);
    expect(await service.call("GET", `/runners/${made.id}`)).toMatchObject({ tag_list: ["linux", "big"] });
    expect((await machine.json("DELETE", "runners", { token: made.token })).status).toBe(204);
    await expect(service.machine(made.token).requestJob()).rejects.toThrow("403");
  });

  it("is replaced by another one at the runner's wish", async () => {
    const made = await service.createRunner();
    const response = await machine.json("POST", "runners/reset_authentication_token", { token: made.token });
    const { token } = (await response.json()) as { token: string };
    expect(response.status).toBe(201);
    await expect(service.machine(made.token).requestJob()).rejects.toThrow("403");
    expect(await service.machine(token).requestJob()).toBeNull();
    expect(
      (await machine.json("POST", "runners/reset_authentication_token", { token: made.token })).status,
    ).toBe(403);
  });

  it("of nobody is refused, and so is a body that is none", async () => {
    await expect(service.machine("glrt-unknown").requestJob()).rejects.toThrow("403");
    expect((await machine.json("POST", "jobs/request", {})).status).toBe(400);
    const broken = await machine.send("POST", "jobs/request", "{", { "content-type": "application/json" });
    expect(broken.status).toBe(400);
    const long = await machine.json("POST", "jobs/request", { token: runner.token, x: "x".repeat(70_000) });
    expect(long.status).toBe(413);
  });

  it("is that of several machines, each of which is remembered and can be forgotten", async () => {
    const made = await service.createRunner();
    for (const systemId of ["s_one", "s_two"]) await service.machine(made.token, { systemId }).requestJob();
    const managers = () => listRunnerManagers(service.store, made.id, 10).map(({ systemId }) => systemId);
    expect(managers().toSorted()).toEqual(["s_one", "s_two"]);
    const { machines } = (await service.call("GET", `/runners/${made.id}`)) as { machines: object[] };
    expect(machines).toHaveLength(2);
    expect(machines[0]).toMatchObject({ version: "18.5.0", platform: "linux", architecture: "amd64" });
    const forget = (system_id: string) =>
      machine.json("DELETE", "runners/managers", { token: made.token, system_id });
    expect((await forget("s_one")).status).toBe(204);
    expect((await forget("s_one")).status).toBe(404);
    expect(managers()).toEqual(["s_two"]);
    const written = () => service.store.get("SELECT contacted_at FROM runners WHERE id = ?", made.id);
    const before = written();
    await service.machine(made.token, { systemId: "s_two" }).requestJob();
    // Once a minute at most.
    expect(written()).toEqual(before);
    clock.shift += 61_000;
    await service.machine(made.token, { systemId: "s_two" }).requestJob();
    expect(written()).not.toEqual(before);
  });
});
