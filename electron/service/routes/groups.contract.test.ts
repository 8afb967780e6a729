import { existsSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import {
  createGroup,
  deleteGroup,
  getGroup,
  listGroupProjects,
  listGroups,
  listSubgroups,
  transferProject,
  updateGroup,
} from "../../../shared/api/resources/groups.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { createProject } from "../domain/projects/create-project.ts";
import { setCustomAttribute } from "../store/custom-attributes.ts";
import { findGroupByPath, type Group, insertGroup } from "../store/groups/groups.ts";
import { accessLevels, setMember } from "../store/groups/members.ts";
import { shareProject } from "../store/projects/project-shares.ts";
import { findProject } from "../store/projects/projects.ts";
import { issueToken } from "../store/users/tokens.ts";
import { findUserByName, insertUser } from "../store/users/users.ts";
import { operationsOf } from "./testing/parts.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/refusals.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests("groups");
let admin: { readonly as: "nobody"; readonly headers: Readonly<Record<string, string>> };
let team: Group;
const owner = { as: "owner" } as const;

beforeAll(async () => {
  const { store } = service;
  const root = insertUser(store, {
    username: "root",
    name: "Root",
    email: "root@example.test",
    isAdmin: true,
  });
  const token = issueToken(store, root.id, { name: "admin", scopes: ["api"] });
  admin = { as: "nobody", headers: { "private-token": token } };
  const found = findGroupByPath(store, "team");
  if (!found) throw new Error("no group");
  team = found;
});

const counter = { value: 0 };
const freshPath = () => `fresh-${++counter.value}`;
const pathsOf = (body: unknown) => (body as { full_path: string }[]).map(({ full_path }) => full_path);

/** Reads a former path. Returns the status and where it leads, without the service's own address. */
async function readMoved(path: string): Promise<[number, string | undefined]> {
  const { status, headers } = await fetch(`${service.url}/api/v4${path}`, { redirect: "manual" });
  return [status, headers.get("location")?.replace("http://service.test/api/v4", "")];
}

async function add(more: object = {}, as: "owner" | "stranger" = "owner"): Promise<Group> {
  const path = freshPath();
  const { status, body } = await service.operate(createGroup, { name: path, path, ...more }, { as });
  expect([status, body]).toEqual([201, expect.anything()]);
  const group = findGroupByPath(service.store, (body as { full_path: string }).full_path);
  if (!group) throw new Error("no group was added");
  return group;
}

it.each(operationsOf("groups").filter(([name]) => name !== "transferProject"))(
  "%s refuses who may not and what is not right",
  async (name, operation) => {
    const input =
      name === "createGroup"
        ? { name: "Refused", path: "refused" }
        : name === "listGroups"
          ? {}
          : { id: team.id, ...(name === "updateGroup" ? { description: "x" } : {}) };
    const refusals = refusalsOf(service, operation, input, {
      under: operation.path.includes(":id") ? "Group" : null,
      guests: operation.role === undefined,
      permitted: owner,
    }).filter(({ why }) => why !== "nobody" || name !== "listGroups");
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
    const nested = await add({ parent_id: team.id });
    expect(nested.fullPath).toBe(`team/${nested.path}`);
    expect(nested.fullName).toBe(`Team / ${nested.name}`);
    for (const [as, status] of [
      ["guest", 403],
      ["developer", 403],
      ["maintainer", 403],
      ["stranger", 404],
      ["nobody", 401],
    ] as const) {
      const input = { name: "x", path: "x", parent_id: team.id };
      expect([as, (await service.operate(createGroup, input, { as })).status]).toEqual([as, status]);
    }
    const path = freshPath();
    const byAdmin = await service.operate(createGroup, { name: path, path, parent_id: team.id }, admin);
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
    const input = { name: path, path, parent_id: team.id, visibility: "public" } as const;
    expect((await service.operate(createGroup, input, owner)).body).toEqual({
      message: {
        visibility_level: ["public is not allowed since the parent group has a private visibility."],
      },
    });
    const project = await service.project();
    const taken = { name: path, path: project.path, parent_id: team.id };
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
    // Who may not see it learns nothing.
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

describe("lists", () => {
  it("lists one's own groups, and all on request", async () => {
    const open = await add({ visibility: "public" });
    const inner = await add({ visibility: "internal" });
    const list = async (input: object, as: "stranger" | "guest" | "nobody" = "stranger") =>
      pathsOf((await service.operate(listGroups, { ...input, per_page: 100 }, { as })).body);
    expect(await list({})).not.toContain(open.fullPath);
    expect(await list({ all_available: true })).toEqual(
      expect.arrayContaining([open.fullPath, inner.fullPath]),
    );
    expect(await list({}, "guest")).toContain("team");
    const anonymous = await list({}, "nobody");
    expect(anonymous).toContain(open.fullPath);
    expect(anonymous).not.toContain(inner.fullPath);
    const all = await service.operate(listGroups, { per_page: 100 }, admin);
    expect(pathsOf(all.body)).toEqual(expect.arrayContaining(["team", open.fullPath, inner.fullPath]));
  });

  it("lists the groups that lead to a project of one's own", async () => {
    const group = await add();
    const project = await service.project({ groupId: group.id });
    const user = findUserByName(service.store, "stranger");
    setMember(service.store, { kind: "project", id: project.id, userId: user?.id ?? 0, role: "developer" });
    const list = await service.operate(listGroups, { search: group.name }, { as: "stranger" });
    expect(pathsOf(list.body)).toEqual([group.fullPath]);
  });

  it("filters subgroups by every documented filter", async () => {
    const group = await add();
    const [first, second, third] = [
      insertGroup(service.store, { name: "Åkerö Übersicht", path: "c-first", parentId: group.id }),
      insertGroup(service.store, { name: "Beta", path: "b-second", parentId: group.id }),
      insertGroup(service.store, { name: "Gamma", path: "a-third", parentId: group.id }),
    ];
    const guest = findUserByName(service.store, "guest");
    setMember(service.store, { kind: "group", id: second.id, userId: guest?.id ?? 0, role: "developer" });
    setCustomAttribute(service.store, { kind: "group", id: third.id }, "team", "blue");
    const list = async (input: object, as: object = owner) =>
      (await service.operate(listSubgroups, { id: group.id, ...input }, as)).body as { id: number }[];
    const ids = async (input: object, as: object = owner) => (await list(input, as)).map(({ id }) => id);
    expect(await ids({})).toEqual([first.id, second.id, third.id]);
    expect(await ids({ sort: "desc" })).toEqual([third.id, second.id, first.id]);
    expect(await ids({ order_by: "path" })).toEqual([third.id, second.id, first.id]);
    expect(await ids({ order_by: "id", sort: "desc" })).toEqual([third.id, second.id, first.id]);
    expect(await ids({ search: "übersicht ÅKER" })).toEqual([first.id]);
    expect(await ids({ search: "a-third" })).toEqual([third.id]);
    expect(await ids({ skip_groups: [first.id, third.id] })).toEqual([second.id]);
    expect(await ids({ owned: true })).toHaveLength(3);
    expect(await ids({ owned: true }, { as: "guest" })).toEqual([]);
    expect(await ids({ min_access_level: 30 }, { as: "guest" })).toEqual([second.id]);
    expect(await ids({}, { as: "guest" })).toEqual([second.id]);
    expect(await ids({ owned: true }, admin)).toEqual([]);
    const blue = { custom_attributes: { team: "blue" } };
    expect(await ids(blue, admin)).toEqual([third.id]);
    expect(await ids({ custom_attributes: { team: "red" } }, admin)).toEqual([]);
    expect(await ids(blue)).toHaveLength(3);
    const shown = await list({ ...blue, with_custom_attributes: true }, admin);
    expect(shown).toMatchObject([{ custom_attributes: [{ key: "team", value: "blue" }] }]);
    expect((await list({ with_custom_attributes: true }))[0]).not.toHaveProperty("custom_attributes");
  });

  it("counts for administrators what a group's projects take", async () => {
    const group = await add();
    const child = await add({ parent_id: group.id });
    const project = await service.project({ groupId: child.id, defaultBranch: "main" });
    await service.commit(project, { files: { "a.txt": "a\n".repeat(100) }, message: "One" });
    const list = async (as: object) =>
      (await service.operate(listGroups, { search: group.path, statistics: true }, as)).body;
    const [counted] = (await list(admin)) as { statistics: Record<string, number> }[];
    const packed = await service.run(project, "count-objects", "-v");
    expect(Number(/^count: (\d+)/m.exec(packed)?.[1])).toBe(3);
    expect(counted?.statistics.repository_size).toBeGreaterThan(0);
    expect(counted?.statistics.storage_size).toBe(counted?.statistics.repository_size);
    expect(((await list(owner)) as object[])[0]).not.toHaveProperty("statistics");
    await service.commit(project, { files: { "b.txt": "other\n".repeat(500) }, message: "Two" });
    const [later] = (await list(admin)) as { statistics: Record<string, number> }[];
    expect(later?.statistics.storage_size).toBeGreaterThan(counted?.statistics.storage_size ?? 0);
  });

  it("lists projects of a group, those of groups below and those shared with it", async () => {
    const group = await add();
    const child = await add({ parent_id: group.id });
    const other = await add();
    const own = await service.project({ groupId: group.id, path: "own" });
    const below = await service.project({ groupId: child.id, path: "below" });
    const shared = await service.project({ groupId: other.id, path: "shared" });
    shareProject(service.store, {
      projectId: shared.id,
      groupId: group.id,
      accessLevel: accessLevels.reporter,
    });
    const ended = await service.project({ groupId: other.id, path: "ended" });
    shareProject(service.store, {
      projectId: ended.id,
      groupId: group.id,
      accessLevel: accessLevels.reporter,
      expiresAt: "2020-01-01",
    });
    const list = async (input: object) =>
      (
        (await service.operate(listGroupProjects, { id: group.id, sort: "asc", ...input }, owner)).body as {
          id: number;
        }[]
      ).map(({ id }) => id);
    expect(await list({})).toEqual([own.id, shared.id]);
    expect(await list({ with_shared: false })).toEqual([own.id]);
    expect(await list({ include_subgroups: true })).toEqual([own.id, below.id, shared.id]);
    const detail = await service.operate(getGroup, { id: group.id }, owner);
    expect(detail.body).toMatchObject({ projects: [{ id: own.id }], shared_projects: [{ id: shared.id }] });
    const plain = await service.operate(getGroup, { id: group.id, with_projects: false }, owner);
    expect(plain.body).not.toHaveProperty("projects");
  });

  it("gives the members of a group that a project is shared with its access, at most the share's", async () => {
    const group = await add({}, "stranger");
    const project = await service.project();
    const access = async () =>
      (await service.operate(getProject, { id: project.id }, { as: "stranger" })).body;
    expect(await access()).toEqual({ message: "404 Project Not Found" });
    shareProject(service.store, { projectId: project.id, groupId: group.id, accessLevel: 20 });
    expect(await access()).toMatchObject({
      permissions: { project_access: null, group_access: { access_level: 20 } },
      shared_with_groups: [
        {
          group_id: group.id,
          group_name: group.name,
          group_full_path: group.fullPath,
          group_access_level: 20,
          expires_at: null,
        },
      ],
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
    // Not by `service.project`, whose repositories are looked at when the test ends.
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

  it("neither changes nor fills what is being deleted", async () => {
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
