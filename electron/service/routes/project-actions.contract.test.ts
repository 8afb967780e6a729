import { beforeEach, describe, expect, it, vi } from "vitest";
import { listBranches } from "../../../shared/api/resources/branches.ts";
import { getRawFile } from "../../../shared/api/resources/files.ts";
import { acceptMergeRequest, createMergeRequest } from "../../../shared/api/resources/merge-requests.ts";
import {
  archiveProject,
  createProject,
  deleteProject,
  forkProject,
  getImportStatus,
  moveProject,
  starProject,
  unarchiveProject,
  unstarProject,
} from "../../../shared/api/resources/project-actions.ts";
import { listProjectSnippets } from "../../../shared/api/resources/project-snippets.ts";
import { getProject, listProjects, updateProject } from "../../../shared/api/resources/projects.ts";
import { listWikiPages } from "../../../shared/api/resources/wikis.ts";
import type { Project } from "../store/projects/projects.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";
import { testGroups } from "./testing/test-groups.ts";

const service = serviceForTests(undefined, { allowsLocalHooks: true });
const groups = testGroups(service);
const owner = { as: "owner" } as const;
const developer = { as: "developer" } as const;

let project: Project;
let names = 0;
const unused = () => `made-${++names}`;
beforeEach(async () => {
  project = await service.project({ path: unused() });
  await service.commit(project, { files: { "a.txt": "1\n" } });
});

const make = (more: object, by: { readonly as: "developer" | "owner" } = developer) =>
  service.operate(createProject, { name: unused(), ...more }, by);
const idOf = ({ body }: { readonly body: unknown }) => (body as { id: number }).id;
const fieldsOf = async (id: number, by: object = owner) =>
  (await service.operate(getProject, { id }, by)).body as Record<string, unknown>;
/** Waits until the copy of a project has ended, and returns how. */
const copied = async (id: number) => {
  const status = async () =>
    (await service.operate(getImportStatus, { id }, developer)).body as {
      import_status: string;
      import_error: string | null;
    };
  await vi.waitFor(async () => expect((await status()).import_status).not.toBe("started"), 20_000);
  return status();
};

describe("a new project", () => {
  it("is empty, of the caller, private, and has a path made of its name", async () => {
    const made = await make({ name: "Søren & Sea", description: "Tides" });
    expect(made).toMatchObject({
      status: 201,
      body: {
        name: "Søren & Sea",
        path_with_namespace: "developer/soren-sea",
        description: "Tides",
        visibility: "private",
        empty_repo: true,
        import_status: "none",
      },
    });
    expect((await make({ name: "Søren & Sea" })).body).toEqual({
      message: { path: ["has already been taken"] },
    });
  });

  it("begins with a README on the branch that was asked for", async () => {
    const made = await make({
      name: "Harbour",
      description: "Ships",
      initialize_with_readme: true,
      default_branch: "trunk",
    });
    expect(made.body).toMatchObject({ default_branch: "trunk", empty_repo: false });
    const file = { id: idOf(made), file_path: "README.md", ref: "trunk" };
    expect((await service.operate(getRawFile, file, developer)).bytes.toString()).toBe(
      "# Harbour\n\nShips\n",
    );
  });

  it("is made in a group by its developers, and no more visible than it", async () => {
    const { id } = groups.team;
    const made = await make({ namespace_id: id, path: unused() });
    expect(made.body).toMatchObject({ path_with_namespace: expect.stringMatching(/^team\//) });
    const wide = await make({ namespace_id: id, path: unused(), visibility: "public" });
    expect([wide.status, wide.body]).toEqual([
      400,
      { message: { visibility_level: ["public is not allowed in a private group."] } },
    ]);
    const { status } = await service.operate(
      createProject,
      { name: unused(), namespace_id: id },
      { as: "reporter" },
    );
    expect(status).toBe(403);
  });

  it("copies the branches of a repository elsewhere, or says why it could not", async () => {
    await service.commit(project, { branch: "topic", from: "main", files: { "b.txt": "2\n" } });
    const url = new URL(`${service.url}/${project.fullPath}.git`);
    url.username = "developer";
    url.password = service.tokens.get("developer") ?? "";
    const made = await make({ import_url: url.href });
    expect(made.body).toMatchObject({ import_status: "started" });
    expect(await copied(idOf(made))).toMatchObject({ import_status: "finished", import_error: null });
    const { body } = await service.operate(listBranches, { id: idOf(made) }, developer);
    expect((body as { name: string }[]).map(({ name }) => name).sort()).toEqual(["main", "topic"]);
    expect(await fieldsOf(idOf(made), developer)).toMatchObject({ default_branch: "main" });

    url.password = "wrong-password";
    const failed = await copied(idOf(await make({ import_url: url.href })));
    expect(failed.import_status).toBe("failed");
    expect(failed.import_error).not.toContain("wrong-password");
  });

  it.each([
    ["file:///etc", "is blocked: Only allowed schemes are http, https"],
    ["http://169.254.1.1/x.git", "is blocked: Requests to the local network are not allowed"],
    ["nonsense", "is not a URL"],
  ])("does not copy %s", async (import_url, why) => {
    expect((await make({ import_url })).body).toEqual({ message: { import_url: [why] } });
  });
});

it("forks a project with its branches, and says how far that is", async () => {
  await service.commit(project, { branch: "topic", from: "main", files: { "b.txt": "2\n" } });
  const made = await service.operate(forkProject, { id: project.id }, developer);
  expect(made).toMatchObject({
    status: 201,
    body: {
      path_with_namespace: `developer/${project.path}`,
      import_status: "started",
      forked_from_project: { id: project.id },
    },
  });
  expect(await copied(idOf(made))).toMatchObject({ import_status: "finished" });
  const { body } = await service.operate(listBranches, { id: idOf(made) }, developer);
  expect((body as { name: string }[]).map(({ name }) => name).sort()).toEqual(["main", "topic"]);
  expect(await fieldsOf(project.id)).toMatchObject({ forks_count: 1 });
  const again = await service.operate(forkProject, { id: project.id }, developer);
  expect([again.status, again.body]).toEqual([
    409,
    { message: ["Name has already been taken", "Path has already been taken"] },
  ]);
  const hidden = await groups.add({ visibility: "private" });
  const elsewhere = { id: project.id, path: unused(), namespace_path: hidden.fullPath };
  const refused = await service.operate(forkProject, elsewhere, developer);
  expect([refused.status, refused.body]).toEqual([404, { message: "404 Group Not Found" }]);
  const wide = { id: project.id, path: unused(), visibility: "public" } as const;
  expect((await service.operate(forkProject, wide, developer)).status).toBe(400);
});

it("stars a project once, and takes the star off once", async () => {
  const one = { id: project.id };
  expect((await service.operate(starProject, one, developer)).body).toMatchObject({ star_count: 1 });
  expect((await service.operate(starProject, one, developer)).body).toMatchObject({ star_count: 1 });
  const starred = await service.operate(listProjects, { starred: true }, developer);
  expect(starred.body).toMatchObject([{ id: project.id }]);
  expect((await service.operate(unstarProject, one, developer)).body).toMatchObject({ star_count: 0 });
  expect((await service.operate(unstarProject, one, developer)).body).toMatchObject({ star_count: 0 });
});

it("archives a project, which nobody writes to then, and unarchives it", async () => {
  const one = { id: project.id };
  expect((await service.operate(archiveProject, one, owner)).body).toMatchObject({ archived: true });
  const commit = { branch: "main", content: "2", commit_message: "M" };
  const write = () =>
    service.call("POST", `/projects/${project.id}/repository/files/new.txt`, { body: commit });
  expect((await write()).status).toBeGreaterThanOrEqual(400);
  expect((await service.operate(unarchiveProject, one, owner)).body).toMatchObject({ archived: false });
  expect((await write()).status).toBe(201);
});

it("moves a project to another group and to its owner, and redirects its address", async () => {
  const group = await groups.add();
  const moved = await service.operate(moveProject, { id: project.id, namespace: group.fullPath }, owner);
  expect(moved.body).toMatchObject({ path_with_namespace: `${group.fullPath}/${project.path}` });
  const again = await service.operate(moveProject, { id: project.id, namespace: group.fullPath }, owner);
  expect([again.status, again.body]).toEqual([
    400,
    { message: "Failed to transfer project: Project is already in this namespace." },
  ]);
  const own = await service.operate(moveProject, { id: project.id, namespace: "owner" }, owner);
  expect(own.body).toMatchObject({
    path_with_namespace: `owner/${project.path}`,
    namespace: { kind: "user" },
  });
  expect((await service.operate(moveProject, { id: project.id, namespace: "nowhere" }, owner)).status).toBe(
    404,
  );
});

it("deletes a project with its repository", async () => {
  const id = idOf(await make({ initialize_with_readme: true }, owner));
  expect((await service.operate(deleteProject, { id }, owner)).status).toBe(202);
  expect((await service.operate(getProject, { id }, owner)).status).toBe(404);
});

describe("settings", () => {
  const change = (more: object, by: { readonly as: "owner" | "maintainer" } = owner) =>
    service.operate(updateProject, { id: project.id, ...more }, by);

  it("rename a project, and redirect its former address", async () => {
    const path = unused();
    const changed = await change({ name: "Renamed", path, description: "New", default_branch: "main" });
    expect(changed.body).toMatchObject({
      name: "Renamed",
      path_with_namespace: `team/${path}`,
      description: "New",
    });
    expect((await change({ name: "Other" }, { as: "maintainer" })).status).toBe(403);
    expect((await change({ description: "Theirs" }, { as: "maintainer" })).status).toBe(200);
    const other = await service.project({ path: unused() });
    expect((await change({ path: other.path })).body).toEqual({
      message: { path: ["has already been taken"] },
    });
    expect((await change({ default_branch: "nowhere" })).body).toEqual({
      message: { default_branch: ["does not exist"] },
    });
    expect((await change({ visibility: "public" })).status).toBe(400);
  });

  it("switch parts of a project off", async () => {
    await change({ wiki_enabled: false, snippets_enabled: false, merge_requests_enabled: false });
    expect(await fieldsOf(project.id)).toMatchObject({ wiki_enabled: false, snippets_enabled: false });
    const one = { id: project.id };
    expect((await service.operate(listWikiPages, one, developer)).status).toBe(403);
    expect((await service.operate(listProjectSnippets, one, developer)).status).toBe(403);
    await service.commit(project, { branch: "topic", from: "main", files: { "b.txt": "2\n" } });
    const input = { ...one, source_branch: "topic", target_branch: "main", title: "T" };
    expect((await service.operate(createMergeRequest, input, developer)).status).toBe(403);
  });

  it("merge by fast-forward only what begins at the target, and squash as the project demands", async () => {
    await change({ merge_method: "ff", squash_option: "never" });
    const head = await service.commit(project, { branch: "topic", from: "main", files: { "b.txt": "2\n" } });
    const input = { id: project.id, source_branch: "topic", target_branch: "main", title: "T" };
    const { iid } = (await service.operate(createMergeRequest, input, developer)).body as { iid: number };
    const one = { id: project.id, merge_request_iid: iid };
    expect((await service.operate(acceptMergeRequest, { ...one, squash: true }, developer)).status).toBe(200);
    expect(await service.run(project, "rev-parse", "main")).toBe(head);

    await service.commit(project, { branch: "late", from: "main~1", files: { "c.txt": "3\n" } });
    const late = { ...input, source_branch: "late" };
    const second = (await service.operate(createMergeRequest, late, developer)).body as { iid: number };
    const refused = await service.operate(
      acceptMergeRequest,
      { id: project.id, merge_request_iid: second.iid },
      developer,
    );
    expect(refused.status).toBe(406);
    await change({ merge_method: "merge", squash_option: "always" });
    await service.operate(acceptMergeRequest, { id: project.id, merge_request_iid: second.iid }, developer);
    const squashed = await service.run(project, "rev-list", "--parents", "-1", "main^2");
    expect(squashed.split(" ")).toEqual([
      expect.any(String),
      await service.run(project, "rev-parse", "main~2"),
    ]);
  });
});
