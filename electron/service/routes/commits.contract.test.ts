import { beforeEach, expect, it, vi } from "vitest";
import {
  type CommitAction,
  createCommit,
  getCommit,
  getCommitDiff,
  listCommitRefs,
  listCommits,
} from "../../../shared/api/resources/commits.ts";
import type { Project } from "../store/projects/projects.ts";
import { insertProtectedBranch } from "../store/projects/protected-branches.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests("commits");
let project: Project;
let first: string;
beforeEach(async () => {
  project = await service.project();
  first = await service.commit(project, {
    files: { a: "1\n", move: "m", del: "d", "run.sh": "#!" },
    message: "First",
  });
});

const create = (file_path: string, content = "x"): CommitAction => ({ action: "create", file_path, content });
const post = (more: object, as: "developer" | "maintainer" = "developer") =>
  service.operate(
    createCommit,
    { id: project.id, branch: "main", commit_message: "Change", actions: [create("b")], ...more },
    { as },
  );
const inputs: Readonly<Record<string, object>> = {
  createCommit: { branch: "main", commit_message: "x", actions: [create("b")] },
  listCommits: {},
};

it.each(operationsOf("commits"))(
  "%s refuses callers without access and invalid input",
  async (name, operation) => {
    const refusals = refusalsOf(service, operation, { id: project.id, ...(inputs[name] ?? { sha: "main" }) });
    expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
  },
);

it("lists commits newest first, page by page, with every documented field", async () => {
  for (let n = 2; n <= 5; n++) {
    await service.commit(project, { files: { a: `${n}\n` }, message: `Commit ${n}\n\nBody` });
  }
  const input = { id: project.id, per_page: 2, page: 2, with_stats: true };
  // Nobody waits for the total: it comes with a later page.
  const page = await vi.waitFor(async () => {
    const found = await service.operate(listCommits, input);
    expect(found.headers.get("x-next-page")).toBe("3");
    expect(found.headers.get("x-total")).toBe("5");
    return found;
  });
  expect(page.headers.get("link")).toContain("http://service.test/api/v4/projects/");
  expect(page.body).toEqual([
    expect.objectContaining({
      title: "Commit 3",
      message: "Commit 3\n\nBody",
      author_name: "Åsa Öberg",
      author_email: "asa@example.test",
      authored_date: expect.stringMatching(/^\d{4}-.*\+02:00$/),
      committer_name: "Åsa Öberg",
      committer_email: "asa@example.test",
      committed_date: expect.any(String),
      created_at: expect.any(String),
      short_id: expect.stringMatching(/^[0-9a-f]{8}$/),
      parent_ids: [expect.stringMatching(/^[0-9a-f]{40}$/)],
      stats: { additions: 1, deletions: 1, total: 2 },
    }),
    expect.objectContaining({ title: "Commit 2" }),
  ]);
  expect((await service.operate(listCommits, { id: project.id, per_page: 100, page: 9 })).body).toEqual([]);
  expect(await service.operate(listCommits, { id: project.id, ref_name: "none" })).toMatchObject({
    status: 404,
    body: { message: "404 Commit Not Found" },
  });
});

it("returns an empty page for an empty repository", async () => {
  const empty = await service.project();
  const { status, body, headers } = await service.operate(listCommits, { id: empty.id });
  expect([status, body, headers.get("x-total")]).toEqual([200, [], "0"]);
});

it("shows one commit by hash, branch and tag, with pipeline, stats and status", async () => {
  await service.run(project, "tag", "v1.0", first);
  for (const sha of [first, first.slice(0, 9), "main", "v1.0"]) {
    expect((await service.operate(getCommit, { id: project.id, sha })).body).toMatchObject({
      id: first,
      parent_ids: [],
      stats: { additions: 4, deletions: 0, total: 4 },
      status: null,
      last_pipeline: null,
    });
  }
  expect(
    (await service.operate(getCommit, { id: project.id, sha: "main", stats: false })).body,
  ).not.toHaveProperty("stats");
  for (const operation of [getCommit, getCommitDiff, listCommitRefs]) {
    expect(await service.operate(operation, { id: project.id, sha: "nothing" })).toMatchObject({
      status: 404,
      body: { message: "404 Commit Not Found" },
    });
  }
});

it("lists the branches and tags that contain a commit, and what it changed", async () => {
  const second = await service.commit(project, { files: { a: "2\n", move: null, moved: "m" } });
  await service.run(project, "branch", "old", first);
  await service.run(project, "tag", "v1", second);
  const refs = async (more: { type?: "branch" | "tag" | "all"; sha?: string } = {}) =>
    (await service.operate(listCommitRefs, { id: project.id, sha: first, ...more })).body;
  const [main, old, v1] = [
    { type: "branch", name: "main" },
    { type: "branch", name: "old" },
    { type: "tag", name: "v1" },
  ];
  expect(await refs()).toEqual([main, old, v1]);
  expect(await refs({ type: "branch" })).toEqual([main, old]);
  expect(await refs({ type: "tag", sha: second })).toEqual([v1]);
  const diff = await service.operate(getCommitDiff, { id: project.id, sha: second });
  expect(diff.body).toEqual([
    expect.objectContaining({
      old_path: "a",
      new_path: "a",
      diff: "@@ -1 +1 @@\n-1\n+2\n",
      a_mode: "100644",
    }),
    expect.objectContaining({ old_path: "move", new_path: "moved", renamed_file: true, diff: "" }),
  ]);
});

it("applies every action in one commit and returns it with stats and status", async () => {
  const actions: CommitAction[] = [
    create("new/ü", "n\n"),
    { action: "update", file_path: "a", content: "Mgo=", encoding: "base64", last_commit_id: first },
    { action: "delete", file_path: "del", last_commit_id: first },
    { action: "move", previous_path: "move", file_path: "moved", last_commit_id: first },
    { action: "chmod", file_path: "run.sh", execute_filemode: true },
  ];
  const made = await post({ actions, author_name: "Al", author_email: "al@example.test" });
  expect(made).toMatchObject({
    status: 201,
    body: { title: "Change", author_name: "Al", parent_ids: [first], stats: { additions: 2 }, status: null },
  });
  const files = await service.run(project, "ls-tree", "-r", "-z", "--format=%(objectmode) %(path)", "main");
  expect(files.split("\0").filter(Boolean)).toEqual([
    "100644 a",
    "100644 moved",
    "100644 new/ü",
    "100755 run.sh",
  ]);
  expect((await post({ actions: [create("c")], stats: false })).body).not.toHaveProperty("stats");
});

it("takes forms with actions[][field] keys as well", async () => {
  const form =
    "branch=main&commit_message=Form&actions[][action]=create&actions[][file_path]=f%2F1&actions[][content]=1&actions[][action]=chmod&actions[][file_path]=f%2F1&actions[][execute_filemode]=true";
  const made = await service.send({
    method: "POST",
    path: `/projects/${project.id}/repository/commits`,
    body: form,
    contentType: "application/x-www-form-urlencoded",
  });
  expect(made.status).toBe(201);
  expect(await service.run(project, "ls-tree", "main", "f/1")).toMatch(/^100755 /);
});

it("refuses what cannot be done, with the text of real services, and changes nothing", async () => {
  const second = await service.commit(project, { files: { a: "2\n" } });
  const refusals: readonly (readonly [object, number, string])[] = [
    [{ actions: [create("a")] }, 400, "A file with this name already exists"],
    [{ actions: [create("ok"), create("a")] }, 400, "A file with this name already exists"],
    [{ actions: [{ action: "delete", file_path: "none" }] }, 400, "A file with this name doesn't exist"],
    [{ actions: [create("../x")] }, 400, "Path cannot include directory traversal"],
    [
      { actions: [{ action: "update", file_path: "a", content: "3", last_commit_id: first }] },
      400,
      "The file has changed since you started editing it: a",
    ],
    [{ branch: "none" }, 400, "You can only create or edit files when you are on a branch"],
    [
      { branch: "main", start_branch: "other" },
      400,
      "A branch called 'main' already exists. Switch to that branch in order to make changes",
    ],
    [{ branch: "a..b", start_branch: "main" }, 400, "Branch name is invalid"],
  ];
  for (const [more, status, message] of refusals) {
    expect(await post(more), message).toMatchObject({ status, body: { message } });
  }
  const content = await service.call("POST", `/projects/${project.id}/repository/commits`, {
    body: { branch: "main", commit_message: "m", actions: [{ action: "update", file_path: "a" }] },
  });
  expect([content.status, content.body]).toEqual([400, { error: "actions[0][content] is missing" }]);
  expect(
    (await post({ actions: [{ action: "update", file_path: ".git/config", content: "" }] })).status,
  ).toBe(400);
  expect(await service.run(project, "rev-parse", "main")).toBe(second);
});

it("starts branches, forces them, and keeps developers off protected ones", async () => {
  await service.commit(project, { files: { a: "2\n" } });
  expect((await post({ branch: "side", start_branch: "main" })).status).toBe(201);
  expect((await post({ branch: "side", start_sha: first, force: true })).body).toMatchObject({
    parent_ids: [first],
  });
  insertProtectedBranch(service.store, project.id, {
    name: "main",
    pushAccessLevel: 40,
    mergeAccessLevel: 40,
  });
  expect(await post({})).toMatchObject({
    status: 403,
    body: { message: "You are not allowed to push into this branch" },
  });
  expect((await post({}, "maintainer")).status).toBe(201);
});
