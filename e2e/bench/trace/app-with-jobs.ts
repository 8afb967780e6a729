import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type APIRequestContext, request } from "@playwright/test";
import { z } from "zod";
import { type RunningApp, startApp } from "../../fixtures/running-app.ts";

const jobList = z.array(z.object({ id: z.int(), name: z.string(), status: z.string() }));
const made = z.object({ id: z.int() });
const opened = made.extend({ path_with_namespace: z.string() });

/** Lines that the job that is followed prints ten times a second. */
const linesPerTick = 999;

/** An app over a project with a job for each trace, and one that prints 10,000 lines a second. */
export interface AppWithJobs {
  readonly app: RunningApp;
  /** Storage state of a signed-in browser. */
  readonly session: Awaited<ReturnType<APIRequestContext["storageState"]>>;
  /** Address of the log of a trace, by the trace's name; `short` is that of a job that printed nothing. */
  urlOf(trace: string): string;
  /** Address of the pipeline of all of them. */
  readonly pipelineUrl: string;
  /** Forgets the traces that the host has on disk. */
  clearHost(): Promise<void>;
  /** Forgets the open tabs, of which each browser would add one. */
  closeTabs(): Promise<void>;
  /** Starts the job that is followed and returns the address of its log. */
  startFollowed(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the built app with a new data folder; `traces` are paths of files by names. */
export async function startAppWithJobs(
  traces: Readonly<Record<string, string>>,
  followSeconds: number,
): Promise<AppWithJobs> {
  const data = mkdtempSync(join(tmpdir(), "helve-bench-"));
  const app = await startApp(join(data, "app"));
  const kill = () => void app.kill();
  process.once("exit", kill);
  const asking = await request.newContext();
  const operations = `${app.origin}/-/accounts/local/operations`;
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await asking.fetch(operations + path, { method, ...(body ? { data: body } : {}) });
    if (!response.ok()) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.json();
  };
  await asking.get(app.link);
  const path = makeRepository(join(data, "repository"), Object.keys(traces), followSeconds);
  const project = opened.parse(await send("POST", "/local/repositories", { path, name: "bench" }));
  await send("PUT", `/local/projects/${project.id}/ci`, { run_jobs: true });
  const { id } = made.parse(await send("POST", `/projects/${project.id}/pipeline`, { ref: "main" }));
  const jobsOf = async () =>
    jobList.parse(await send("GET", `/projects/${project.id}/pipelines/${id}/jobs?per_page=100`));
  let jobs = await jobsOf();
  while (jobs.some(({ name, status }) => name !== "followed" && status !== "success")) {
    await delay(200);
    jobs = await jobsOf();
  }
  const idOf = (name: string): number => {
    const job = jobs.find((one) => one.name === name);
    if (!job) throw new Error(`there is no job ${name}`);
    return job.id;
  };
  for (const [name, file] of Object.entries(traces)) {
    const trace = join(
      data,
      "app",
      "service",
      "jobs",
      String(Math.floor(idOf(name) / 1000)),
      String(idOf(name)),
      "trace.log",
    );
    rmSync(trace);
    symlinkSync(file, trace);
  }
  const remove = async (path: string): Promise<void> => {
    const response = await asking.delete(app.origin + path);
    if (!response.ok()) throw new Error(await response.text());
  };
  const origin = `${app.origin}/a/local/p/${encodeURIComponent(project.path_with_namespace)}`;
  const root = `${origin}/jobs`;
  return {
    app,
    session: await asking.storageState(),
    urlOf: (trace) => `${root}/${idOf(trace)}`,
    pipelineUrl: `${origin}/pipelines/${id}`,
    clearHost: () => remove("/-/cache"),
    closeTabs: () => remove("/-/documents/layout/tabs"),
    async startFollowed() {
      await send("POST", `/projects/${project.id}/jobs/${idOf("followed")}/play`);
      return `${root}/${idOf("followed")}`;
    },
    async stop() {
      await asking.dispose();
      await app.stop();
      process.off("exit", kill);
      rmSync(data, { recursive: true, force: true });
    },
  };
}

function makeRepository(folder: string, names: readonly string[], followSeconds: number): string {
  mkdirSync(folder);
  const lines = Array.from(
    { length: linesPerTick },
    (_, i) => `\u001b[${31 + (i % 6)}mline ${i} of a tick\u001b[0m after ${(i * 7919) % 90_000} ms`,
  );
  const jobs = Object.fromEntries([...names, "short"].map((name) => [name, { script: ["true"] }]));
  const followed = { script: [followScript(followSeconds * 10)], when: "manual", timeout: "30 minutes" };
  writeFileSync(join(folder, "lines.txt"), `${lines.join("\n")}\n`);
  writeFileSync(join(folder, ".gitlab-ci.yml"), JSON.stringify({ ...jobs, followed }));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Bench", "-c", "user.email=bench@example.test", ...args], {
      cwd: folder,
    });
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--message", "Begin");
  return folder;
}

/** Prints the lines every tenth of a second, and after them the time at which it did, in milliseconds. */
const followScript = (ticks: number): string =>
  `start=\${EPOCHREALTIME/[.,]/}; for i in $(seq 1 ${ticks}); do cat lines.txt; now=\${EPOCHREALTIME/[.,]/}
echo "tick $i at \${now:0:13}"; left=$((start + i * 100000 - now))
if [ $left -gt 0 ]; then sleep $(printf "0.%06d" $left); fi; done`;
