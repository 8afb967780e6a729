import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { insertGroup } from "../../store/groups/groups.ts";
import { insertUser } from "../../store/users/users.ts";
import { openTestStore } from "../../testing/open-test-store.ts";
import { adminToken, killableService } from "../originals/testing/killable-service.ts";
import { createProject } from "../projects/write-project.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "helve-killed-deletion-")));
const { folder, start, end } = killableService(root);

afterAll(() => {
  end();
  rmSync(root, { recursive: true, force: true });
});

/** Two levels of groups with projects to delete, and one project that stays. */
async function fill(): Promise<{ readonly groupId: number; readonly kept: string }> {
  const store = openTestStore(folder);
  const user = insertUser(store, { username: "someone", name: "Someone", email: "someone@example.test" });
  const group = insertGroup(store, { name: "Doomed", path: "doomed" });
  const below = insertGroup(store, { name: "Below", path: "below", parentId: group.id });
  for (let index = 0; index < 12; index++) {
    const groupId = index % 2 ? group.id : below.id;
    await createProject(store, { name: `p${index}`, path: `p${index}`, groupId, creatorId: user.id });
  }
  const kept = await createProject(store, {
    name: "kept",
    path: "kept",
    userId: user.id,
    creatorId: user.id,
  });
  await store.close();
  return { groupId: group.id, kept: kept.repositoryPath };
}

const call = (url: string, method: string, path: string) =>
  fetch(`${url}/api/v4${path}`, { method, headers: { "private-token": adminToken } });

it("continues a deletion that a killed service had begun", async () => {
  const { groupId, kept } = await fill();
  const first = await start();
  const accepted = await call(first.url, "DELETE", `/groups/${groupId}`);
  expect(accepted.status).toBe(202);
  await first.kill();
  // The accepted deletion is stored, however much was deleted by then.
  const store = openTestStore(folder);
  expect(store.all("SELECT id FROM groups WHERE deletion_requested_at IS NULL")).toEqual([]);
  await store.close();

  const second = await start();
  const status = async () => (await call(second.url, "GET", `/groups/${groupId}`)).status;
  await expect.poll(status, { timeout: 60_000 }).toBe(404);
  const left = () =>
    readdirSync(join(folder, "repositories")).map((name) => join(folder, "repositories", name));
  await expect.poll(left, { timeout: 60_000 }).toEqual([kept]);
  await second.kill();

  const after = openTestStore(folder);
  expect(after.all("SELECT id FROM groups")).toEqual([]);
  expect(after.all("SELECT name FROM projects")).toEqual([{ name: "kept" }]);
  expect(after.all("SELECT path FROM folder_removals")).toEqual([]);
  await after.close();
}, 120_000);

it("removes folders of projects whose rows were gone when the service was killed", async () => {
  const store = openTestStore(folder);
  const project = await createProject(store, { name: "half", path: "half", userId: 1, creatorId: 1 });
  store.run("INSERT INTO folder_removals (path) VALUES (?)", project.repositoryPath.slice(folder.length + 1));
  store.run("DELETE FROM projects WHERE id = ?", project.id);
  await store.close();
  const service = await start();
  const names = () => readdirSync(join(folder, "repositories"));
  await expect.poll(names, { timeout: 60_000 }).toHaveLength(1);
  await service.kill();
}, 60_000);
