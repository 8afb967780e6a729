import { beforeEach, expect, it } from "vitest";
import type { InputOf } from "../../../shared/api/contract/operation.ts";
import {
  createBranch,
  deleteBranch,
  deleteMergedBranches,
  getBranch,
  listBranches,
} from "../../../shared/api/resources/branches.ts";
import { gitTextIn } from "../git/testing/test-repository.ts";
import type { Project } from "../store/projects/projects.ts";
import { insertProtectedBranch } from "../store/projects/protected-branches.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests("branches");
let project: Project;
let first: string;
beforeEach(async () => {
  project = await service.project();
  first = await service.commit(project, { files: { a: "1" } });
  await service.commit(project, { files: { a: "2" }, message: "Second" });
});

const inputs: Readonly<Record<string, object>> = {
  createBranch: { branch: "new", ref: "main" },
  getBranch: { branch: "main" },
  deleteBranch: { branch: "main" },
};
const make = async (branch: string, ref = "main", as: "developer" | "maintainer" = "developer") => {
  const { status, body } = await service.operate(createBranch, { id: project.id, branch, ref }, { as });
  return [status, body];
};
const names = async (input: Omit<InputOf<typeof listBranches>, "id"> = {}) =>
  ((await service.operate(listBranches, { id: project.id, ...input })).body as { name: string }[]).map(
    ({ name }) => name,
  );

it.each(operationsOf("branches"))(
  "%s refuses callers without access and invalid input",
  async (name, operation) => {
    const refusals = refusalsOf(service, operation, { id: project.id, ...inputs[name] });
    expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
  },
);

it("creates and shows a branch with every documented field", async () => {
  const name = "feature/ü#1.%2F😀";
  const [status, made] = await make(name, first);
  expect([status, made]).toEqual([
    201,
    expect.objectContaining({
      name,
      merged: true,
      protected: false,
      default: false,
      developers_can_push: false,
      developers_can_merge: false,
      can_push: true,
      commit: expect.objectContaining({
        id: first,
        short_id: first.slice(0, 8),
        title: "Change",
        message: "Change",
        author_name: "Åsa Öberg",
        author_email: "asa@example.test",
        authored_date: expect.any(String),
        committer_name: "Åsa Öberg",
        committer_email: "asa@example.test",
        committed_date: expect.any(String),
        parent_ids: [],
      }),
    }),
  ]);
  expect((await service.operate(getBranch, { id: project.fullPath, branch: name })).body).toEqual(made);
  expect(await service.operate(getBranch, { id: project.id, branch: "none" })).toMatchObject({
    status: 404,
    body: { message: "404 Branch Not Found" },
  });
});

it("lists by name, searches with anchors and pages", async () => {
  for (const name of ["fix-b", "a-fix", "Zfix", "fix"]) await make(name);
  expect(await names()).toEqual(["Zfix", "a-fix", "fix", "fix-b", "main"]);
  expect(await names({ search: "^fix" })).toEqual(["fix", "fix-b"]);
  expect(await names({ search: "fix$" })).toEqual(["Zfix", "a-fix", "fix"]);
  expect(await names({ search: "^fix$" })).toEqual(["fix"]);
  expect(await names({ search: "nothing" })).toEqual([]);
  expect(await names({ per_page: 2, page: 3 })).toEqual(["main"]);
  const empty = await service.project();
  expect((await service.operate(listBranches, { id: empty.id })).body).toEqual([]);
});

it("sorts by the date of the last commit where that is requested", async () => {
  const tree = await service.run(project, "rev-parse", `${first}^{tree}`);
  const env = {
    GIT_AUTHOR_NAME: "A",
    GIT_AUTHOR_EMAIL: "a@x",
    GIT_COMMITTER_NAME: "A",
    GIT_COMMITTER_EMAIL: "a@x",
  };
  for (const [name, year] of [
    ["oldest", 2001],
    ["latest", 2031],
  ] as const) {
    const options = { env: { ...env, GIT_COMMITTER_DATE: `${year}-01-01T00:00:00Z` } };
    const commit = await gitTextIn(project.repositoryPath, ["commit-tree", "-m", name, tree], options);
    await service.run(project, "update-ref", `refs/heads/${name}`, commit.trim());
  }
  expect(await names({ sort: "updated_desc" })).toEqual(["latest", "main", "oldest"]);
  expect(await names({ sort: "updated_asc" })).toEqual(["oldest", "main", "latest"]);
  expect(await names({ sort: "updated_desc", search: "est", per_page: 1 })).toEqual(["latest"]);
});

it("holds at most 100 entries a page", async () => {
  const lines = Array.from({ length: 130 }, (_, n) => `branch-${n}`);
  for (const name of lines) await service.run(project, "update-ref", `refs/heads/${name}`, first);
  const { headers, body } = await service.operate(listBranches, { id: project.id, per_page: 1000 });
  expect([(body as unknown[]).length, headers.get("x-per-page"), headers.get("x-total-pages")]).toEqual([
    100,
    "100",
    "2",
  ]);
  expect(await names()).toHaveLength(20);
});

it("refuses invalid names and refs, with the messages of real services", async () => {
  expect(await make("main")).toEqual([400, { message: "Branch already exists" }]);
  for (const name of ["a..b", "-a", "a b", "a~1", "x.lock", "HEAD", "main/below"]) {
    expect(await make(name), name).toEqual([400, { message: "Branch name is invalid" }]);
  }
  expect(await make("new", "none")).toEqual([400, { message: "Invalid reference name" }]);
});

it("deletes a branch, but neither the default one nor a protected one", async () => {
  await make("gone");
  await make("kept/1");
  const drop = async (branch: string, as: "developer" | "maintainer" = "developer") => {
    const { status, body } = await service.operate(deleteBranch, { id: project.id, branch }, { as });
    return [status, body];
  };
  expect(await drop("gone")).toEqual([204, ""]);
  expect(await drop("gone")).toEqual([404, { message: "404 Branch Not Found" }]);
  expect(await drop("main")).toEqual([
    400,
    { message: "The default branch of a project cannot be deleted." },
  ]);
  insertProtectedBranch(service.store, project.id, {
    name: "kept/*",
    pushAccessLevel: 40,
    mergeAccessLevel: 40,
  });
  expect(await drop("kept/1")).toEqual([403, { message: expect.stringContaining("rotected branch") }]);
  expect(await make("kept/2")).toEqual([403, { message: "You are not allowed to push into this branch" }]);
  expect((await make("kept/2", "main", "maintainer"))[0]).toBe(201);
});

it("deletes what is merged, and keeps the default, protected and unmerged ones", async () => {
  for (const name of ["merged/1", "merged/2", "kept", "open"]) await make(name, first);
  await service.commit(project, { branch: "open", files: { b: "b" } });
  insertProtectedBranch(service.store, project.id, {
    name: "kept",
    pushAccessLevel: 40,
    mergeAccessLevel: 40,
  });
  const response = await service.operate(deleteMergedBranches, { id: project.id });
  expect([response.status, response.body]).toEqual([202, { message: "202 Accepted" }]);
  expect(await names()).toEqual(["kept", "main", "open"]);
});

it("reads a public project's branches without a token", async () => {
  const open = await service.project({ visibility: "public" });
  await service.commit(open, { files: { a: "1" } });
  const one = await service.operate(getBranch, { id: open.id, branch: "main" }, { as: "nobody" });
  expect(one).toMatchObject({ status: 200, body: { can_push: false } });
  expect((await service.operate(listBranches, { id: open.id }, { as: "nobody" })).status).toBe(200);
});
