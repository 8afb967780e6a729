import { lstatSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  getOriginal,
  listLocalRepositories,
  removeLocalRepository,
} from "../../../../shared/api/resources/local-repositories.ts";
import { createMergeRequest } from "../../../../shared/api/resources/merge-request-changes.ts";
import { listProjectMergeRequests } from "../../../../shared/api/resources/merge-requests.ts";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import { makeOriginal, terminal } from "./testing/opened-service.ts";
import { openedServiceForTests } from "./testing/opened-service-for-tests.ts";

const service = openedServiceForTests();

/** Every file and folder below a path with its mode, size, inode and time of the last change. */
const filesOf = (path: string) =>
  readdirSync(path, { recursive: true, encoding: "utf8" })
    .toSorted()
    .map((name) => {
      const { mode, size, ino, mtimeMs } = lstatSync(join(path, name));
      return `${name} ${mode} ${size} ${ino} ${mtimeMs}`;
    });

describe("the list of opened repositories", () => {
  it("takes one off without a trace on disk, and has all of it back when it is opened again", async () => {
    const original = await makeOriginal(service.folder("listed"));
    const id = await service.open(original);
    await service.call(createMergeRequest, {
      id,
      source_branch: "feature",
      target_branch: "main",
      title: "Kept",
    });
    const before = [await terminal(original, "for-each-ref"), filesOf(original)];
    const listed = await service.call(listLocalRepositories, {});
    expect(listed.data[0]).toMatchObject({
      project_id: id,
      path: original,
      kind: "worktree",
      state: "ready",
    });
    expect((await service.call(removeLocalRepository, { id })).status).toBe(204);
    expect((await service.call(getProject, { id })).status).toBe(404);
    expect([await terminal(original, "for-each-ref"), filesOf(original)]).toEqual(before);
    expect(await service.open(original)).toBe(id);
    expect(filesOf(original)).toEqual(before[1]);
    expect((await service.call(listProjectMergeRequests, { id })).body).toHaveLength(1);
    expect((await service.call(getOriginal, { id })).data?.kept_refs).toBe(2);
    expect((await service.call(removeLocalRepository, { id, forget: true })).status).toBe(204);
    expect(await terminal(original, "for-each-ref", "refs/helve")).toBe("");
    expect(await service.open(original)).not.toBe(id);
    writeFileSync(service.folder("done"), "");
  });
});
