import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createProject } from "../../../electron/service/domain/projects/write-project.ts";
import { spawnGit } from "../../../electron/service/git/run.ts";
import { gitIn } from "../../../electron/service/git/testing/test-repository.ts";
import type { ServiceStore } from "../../../electron/service/service-store.ts";
import {
  findProject,
  type NewProject,
  type Project,
  touchProject,
} from "../../../electron/service/store/projects/projects.ts";
import { openStore } from "../../../electron/service/store/schema/open-store.ts";
import { insertUser } from "../../../electron/service/store/users/users.ts";
import { openTestStore } from "../../../electron/service/testing/open-test-store.ts";
import serviceOptions from "../../../electron/system/service-options.json" with { type: "json" };

/** Token of the benchmark's administrator. */
export const benchToken = "hlv-benchmark-of-the-service";

/** The local service in a process of its own. */
interface RunningService {
  /** Base URL without trailing slash. */
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts the local service over a data folder. */
export async function startMeasuredService(
  folder: string,
  more: { readonly allowLocalHooks?: boolean } = {},
): Promise<RunningService> {
  const main = join(import.meta.dirname, "..", "..", "..", "dist", "browser", "service-cli.js");
  const child = spawn(process.execPath, [...serviceOptions.execArgv, main], {
    env: { ...process.env, ...serviceOptions.env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify({ port: 0, folder, sample: false, token: benchToken, ...more }));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(chunk.toString());
      if (found) resolve(found[0]);
    });
    child.once("exit", () => reject(new Error("the service ended")));
  });
  const stop = () =>
    new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.kill("SIGTERM");
    });
  return { url, pid: child.pid ?? 0, stop };
}

/** Size and time of a response. */
interface ReadBytes {
  readonly bytes: number;
  /** Milliseconds until the first bytes of the body. */
  readonly first: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Reads a response to its end. Throws when it is not a success. */
export const read = (url: string): Promise<ReadBytes> =>
  new Promise((resolve, reject) => {
    const start = performance.now();
    get(url, { agent, headers: { "private-token": benchToken } }, (response) => {
      let [bytes, first] = [0, Number.NaN];
      response.on("data", (chunk: Buffer) => {
        if (bytes === 0) first = performance.now() - start;
        bytes += chunk.length;
      });
      response.on("error", reject);
      response.on("end", () =>
        response.statusCode === 200
          ? resolve({ bytes, first })
          : reject(new Error(`${response.statusCode}: ${url}`)),
      );
    }).on("error", reject);
  });

/** Closes the connections that {@link read} reuses. */
export const closeConnections = (): void => agent.destroy();

/** A data folder of the service with one project in it, number 1. */
export interface LargeProject {
  readonly folder: string;
  readonly repository: string;
}

/** The tip of the history before the first commit to it. */
const start = "refs/bench/start";

/** Removes earlier runs' commits and the service's caches, so that every run begins alike. */
export async function restore({ repository }: LargeProject): Promise<void> {
  await gitIn(repository, ["update-ref", "refs/heads/main", start]);
  for (const made of [join("objects", "info", "commit-graphs"), "commit-order"])
    await rm(join(repository, made), { recursive: true, force: true });
}

/** Makes the project of a history, or finds it as an earlier run left it under this name. */
export async function largeProject(
  cache: string,
  name: string,
  history: () => Iterable<string>,
): Promise<LargeProject> {
  const folder = join(cache, `service-${name}`);
  if (!existsSync(folder)) {
    const unfinished = `${folder}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await make(unfinished, history());
    await rename(unfinished, folder);
  }
  const store = openStore(folder);
  const repository = findProject(store, 1)?.repositoryPath;
  store.close();
  if (!repository) throw new Error(`${folder} holds no project; delete it`);
  return { folder, repository };
}

async function make(folder: string, history: Iterable<string>): Promise<void> {
  const store = openTestStore(folder);
  const project = await addProject(store, { name: "Large", path: "large", visibility: "public" });
  const importer = spawnGit(store.git.open(project.repositoryPath), ["fast-import", "--quiet"]);
  const ended = once(importer, "close");
  await pipeline(Readable.from(history), importer.stdin);
  const [code] = await ended;
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`);
  await gitIn(project.repositoryPath, ["update-ref", start, "refs/heads/main"]);
  touchProject(store, project, "main");
  await store.close();
}

/** Adds a project and its owner to an empty store. */
export async function addProject(
  store: ServiceStore,
  project: Pick<NewProject, "name" | "path" | "visibility">,
): Promise<Project> {
  const { id } = insertUser(store, {
    username: "helve",
    name: "Local Administrator",
    email: "helve@localhost",
    isAdmin: true,
  });
  return createProject(store, { ...project, userId: id, creatorId: id });
}
