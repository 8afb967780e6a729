import { execFile, execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type JobDefinition, jobDefinition } from "../../../../shared/ci/config/job-definition.ts";
import { createRepository } from "../../git/repository.ts";
import { makeCommit, testRepositories } from "../../git/testing/test-repository.ts";
import { processesWith } from "./process-group.ts";
import { markerOf, removeOrphans } from "./remove-orphans.ts";
import { defaultLimits, type JobRun, runJob } from "./run-job.ts";
import { testJobInfo } from "./testing/test-job-info.ts";

let folder: string;
let repositoryPath: string;
let sha: string;
const state = { jobId: 70_000_000 + process.pid };
const processesOf = (jobId: number | string) => processesWith("CI_JOB_ID", String(jobId));
const ownTemporaryFolder = process.env.TMPDIR;
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "helve-executor-")));
  // A folder of its own, in which leftovers of jobs are counted.
  process.env.TMPDIR = join(folder, "temporary");
  mkdirSync(process.env.TMPDIR);
  repositoryPath = join(folder, "project.git");
  await createRepository(testRepositories, repositoryPath);
  sha = await makeCommit(repositoryPath, { files: { "a.txt": "content", "dir/b.txt": "b" } });
});
afterAll(() => {
  if (ownTemporaryFolder === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = ownTemporaryFolder;
  rmSync(folder, { recursive: true, force: true });
});

async function run(definition: Partial<JobDefinition>, more: Partial<JobRun> = {}) {
  const jobId = state.jobId++;
  const tracePath = join(folder, `${jobId}.log`);
  const outcome = await runJob({
    info: testJobInfo(jobId, sha),
    marker: markerOf({ folder }, jobId),
    definition: jobDefinition.parse(definition),
    repository: testRepositories.open(repositoryPath),
    tracePath,
    archives: [],
    inherited: {},
    declared: [],
    given: {},
    givenFiles: [],
    limits: defaultLimits,
    signal: new AbortController().signal,
    collect: async () => undefined,
    ...more,
  });
  const trace = existsSync(tracePath) ? readFileSync(tracePath) : Buffer.alloc(0);
  return { ...outcome, trace, left: processesOf(jobId) };
}

it.each(["none", "empty"])(
  "runs a script without the files of the commit for GIT_STRATEGY %s",
  async (strategy) => {
    const { status, trace } = await run({ script: ["ls -A | wc -l"], variables: { GIT_STRATEGY: strategy } });
    expect(status).toBe("success");
    expect(trace.toString()).toContain("Skipping Git repository setup");
    expect(trace.toString()).toMatch(/^0$/m);
  },
);

it.each(["fetch", "clone"])("checks the commit out for GIT_STRATEGY %s", async (strategy) => {
  const { trace } = await run({ script: ["cat a.txt"], variables: { GIT_STRATEGY: strategy } });
  expect(trace.toString()).toContain("content");
});

it("refuses a GIT_STRATEGY that there is not, and names submodules as without effect", async () => {
  const wrong = await run({ script: ["true"], variables: { GIT_STRATEGY: "pull" } });
  expect(wrong.status).toBe("failed");
  expect(wrong.trace.toString()).toContain(
    'GIT_STRATEGY is "pull": it has to be clone, fetch, none or empty.',
  );
  const { trace } = await run({ script: ["true"], variables: { GIT_SUBMODULE_STRATEGY: "recursive" } });
  expect(trace.toString()).toContain("No effect on this computer: GIT_SUBMODULE_STRATEGY");
});

it("runs a script in a checkout of the commit, line by line, with sections", async () => {
  const { status, trace, left } = await run({
    beforeScript: ["export SET=before"],
    script: ["cat a.txt dir/b.txt", 'echo "$SET $OWN $CI_COMMIT_SHORT_SHA"', "git log --oneline | wc -l"],
    afterScript: ["echo after"],
    variables: { OWN: "own-$CI_JOB_NAME" },
  });
  const text = trace.toString();
  expect([status, left]).toEqual(["success", []]);
  expect(text).toContain("contentb");
  expect(text).toContain(`before own-test ${sha.slice(0, 8)}`);
  expect(text).toContain("\u001b[32;1m$ cat a.txt dir/b.txt\u001b[0m");
  for (const name of ["get_sources", "step_script", "after_script"]) {
    expect(text).toMatch(new RegExp(`section_start:\\d+:${name}\\r.*section_end:\\d+:${name}\\r`, "s"));
  }
});

it.runIf(process.platform === "linux")("names the variable that is too long for the system", async () => {
  const { status, reason, trace } = await run({
    script: ["echo ran"],
    variables: { SHORT: "s", LONG: "$SHORT".repeat(300_000), LONGEST: "$LONG".repeat(100_000) },
  });
  expect([status, reason]).toEqual(["failed", "runner_system_failure"]);
  expect(trace.toString()).toContain("the longest is LONGEST with 500,000 characters.");
});

it("stops at the line that fails, and prints its exit code", async () => {
  const { status, reason, exitCode, trace } = await run({
    script: ["echo one", "(exit 3) | true", "echo two"],
    ignored: ["image", "cache"],
  });
  expect([status, reason, exitCode]).toEqual(["failed", "script_failure", 3]);
  expect(trace.toString()).toContain("one");
  expect(trace.toString()).not.toContain("\ntwo");
  expect(trace.toString()).toContain("ERROR: Job failed: exit code 3");
  expect(trace.toString()).toContain("No effect on this computer: image, cache");
});

it("shows nothing of this process's environment to a job", async () => {
  process.env.HELVE_TEST_SECRET = "secret-of-the-host";
  try {
    const { trace } = await run({ script: ["env"] });
    const names = [...trace.toString().matchAll(/^([A-Za-z_]\w*)=/gm)].map(([, name]) => name ?? "");
    expect(names).toContain("CI_JOB_ID");
    expect(trace.toString()).not.toContain("secret-of-the-host");
    const allowed =
      /^(CI|GITLAB_CI|GITLAB_FEATURES|GITLAB_USER_\w+|CI_.*|GIT_.*|PATH|LANG|HOME|TMPDIR|HELVE_JOB|PWD|OLDPWD|SHLVL|_)$/;
    expect(names.filter((name) => !allowed.test(name))).toEqual([]);
  } finally {
    delete process.env.HELVE_TEST_SECRET;
  }
});

const masked = (key: string, value: string) => ({ key, value, masked: true, raw: true, file: false });

it("masks secrets, also where one is cut by the end of a chunk", async () => {
  const { trace } = await run(
    { script: ["printf 'a s3cret-va'; sleep 0.3; echo lue b", "echo s3cret-value", "echo s3cret-va end"] },
    { declared: [masked("SECRET", "s3cret-value"), masked("BRIEF", "short")] },
  );
  expect(trace.toString()).not.toContain("s3cret-value");
  expect(trace.toString()).toContain("a [MASKED] b");
  expect(trace.toString()).toContain("s3cret-va end");
});

it("lets no after_script change how a job ended, and ends one that takes too long", async () => {
  const short = { ...defaultLimits, afterScriptMs: 500 };
  const unaffected = (why: string) => `WARNING: after_script failed, but the job is not affected: ${why}`;
  for (const [afterScript, why, limits] of [
    ["exit 3", "exit code 3", defaultLimits],
    ["sleep 600", "it took longer than its time limit", short],
  ] as const) {
    const { status, trace, left } = await run({ script: ["true"], afterScript: [afterScript] }, { limits });
    expect([status, left]).toEqual(["success", []]);
    expect(trace.toString()).toContain(unaffected(why));
  }
  const failed = await run({ script: ["exit 4"], afterScript: ["sleep 600"] }, { limits: short });
  expect([failed.status, failed.reason, failed.exitCode]).toEqual(["failed", "script_failure", 4]);
});

it.each(["$PWD", "$HOME"])("ends as its script did where that removed %s", async (folder) => {
  const script = [`rm -rf "${folder}"`, "echo removed"];
  const { status, trace } = await run({ script, afterScript: ["echo after"] });
  expect(status).toBe("success");
  expect(trace.toString()).toContain("\nremoved\n");
  expect(trace.toString()).toContain("WARNING: after_script failed, but the job is not affected: ");
});

it("keeps binary output and lines of any length as they are", async () => {
  const { status, trace } = await run({
    script: ["head -c 300000 /dev/zero | tr '\\0' x", "printf '\\xff\\xfe\\x00end'"],
  });
  expect(status).toBe("success");
  expect(trace.includes(Buffer.from("x".repeat(20_000)))).toBe(true);
  expect(trace.includes(Buffer.from([0xff, 0xfe, 0x00]))).toBe(true);
});

it("reads coverage from the last match, also where its line does not end", async () => {
  const script = ["echo 'Coverage: 12.5%'", "printf 'Coverage: %s%%' 91.25"];
  expect((await run({ script, coverage: "/Coverage: (\\d+\\.\\d+)%/" })).coverage).toBe(91.25);
  expect((await run({ script: ["true"], coverage: "/(/" })).coverage).toBeNull();
});

const stubborn = [
  "trap '' TERM",
  "(trap '' TERM; while true; do sleep 1; done) &",
  "setsid bash -c \"trap '' TERM; while true; do sleep 1; done\" &",
  "printf '\\xff\\xfe\\x00'; for n in 1 2 3; do head -c 20000 /dev/zero | tr '\\0' x; echo; done",
  "echo started",
];
const endless = "while true; do sleep 1; done";
const longLine = "x".repeat(20_000);

it("cancels a job that forks, leaves its session, ignores SIGTERM and prints bytes, and leaves nothing of it", async () => {
  const abort = new AbortController();
  const collect = vi.fn<JobRun["collect"]>();
  const running = run({ script: [...stubborn, endless] }, { signal: abort.signal, collect });
  const jobId = state.jobId - 1;
  while (processesOf(jobId).length < 4) await delay(50);
  while (!readFileSync(join(folder, `${jobId}.log`)).includes("\nstarted")) await delay(50);
  abort.abort();
  const { status, left, trace } = await running;
  expect([status, left]).toEqual(["canceled", []]);
  expect(collect).not.toHaveBeenCalled();
  expect(trace.includes(Buffer.from([0xff, 0xfe, 0x00]))).toBe(true);
  expect(
    trace
      .toString()
      .split("\n")
      .filter((line) => line.endsWith(longLine)),
  ).toHaveLength(3);
  expect(readdirSync(tmpdir())).toEqual([]);
});

it("ends the same job where it fills its quota, and leaves nothing of it", async () => {
  const limits = { ...defaultLimits, diskCheckIntervalMs: 50, diskBytes: 1_000_000 };
  const script = [...stubborn, "while true; do head -c 100000 /dev/zero >> big; sleep 0.05; done"];
  const { status, reason, left, trace } = await run({ script }, { limits });
  expect([status, reason, left]).toEqual(["failed", "disk_quota_exceeded", []]);
  expect(trace.includes(longLine)).toBe(true);
  expect(readdirSync(tmpdir())).toEqual([]);
});

/** Returns the ids of processes that were started with these words. */
const commandsOf = (words: string) =>
  readdirSync("/proc").filter(
    (id) => /^\d+$/.test(id) && commandLineOf(id).replaceAll("\0", " ").trim() === words,
  );
function commandLineOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

it.runIf(process.platform === "linux").each([
  ["of the group", ""],
  ["outside of the group", "setsid "],
])("ends processes %s that cleared their environment and ignore SIGTERM", async (_, outside) => {
  // A word by which the test finds them, since their environment does not name the job.
  const words = `sleep 6${state.jobId}`;
  const { status } = await run({
    script: [`${outside}env -i bash -c "trap '' TERM; ${words}; true" &`, "sleep 0.3", "echo done"],
  });
  expect([status, commandsOf(words)]).toEqual(["success", []]);
});

it("runs a job whose time limit is longer than a timer can be", async () => {
  expect((await run({ script: ["sleep 0.2"], timeout: 60 * 86_400 })).status).toBe("success");
});

it.runIf(process.getuid?.() !== undefined)("removes folders that a job made read-only", async () => {
  const jobId = String(state.jobId++);
  const own = mkdtempSync(join(ownTemporaryFolder ?? "/tmp", "helve-read-only-"));
  const entry = fileURLToPath(new URL("./testing/run-one-job.ts", import.meta.url));
  const script = ["mkdir -p a/b", "touch a/b/c", "chmod 500 a/b", "chmod 0 a", 'chmod 500 "$HOME"'];
  cpSync(repositoryPath, join(own, "project.git"), { recursive: true });
  mkdirSync(join(own, "temporary"));
  // Root may write everywhere.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) execFileSync("chown", ["-R", "65534:65534", own]);
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [entry, join(own, "project.git"), sha, join(own, "trace.log"), jobId, ...script],
      {
        ...(isRoot && { uid: 65_534, gid: 65_534 }),
        env: { ...process.env, TMPDIR: join(own, "temporary") },
      },
    );
    expect(JSON.parse(stdout)).toMatchObject({ status: "success" });
    expect(readdirSync(join(own, "temporary"))).toEqual([]);
  } finally {
    rmSync(own, { recursive: true });
  }
});

it("`wait` waits for the script's own background processes only", async () => {
  const script = ["wait", 'echo "[$(jobs -p)$!]"', "sleep 0.1 & wait", "echo waited"];
  const { status, trace } = await run({ script, timeout: 5 });
  expect([status, trace.toString()]).toEqual(["success", expect.stringMatching(/^\[\]$.*^waited$/ms)]);
});

it("ends what a script left in the background", async () => {
  const { status, left } = await run({ script: ["sleep 600 &", "setsid sleep 600 &", "echo done"] });
  expect([status, left]).toEqual(["success", []]);
});

const small = { ...defaultLimits, diskCheckIntervalMs: 50, diskBytes: 1_000_000, traceBytes: 100_000 };
const tooLoud = "\n\u001b[33;1mJob's log exceeded limit of 100000 bytes.\u001b[0m\n";
it.each([
  ["takes too long", ["sleep 600"], "job_execution_timeout", "longer than its time limit"],
  [
    "writes too much",
    ["head -c 5000000 /dev/zero > big", "sleep 600"],
    "disk_quota_exceeded",
    "wrote more to its folder than is allowed",
  ],
  ["prints too much", ["yes"], "trace_size_exceeded", tooLoud],
])("fails a job that %s", async (_, script, expected, notice) => {
  const timeout = expected === "job_execution_timeout" ? 1 : 60;
  const { status, reason, trace, left } = await run({ script, timeout }, { limits: small });
  expect([status, reason, left]).toEqual(["failed", expected, []]);
  expect(trace.toString()).toContain(notice);
  expect(trace.length).toBeLessThanOrEqual(small.traceBytes + tooLoud.length);
});

it.runIf(process.platform === "linux")(
  "counts a file that a job has deleted and still writes to",
  async () => {
    const script = ["exec 7> big", "rm big", "head -c 5000000 /dev/zero >&7", "sleep 600"];
    const { reason, left } = await run({ script }, { limits: small });
    expect([reason, left]).toEqual(["disk_quota_exceeded", []]);
  },
);

it("fails a job whose log cannot be written", async () => {
  const tracePath = join(folder, "missing", "trace.log");
  const { status, reason, left } = await run({ script: ["sleep 600"] }, { tracePath });
  expect([status, reason, left]).toEqual(["failed", "runner_system_failure", []]);
});

it("runs nothing of a job that is cancelled before it starts, or while it does", async () => {
  const script = ["echo has-run"];
  const before = await run({ script }, { signal: AbortSignal.abort() });
  const abort = new AbortController();
  const running = run({ script }, { signal: abort.signal });
  abort.abort();
  for (const { status, trace, left } of [before, await running]) {
    expect([status, left]).toEqual(["canceled", []]);
    expect(trace.toString()).not.toContain("has-run");
  }
});

it("stops collecting artifacts with the job", async () => {
  const abort = new AbortController();
  const collect: JobRun["collect"] = async ({ signal }) => {
    abort.abort();
    signal.throwIfAborted();
  };
  const { status } = await run({ script: ["true"] }, { signal: abort.signal, collect });
  expect(status).toBe("canceled");
});

it("leaves nothing of a job when the service was killed and starts again", async () => {
  const jobId = String(state.jobId++);
  const entry = fileURLToPath(new URL("./testing/run-one-job.ts", import.meta.url));
  const tracePath = join(folder, `${jobId}.log`);
  const service = spawn(process.execPath, [entry, repositoryPath, sha, tracePath, jobId]);
  // One that left the group of the job is found by its marker.
  while (!existsSync(tracePath) || !readFileSync(tracePath).includes("\naway")) await delay(50);
  service.kill("SIGKILL");
  while (processesOf(jobId).length > 1) await delay(50);
  await removeOrphans({ folder: `${folder}.another` });
  expect(processesOf(jobId)).toHaveLength(1);
  await removeOrphans({ folder });
  while (processesOf(jobId).length > 0) await delay(50);
  expect(readdirSync(tmpdir())).toEqual([]);
});
