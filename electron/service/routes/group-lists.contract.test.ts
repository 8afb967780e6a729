import { expect, it } from "vitest";
import { accessLevels } from "../../../shared/api/contract/access-levels.ts";
import {
  getGroup,
  listGroupProjects,
  listGroups,
  listSubgroups,
} from "../../../shared/api/resources/groups.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { setCustomAttribute } from "../store/custom-attributes.ts";
import { insertGroup } from "../store/groups/groups.ts";
import { setMember } from "../store/groups/members.ts";
import { shareProject } from "../store/projects/project-shares.ts";
import { findUserByName } from "../store/users/users.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";
import { pathsOf, testGroups } from "./testing/test-groups.ts";

const service = serviceForTests("group-lists");
const groups = testGroups(service);
const { admin, owner, add } = groups;

it.each(operationsOf("group-lists"))(
  "%s refuses callers without access and invalid input",
  async (name, operation) => {
    const isOfGroup = name !== "listGroups";
    const refusals = refusalsOf(service, operation, isOfGroup ? { id: groups.team.id } : {}, {
      under: isOfGroup ? "Group" : null,
      guests: true,
      permitted: owner,
    }).filter(({ why }) => why !== "nobody" || isOfGroup);
    expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
  },
);

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
  const access = async () => (await service.operate(getProject, { id: project.id }, { as: "stranger" })).body;
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
