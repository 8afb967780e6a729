import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  createGroup,
  deleteGroup,
  getGroup,
  listGroups,
  transferProject,
  updateGroup,
} from "../../../shared/api/resources/groups.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { createProject } from "../domain/projects/write-project.ts";
import { insertGroup } from "../store/groups/groups.ts";
import { findProject } from "../store/projects/projects.ts";
import { findUserByName } from "../store/users/users.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";
import { pathsOf, testGroups } from "./testing/test-groups.ts";

const service = serviceForTests("groups");
const groups = testGroups(service);
const { admin, owner, freshPath, add } = groups;

/** Reads a former path. Returns the status and where it leads, without the service's own address. */
async function readMoved(path: string): Promise<[number, string | undefined]> {
  const { status, headers } = await fetch(`${service.url}/api/v4${path}`, { redirect: "manual" });
  return [status, headers.get("location")?.replace("http://service.test/api/v4", "")];
}

it.each(operationsOf("groups").filter(([name]) => name !== "transferProject"))(
  "%s refuses callers without access and invalid input",
  async (name, operation) => {
    const { id } = groups.team;
    const input =
      name === "createGroup"
        ? { name: "Refused", path: "refused" }
        : { id, ...(name === "updateGroup" ? { description: "x" } : {}) };
    const refusals = refusalsOf(service, operation, input, {
      under: operation.path.includes(":id") ? "Group" : null,
      guests: operation.role === undefined,
      permitted: owner,
    });
    expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
  },
);

describe("create", () => {
  it("makes who adds a group its owner", async () => {
    const path = freshPath();
    const response = await service.operate(
      createGroup,
      {
        name: "New",
        path,
        description: "d",
        visibility: "internal",
        lfs_enabled: false,
        request_access_enabled: false,
      },
      { as: "stranger" },
    );
    expect(response.body).toMatchObject({
      name: "New",
      full_path: path,
      full_name: "New",
      description: "d",
      visibility: "internal",
      lfs_enabled: false,
      request_access_enabled: false,
      parent_id: null,
    });
    const own = await service.operate(listGroups, { owned: true }, { as: "stranger" });
    expect(pathsOf(own.body)).toContain(path);
  });

  it("lets owners and administrators add a group below", async () => {
    const nested = await add({ parent_id: groups.team.id });
    expect(nested.fullPath).toBe(`team/${nested.path}`);
    expect(nested.fullName).toBe(`Team / ${nested.name}`);
    for (const [as, status] of [
      ["guest", 403],
      ["developer", 403],
      ["maintainer", 403],
      ["stranger", 404],
      ["nobody", 401],
    ] as const) {
      const input = { name: "x", path: "x", parent_id: groups.team.id };
      expect([as, (await service.operate(createGroup, input, { as })).status]).toEqual([as, status]);
    }
    const path = freshPath();
    const byAdmin = await service.operate(
      createGroup,
      { name: path, path, parent_id: groups.team.id },
      admin,
    );
    expect(byAdmin.status).toBe(201);
  });

  it.each([
    [{ path: "team" }, { path: ["has already been taken"] }],
    [{ path: "TEAM" }, { path: ["has already been taken"] }],
    [{ path: "guest" }, { path: ["has already been taken"] }],
    [{ name: "team" }, { name: ["has already been taken"] }],
    [{ path: "api" }, { path: ["api is a reserved name"] }],
    [{ path: "-x" }, { path: [expect.stringContaining("can contain only")] }],
    [
      { name: "a/b", path: "a b" },
      { name: [expect.anything()], path: [expect.anything()] },
    ],
  ])("refuses %j", async (input, message) => {
    const path = freshPath();
    const response = await service.operate(createGroup, { name: path, path, ...input }, owner);
    expect([response.status, response.body]).toEqual([400, { message }]);
  });

  it("refuses a group that more people could see than its parent, and a project's path", async () => {
    const path = freshPath();
    const input = { name: path, path, parent_id: groups.team.id, visibility: "public" } as const;
    expect((await service.operate(createGroup, input, owner)).body).toEqual({
      message: {
        visibility_level: ["public is not allowed since the parent group has a private visibility."],
      },
    });
    const project = await service.project();
    const taken = { name: path, path: project.path, parent_id: groups.team.id };
    expect((await service.operate(createGroup, taken, owner)).body).toEqual({
      message: { path: ["has already been taken"] },
    });
  });

  it("stops at twenty levels", async () => {
    let parent = await add();
    for (let depth = 1; depth < 20; depth++) {
      parent = insertGroup(service.store, { name: "n", path: "n", parentId: parent.id });
    }
    const response = await service.operate(
      createGroup,
      { name: "n", path: "n", parent_id: parent.id },
      owner,
    );
    expect(response.body).toEqual({ message: { parent_id: ["has too deep level of nesting"] } });
  });
});

describe("update", () => {
  it("renames the paths of everything below, and redirects who reads the former ones", async () => {
    const group = await add();
    const child = await add({ parent_id: group.id });
    const project = await service.project({ groupId: child.id, path: "deep" });
    const path = freshPath();
    const response = await service.operate(updateGroup, { id: group.id, path, name: "Renamed" }, owner);
    expect(response.body).toMatchObject({ path, name: "Renamed", full_path: path, projects: [] });
    const moved = findProject(service.store, project.id);
    expect(moved?.fullPath).toBe(`${path}/${child.path}/deep`);
    const shown = await service.operate(getGroup, { id: child.id }, owner);
    expect(shown.body).toMatchObject({ full_name: `Renamed / ${child.name}` });

    const token = `private_token=${service.tokens.get("owner")}`;
    expect(
      await readMoved(`/projects/${encodeURIComponent(project.fullPath)}?statistics=true&${token}`),
    ).toEqual([301, `/projects/${encodeURIComponent(moved?.fullPath ?? "")}?statistics=true`]);
    expect(
      await readMoved(`/groups/${encodeURIComponent(child.fullPath)}/projects?simple=true&${token}`),
    ).toEqual([301, `/groups/${encodeURIComponent(`${path}/${child.path}`)}/projects?simple=true`]);
    // Without permission to read it, it is not found.
    const hidden = await service.operate(getProject, { id: project.fullPath }, { as: "stranger" });
    expect(hidden.status).toBe(404);
    // A write acts on what has moved.
    const written = await service.operate(updateGroup, { id: child.fullPath, description: "still" }, owner);
    expect(written.body).toMatchObject({ id: child.id, description: "still" });
  });

  it("changes the letters' case of a path, and single fields", async () => {
    const group = await add();
    const path = group.path.toUpperCase();
    expect((await service.operate(updateGroup, { id: group.id, path }, owner)).body).toMatchObject({ path });
    const changed = await service.operate(
      updateGroup,
      { id: group.id, lfs_enabled: false, request_access_enabled: false, visibility: "public" },
      owner,
    );
    expect(changed.body).toMatchObject({
      path,
      lfs_enabled: false,
      request_access_enabled: false,
      visibility: "public",
    });
  });

  it("refuses what is taken, and a visibility below that of its content", async () => {
    const group = await add({ visibility: "public" });
    const child = await add({ parent_id: group.id, visibility: "internal" });
    const change = async (input: object) =>
      (await service.operate(updateGroup, { id: group.id, ...input }, owner)).body;
    expect(await change({ path: "team", name: "Team" })).toEqual({
      message: { name: ["has already been taken"], path: ["has already been taken"] },
    });
    expect(await change({ visibility: "private" })).toEqual({
      message: {
        visibility_level: [
          "private is not allowed since this group contains sub-groups with higher visibility.",
        ],
      },
    });
    const project = await service.project({ groupId: child.id, visibility: "internal" });
    const inner = await service.operate(updateGroup, { id: child.id, visibility: "private" }, owner);
    expect(JSON.stringify(inner.body)).toContain("contains projects with higher visibility");
    expect(await change({ file_template_project_id: project.id })).toMatchObject({
      file_template_project_id: project.id,
    });
    const other = await service.project();
    expect(await change({ file_template_project_id: other.id })).toEqual({
      message: { file_template_project_id: ["is invalid"] },
    });
  });
});

describe("transfer", () => {
  it("is for administrators", async () => {
    const project = await service.project();
    const group = await add();
    for (const [as, status] of [
      ["owner", 403],
      ["guest", 403],
      ["stranger", 403],
      ["nobody", 401],
    ] as const) {
      const response = await service.operate(
        transferProject,
        { id: group.id, project_id: project.id },
        { as },
      );
      expect([as, response.status]).toEqual([as, status]);
    }
    const nowhere = await service.operate(transferProject, { id: 987_654, project_id: project.id }, admin);
    expect(nowhere.body).toEqual({ message: "404 Group Not Found" });
    const nothing = await service.operate(transferProject, { id: group.id, project_id: 987_654 }, admin);
    expect(nothing.body).toEqual({ message: "404 Project Not Found" });
  });

  it("moves a project, which the former path still leads to, and narrows its visibility", async () => {
    const group = await add();
    const project = await service.project({ visibility: "public", defaultBranch: "main" });
    const commit = await service.commit(project, { files: { "a.txt": "a\n" }, message: "One" });
    const response = await service.operate(transferProject, { id: group.id, project_id: project.id }, admin);
    expect(response.body).toMatchObject({
      id: group.id,
      projects: [
        { id: project.id, path_with_namespace: `${group.fullPath}/${project.path}`, visibility: "private" },
      ],
    });
    const path = `/projects/${project.id}/repository/commits/${commit}`;
    expect((await service.call("GET", path, owner)).status).toBe(200);
    const token = `private_token=${service.tokens.get("owner")}`;
    expect(await readMoved(`/projects/${encodeURIComponent(project.fullPath)}?${token}`)).toEqual([
      301,
      `/projects/${encodeURIComponent(`${group.fullPath}/${project.path}`)}`,
    ]);
    const again = await service.operate(transferProject, { id: group.id, project_id: project.id }, admin);
    expect([again.status, JSON.stringify(again.body)]).toEqual([400, expect.stringContaining("already")]);
    const twin = await service.project({ path: project.path });
    const taken = await service.operate(transferProject, { id: group.id, project_id: twin.id }, admin);
    expect([taken.status, JSON.stringify(taken.body)]).toEqual([
      400,
      expect.stringContaining("same name or path"),
    ]);
  });

  it("takes a user's own project", async () => {
    const group = await add();
    const user = findUserByName(service.store, "stranger");
    const project = await service.project({ groupId: undefined, userId: user?.id });
    const { status } = await service.operate(
      transferProject,
      { id: group.id, project_id: project.id },
      admin,
    );
    expect(status).toBe(201);
    expect(findProject(service.store, project.id)).toMatchObject({ groupId: group.id, userId: null });
  });
});

describe("delete", () => {
  it("deletes the whole tree in the background, marked until it is gone", async () => {
    const group = await add();
    const child = await add({ parent_id: group.id });
    const { store } = service;
    // Not created by `service.project`, which checks its repositories when the test ends.
    const projects = await Promise.all(
      [group, child].map(({ id }) =>
        createProject(store, { name: "doomed", path: "doomed", groupId: id, creatorId: 1 }),
      ),
    );
    const response = await service.operate(deleteGroup, { id: group.id }, owner);
    expect([response.status, response.body]).toEqual([202, { message: "202 Accepted" }]);
    await expect
      .poll(async () => (await service.operate(getGroup, { id: group.id }, owner)).status, {
        timeout: 20_000,
      })
      .toBe(404);
    expect((await service.operate(getGroup, { id: child.id }, owner)).status).toBe(404);
    for (const project of projects) {
      expect(findProject(store, project.id)).toBeNull();
      await expect.poll(() => existsSync(project.repositoryPath), { timeout: 20_000 }).toBe(false);
    }
    expect(store.all("SELECT * FROM folder_removals")).toEqual([]);
  });

  it("neither changes a group that is being deleted nor adds to it", async () => {
    const group = await add();
    const child = await add({ parent_id: group.id });
    const project = await service.project();
    service.store.run(
      "UPDATE groups SET deletion_requested_at = ? WHERE id IN (?, ?)",
      "2026-01-02T03:04:05Z",
      group.id,
      child.id,
    );
    const shown = await service.operate(getGroup, { id: child.id }, owner);
    expect(shown.body).toMatchObject({ marked_for_deletion_on: "2026-01-02" });
    const refused = [409, { message: `Group ${child.fullPath} is being deleted` }];
    const input = { name: "x", path: "x", parent_id: child.id };
    const added = await service.operate(createGroup, input, owner);
    expect([added.status, added.body]).toEqual(refused);
    const changed = await service.operate(updateGroup, { id: child.id, name: "x" }, owner);
    expect([changed.status, changed.body]).toEqual(refused);
    const moved = await service.operate(transferProject, { id: child.id, project_id: project.id }, admin);
    expect([moved.status, moved.body]).toEqual(refused);
    const again = await service.operate(deleteGroup, { id: child.id }, owner);
    expect(again.status).toBe(202);
  });
});
