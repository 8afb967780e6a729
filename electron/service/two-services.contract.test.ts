import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { administratorName } from "./domain/people/users.ts";
import { createProject } from "./domain/projects/write-project.ts";
import { makeCommit } from "./git/testing/test-repository.ts";
import { type RunningService, startService } from "./start-service.ts";
import { touchProject } from "./store/projects/projects.ts";
import { findUserByName } from "./store/users/users.ts";

const adminToken = "hlv-two-services-admin";
let root: string;
const running: RunningService[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "helve-two-services-"));
});
afterEach(async () => {
  for (const service of running.splice(0)) await service.close();
  rmSync(root, { recursive: true, force: true });
});

/** Starts a service with a project `app`, whose only file has a text. */
async function start(name: string, text: string): Promise<RunningService> {
  const service = await startService({ folder: join(root, name), port: 0, adminToken });
  running.push(service);
  const { store } = service;
  const userId = findUserByName(store, administratorName)?.id ?? 1;
  const project = await createProject(store, { name: "App", path: "app", userId, creatorId: userId });
  await makeCommit(project.repositoryPath, { files: { "a.txt": text }, time: 1_600_000_000 });
  touchProject(store, project, "main");
  return service;
}

const read = async ({ url }: RunningService, path: string): Promise<string> => {
  const response = await fetch(`${url}/api/v4/projects/1${path}`, {
    headers: { "private-token": adminToken },
  });
  return response.text();
};

const file = "/repository/files/a.txt/raw?ref=main";

it("shares nothing between two services of one process", async () => {
  const [first, second] = [await start("first", "one"), await start("second", "two")];
  for (let round = 0; round < 2; round++) {
    expect(await read(first, file)).toBe("one");
    expect(await read(second, file)).toBe("two");
    const trees = [await read(first, "/repository/tree"), await read(second, "/repository/tree")];
    expect(trees[0]).not.toBe(trees[1]);
  }
  await first.close();
  running.shift();
  expect(first.store.git.processes.commands).toEqual([]);
  // The other one goes on.
  expect(second.store.git.processes.commands).toContain("cat-file");
  expect(await read(second, file)).toBe("two");
  expect(await read(second, "/repository/branches")).toContain('"main"');
});

it("keeps no timer, thread and process after it was closed", async () => {
  const kept = () =>
    process
      .getActiveResourcesInfo()
      .filter((name) => /Timeout|Process|Worker|MessagePort|Watch|TCPServer/.test(name))
      .toSorted();
  const before = kept();
  const service = await start("closed", "text");
  expect(await read(service, file)).toBe("text");
  expect(await read(service, "/repository/branches")).toContain('"main"');
  await service.close();
  running.pop();
  expect(service.store.git.processes.commands).toEqual([]);
  await expect.poll(kept, { timeout: 5_000 }).toEqual(before);
});
