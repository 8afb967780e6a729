import { once } from "node:events";
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createProject } from "../../../electron/service/domain/projects/create-project.ts";
import { git, spawnGit } from "../../../electron/service/git/run.ts";
import { findProject, touchProject } from "../../../electron/service/store/projects/projects.ts";
import { openStore } from "../../../electron/service/store/schema/open-store.ts";
import { insertUser } from "../../../electron/service/store/users/users.ts";

/** A data folder of the service with one project in it, number 1. */
export interface LargeProject {
  readonly folder: string;
  readonly repository: string;
}

/** The tip of the history before the first commit to it. */
const start = "refs/bench/start";

/** Removes earlier runs' commits and the service's caches, so that every run begins alike. */
export async function restore({ repository }: LargeProject): Promise<void> {
  await git(repository, ["update-ref", "refs/heads/main", start]);
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
  const store = openStore(folder);
  const user = insertUser(store, {
    username: "helve",
    name: "Local Administrator",
    email: "helve@localhost",
    isAdmin: true,
  });
  const project = await createProject(store, {
    name: "Large",
    path: "large",
    userId: user.id,
    creatorId: user.id,
    visibility: "public",
  });
  const importer = spawnGit(project.repositoryPath, ["fast-import", "--quiet"]);
  const ended = once(importer, "close");
  await pipeline(Readable.from(history), importer.stdin);
  const [code] = await ended;
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`);
  await git(project.repositoryPath, ["update-ref", start, "refs/heads/main"]);
  touchProject(store, project, "main");
  store.close();
}
