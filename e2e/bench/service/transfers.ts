import { execFile } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { openTestStore } from "../../../electron/service/testing/open-test-store.ts";
import { startGitHttpBackend } from "./git-http-backend.ts";
import { addProject, benchToken, type LargeProject, startMeasuredService } from "./running-service.ts";
import { clock } from "./timing.ts";

/** Seconds of a clone or push of everything. */
interface Transfer {
  readonly transfer: string;
  readonly git: number;
  readonly service: number;
  readonly timesGit: number;
}

const run = (...args: string[]) =>
  promisify(execFile)("git", args, {
    env: { ...process.env, GIT_TERMINAL_PROMPT: "0", GIT_CONFIG_NOSYSTEM: "1" },
    maxBuffer: 1 << 28,
  });

const seconds = (milliseconds: number): number => Math.round(milliseconds / 10) / 100;
const toTransfer = (transfer: string, git: number, service: number): Transfer => ({
  transfer,
  git: seconds(git),
  service: seconds(service),
  timesGit: Math.round((service / git) * 100) / 100,
});

/** Makes a data folder with a project to push to. Returns the project's path. */
async function emptyProject(data: string): Promise<string> {
  await mkdir(data, { recursive: true });
  const store = openTestStore(data);
  const project = await addProject(store, { name: "Pushed", path: "pushed" });
  await store.close();
  return project.fullPath;
}

/** Clones and pushes the whole repository over HTTP: from and to `git http-backend`, and the service. Once each. */
export async function measureTransfers({ repository }: LargeProject, folder: string): Promise<Transfer[]> {
  const data = join(folder, "service");
  const path = await emptyProject(data);
  const service = await startMeasuredService(data);
  const backend = await startGitHttpBackend(folder);
  try {
    await run("init", "--quiet", "--bare", join(folder, "backend.git"));
    const there = `${backend.url}/backend.git`;
    const here = `${service.url.replace("://", `://any:${benchToken}@`)}/${path}.git`;
    const push = (url: string) =>
      clock(() =>
        run("-C", repository, "push", "--quiet", url, "refs/heads/*:refs/heads/*", "refs/tags/*:refs/tags/*"),
      );
    const clone = async (url: string) => {
      const target = join(folder, "clone.git");
      const taken = await clock(() => run("clone", "--quiet", "--mirror", url, target));
      await rm(target, { recursive: true, force: true });
      return taken;
    };
    const measured: Transfer[] = [];
    for (const [name, work] of [
      ["push of all refs", push],
      ["clone of all refs", clone],
    ] as const) {
      const transfer = toTransfer(name, await work(there), await work(here));
      console.error(`${name}: git ${transfer.git} s, service ${transfer.service} s`);
      measured.push(transfer);
    }
    return measured;
  } finally {
    backend.close();
    await service.stop();
  }
}
