import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import { createProject } from "../domain/projects/write-project.ts";
import { type RunningService, startService } from "../start-service.ts";
import { jobStatusChanged } from "../store/ci/jobs.ts";
import { insertGroup } from "../store/groups/groups.ts";
import { insertUser } from "../store/users/users.ts";
import { openTestStore } from "./open-test-store.ts";
import { type RunnerConfig, TestRunner } from "./test-runner.ts";

const adminToken = "hlv-runner-protocol-admin";

/** A job as the interface shows it. */
export interface ShownJob {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly failure_reason?: string;
  readonly coverage: number | null;
  readonly runner: { readonly id: number } | null;
}

/** Starts a service with a project whose jobs do not run on this machine; it can be started again on the same data. */
export async function serviceWithRunners(options: { readonly clock?: Clock } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "helve-runners-"));
  const store = openTestStore(folder);
  const creator = insertUser(store, { username: "ada", name: "Ada", email: "ada@example.test" });
  const group = insertGroup(store, { name: "Fjord", path: "fjord" });
  const names = { name: "Jobs", path: "jobs", groupId: group.id };
  const project = await createProject(store, { ...names, creatorId: creator.id });
  await store.close();
  /** States of each job in the order in which it had them, over all starts. */
  const states = new Map<number, string[]>();
  let running: RunningService;

  async function start(): Promise<void> {
    running = await startService({ folder, port: 0, adminToken, ...options });
    const { store } = running;
    jobStatusChanged.on(store, ({ jobId }) => {
      const row = store.get("SELECT status FROM jobs WHERE id = ?", jobId);
      const status = String(Reflect.get(Object(row), "status"));
      states.set(jobId, [...(states.get(jobId) ?? []), status]);
    });
  }
  await start();

  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${running.url}/api/v4${path}`, {
      method,
      headers: { "private-token": adminToken, "content-type": "application/json" },
      body: body ? JSON.stringify(body) : null,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
  }

  const jobs = async (): Promise<readonly ShownJob[]> =>
    (await call("GET", `/projects/${project.id}/jobs?per_page=100`)) as readonly ShownJob[];

  return {
    project,
    folder,
    states: states as ReadonlyMap<number, readonly string[]>,
    get url(): string {
      return running.url;
    },
    get store() {
      return running.store;
    },
    call,
    jobs,
    async jobOf(name: string): Promise<ShownJob> {
      const job = (await jobs()).find((each) => each.name === name);
      if (!job) throw new Error(`there is no job ${name}`);
      return job;
    },
    trace: async (id: number) => String(await call("GET", `/projects/${project.id}/jobs/${id}/trace`)),
    /** Creates a runner and returns its id and token. */
    createRunner: async (settings: object = { runner_type: "instance_type" }) =>
      (await call("POST", "/user/runners", settings)) as { readonly id: number; readonly token: string },
    /** Returns a machine with a runner's token. */
    machine: (token: string, more: Partial<RunnerConfig> = {}) =>
      new TestRunner({ url: () => running.url, token, ...more }),
    /** Commits a `.gitlab-ci.yml` that starts no pipeline by itself. */
    commit: (content: string, action: "create" | "update" = "create") =>
      call("POST", `/projects/${project.id}/repository/commits`, {
        branch: "main",
        commit_message: "Jobs [skip ci]",
        actions: [{ action, file_path: ".gitlab-ci.yml", content }],
      }),
    /** Starts a pipeline and returns its id. */
    run: async (variables: readonly object[] = []) =>
      (
        (await call("POST", `/projects/${project.id}/pipeline`, { ref: "main", variables })) as {
          readonly id: number;
        }
      ).id,
    cancel: (id: number) => call("POST", `/projects/${project.id}/jobs/${id}/cancel`),
    /** Ends the service and starts it again on its data, at another port. */
    async restart(): Promise<void> {
      await running.close();
      await start();
    },
    async remove(): Promise<void> {
      await running.close();
      // A process of git may be ending.
      for (let attempt = 0; ; attempt++) {
        try {
          return rmSync(folder, { recursive: true, force: true });
        } catch (error) {
          if (attempt === 20) throw error;
          await delay(50);
        }
      }
    },
  };
}

export type ServiceWithRunners = Awaited<ReturnType<typeof serviceWithRunners>>;
