import { beforeAll, expect, it } from "vitest";
import { getProject, listProjects, listUserProjects } from "../../../shared/api/resources/projects.ts";
import { setCustomAttribute } from "../store/custom-attributes.ts";
import { setMember } from "../store/groups/members.ts";
import type { Project } from "../store/projects/projects.ts";
import { findUserByName } from "../store/users/users.ts";
import { addJob, addPipeline } from "./testing/ci-records.ts";
import type { ContractService } from "./testing/contract-service.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests("projects");
const admin = { as: "administrator" } as const;
let closed: Project;
let open: Project;
let fork: Project;
let stranger: number;

beforeAll(async () => {
  const { store } = service;
  stranger = findUserByName(store, "stranger")?.id ?? 0;
  closed = await service.project({
    name: "Åkerö",
    path: "closed",
    description: "Eine Übersicht of islands",
    createdAt: "2026-01-01T00:00:00.000Z",
    lastActivityAt: "2026-01-09T00:00:00.000Z",
  });
  open = await service.project({
    name: "open",
    path: "open",
    visibility: "public",
    topics: ["go"],
    createdAt: "2026-01-02T00:00:00.000Z",
    lastActivityAt: "2026-01-08T00:00:00.000Z",
    issuesEnabled: false,
  });
  await service.project({
    name: "inner",
    path: "inner",
    visibility: "internal",
    archived: true,
    createdAt: "2026-01-03T00:00:00.000Z",
    lastActivityAt: "2026-01-07T00:00:00.000Z",
    mergeRequestsEnabled: false,
  });
  fork = await service.project({
    name: "zfork",
    path: "fork",
    groupId: undefined,
    userId: stranger,
    visibility: "public",
    forkedFromId: open.id,
    createdAt: "2026-01-04T00:00:00.000Z",
    lastActivityAt: "2026-01-06T00:00:00.000Z",
  });
  await service.commit(open, {
    files: { "main.go": "package main\n", "a.py": "print()\n", LICENSE: mit },
    message: "One",
  });
  store.run("INSERT INTO stars (user_id, project_id) VALUES (?, ?)", stranger, open.id);
  setMember(store, { kind: "project", id: open.id, userId: stranger, role: "reporter" });
  setCustomAttribute(store, { kind: "project", id: open.id }, "tier", "gold");
  store.run(
    "UPDATE projects SET last_activity_at = '2026-01-08T00:00:00.000Z', updated_at = '2026-01-08T00:00:00.000Z' WHERE id = ?",
    open.id,
  );
});

const mit = `MIT License

Permission is hereby granted, free of charge, to any person obtaining a copy of this software
to deal in the Software without restriction.
`;

it.each(operationsOf("projects"))(
  "%s refuses callers without access and invalid input",
  async (name, operation) => {
    const input =
      name === "getProject" ? { id: closed.id } : name === "listProjects" ? {} : { user_id: stranger };
    const refusals = refusalsOf(service, operation, input, {
      under: name === "getProject" ? "Project" : null,
      guests: true,
    }).filter(({ why }) => why !== "nobody" || name !== "listProjects");
    expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
  },
);

type Caller = Parameters<ContractService["operate"]>[2];
const list = async (input: object, as: Caller = { as: "stranger" }) =>
  ((await service.operate(listProjects, { sort: "asc", ...input }, as)).body as { path: string }[]).map(
    ({ path }) => path,
  );

it.each([
  [{}, ["open", "inner", "fork"]],
  [{ sort: "desc" }, ["fork", "inner", "open"]],
  [{ archived: true }, ["inner"]],
  [{ archived: false }, ["open", "fork"]],
  [{ visibility: "internal" }, ["inner"]],
  [{ order_by: "name" }, ["inner", "open", "fork"]],
  [{ order_by: "path" }, ["fork", "inner", "open"]],
  [{ order_by: "last_activity_at" }, ["fork", "inner", "open"]],
  [{ order_by: "updated_at" }, ["fork", "inner", "open"]],
  [{ order_by: "id", sort: "desc" }, ["fork", "inner", "open"]],
  [{ owned: true }, ["fork"]],
  [{ membership: true }, ["open", "fork"]],
  [{ starred: true }, ["open"]],
  [{ min_access_level: 20 }, ["open", "fork"]],
  [{ min_access_level: 30 }, ["fork"]],
  [{ with_issues_enabled: true }, ["inner", "fork"]],
  [{ with_issues_enabled: false }, ["open", "inner", "fork"]],
  [{ with_merge_requests_enabled: true }, ["open", "fork"]],
  [{ with_programming_language: "Go" }, ["open"]],
  [{ with_programming_language: "python" }, ["open"]],
  [{ with_programming_language: "ruby" }, []],
  [{ wiki_checksum_failed: true }, []],
  [{ repository_checksum_failed: true }, []],
  [{ search: "FORK" }, ["fork"]],
] as const)("filters by %j", async (input, paths) => {
  expect(await list(input)).toEqual(paths);
});

it("filters by ids, text in any case and custom attributes", async () => {
  expect(await list({ id_after: open.id, id_before: fork.id })).toEqual(["inner"]);
  expect(await list({ search: "ÜBERSICHT åkerö" }, { as: "guest" })).toEqual(["closed"]);
  const gold = { custom_attributes: { tier: "gold" } };
  expect(await list(gold, admin)).toEqual(["open"]);
  expect(await list(gold)).toHaveLength(3);
  const shown = await service.operate(listProjects, { ...gold, with_custom_attributes: true }, admin);
  expect(shown.body).toMatchObject([{ custom_attributes: [{ key: "tier", value: "gold" }] }]);
});

it("lists a user's own projects with the same filters", async () => {
  const own = async (input: object) => {
    const { body } = await service.operate(listUserProjects, { user_id: "stranger", ...input });
    return (body as { path: string }[]).map(({ path }) => path);
  };
  expect(await own({})).toEqual(["fork"]);
  expect(await own({ search: "nothing" })).toEqual([]);
  expect(await own({ with_issues_enabled: true, visibility: "public" })).toEqual(["fork"]);
  const nobody = await service.operate(listUserProjects, { user_id: "no-such-user" });
  expect(nobody.body).toEqual({ message: "404 User Not Found" });
});

it("shows exactly the documented fields without a token", async () => {
  const documented =
    "id description default_branch ssh_url_to_repo http_url_to_repo web_url readme_url tag_list name name_with_namespace path path_with_namespace created_at last_activity_at forks_count avatar_url star_count";
  for (const call of [
    service.operate(listProjects, {}, { as: "nobody" }),
    service.operate(listProjects, { simple: true }),
  ]) {
    const [first] = (await call).body as object[];
    expect(Object.keys(first ?? {}).toSorted()).toEqual(documented.split(" ").toSorted());
  }
});

it("counts forks, open issues and what a project takes", async () => {
  const add = (iid: number, state: string) =>
    service.store.run(
      "INSERT INTO issues (project_id, iid, title, state, created_at) VALUES (?, ?, 'An issue', ?, ?)",
      open.id,
      iid,
      state,
      "2026-01-01T00:00:00.000Z",
    );
  add(1, "opened");
  add(2, "opened");
  add(3, "closed");
  const head = await service.run(open, "rev-parse", "main");
  const job = addJob(service.store, open, addPipeline(service.store, open, head));
  service.store.run(
    "INSERT INTO job_artifacts (job_id, file_type, file_format, filename, size) VALUES (?, 'archive', 'zip', 'a.zip', 1234)",
    job,
  );
  const { body } = await service.operate(getProject, { id: open.id, statistics: true, license: true });
  const { statistics } = body as { statistics: Record<string, number> };
  expect(body).toMatchObject({
    forks_count: 1,
    open_issues_count: 2,
    license: { key: "mit", name: "MIT License" },
    license_url: expect.stringContaining("/-/blob/main/LICENSE"),
    statistics: { commit_count: 1, lfs_objects_size: 0, job_artifacts_size: 1234 },
  });
  expect(statistics.repository_size).toBeGreaterThan(0);
  expect(statistics.storage_size).toBe((statistics.repository_size ?? 0) + 1234);
  await service.commit(open, { files: { "b.txt": "b\n" }, message: "Two" });
  const [later] = (await service.operate(listProjects, { search: "open", statistics: true })).body as {
    statistics: Record<string, number>;
  }[];
  expect(later?.statistics.commit_count).toBe(2);
  const forked = await service.operate(getProject, { id: fork.id, license: true });
  expect(forked.body).toMatchObject({ forked_from_project: { id: open.id }, license: null });
});

it.each([
  ["nobody", "public", false, true],
  ["stranger", "public", false, true],
  ["guest", "public", false, true],
  ["guest", "private", false, false],
  ["reporter", "private", true, true],
  ["developer", "private", true, true],
  ["administrator", "private", true, true],
] as const)(
  "shows statistics to reporters alone and the license to readers: %s of a %s project",
  async (as, visibility, counts, reads) => {
    const project = await service.project({ visibility });
    await service.commit(project, { files: { LICENSE: "MIT License\n\nPermission is hereby granted" } });
    const query = { statistics: true, license: true };
    const single = (await service.operate(getProject, { id: project.id, ...query }, { as })).body as object;
    expect("statistics" in single).toBe(counts);
    expect("license" in single).toBe(reads);
    const listed = await service.operate(listProjects, { search: project.path, statistics: true }, { as });
    for (const each of listed.body as object[]) expect("statistics" in each).toBe(counts);
    expect(listed.body).toHaveLength(1);
  },
);

it.each([
  ["guest", false],
  ["reporter", false],
  ["developer", false],
  ["maintainer", true],
  ["owner", true],
  ["stranger", false],
  ["nobody", false],
] as const)("shows the runners' token to a %s: %s", async (as, shown) => {
  const { body } = await service.operate(getProject, { id: open.id }, { as });
  expect("runners_token" in (body as object)).toBe(shown);
});

it("shows the runners' token to administrators", async () => {
  const { body } = await service.operate(getProject, { id: closed.id }, admin);
  expect(body).toMatchObject({ runners_token: expect.stringMatching(/.{8}/) });
});
