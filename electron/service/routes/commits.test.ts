import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Project } from "../store/projects/projects.ts";
import { insertProtectedBranch } from "../store/projects/protected-branches.ts";
import { type TestCall, testService } from "./testing/test-service.ts";

describe("commits", () => {
  let service: ReturnType<typeof testService>;
  let project: Project;
  beforeEach(async () => {
    service = testService();
    project = await service.project();
  });
  afterEach(() => service.remove());

  const ask = async (path: string, call: TestCall = {}) => {
    const response = await service.call("GET", `/projects/${project.id}/repository/commits${path}`, call);
    return {
      ...response,
      items: Array.isArray(response.body) ? (response.body as Record<string, unknown>[]) : [],
    };
  };
  const titles = async (path: string) => (await ask(path)).items.map(({ title }) => title);
  const post = (body: Record<string, unknown>, call: TestCall = {}) =>
    service.call("POST", `/projects/${project.id}/repository/commits`, {
      ...call,
      body: { branch: "main", commit_message: "Make it", ...body },
    });
  const create = (file_path: string, content = "x") => ({ action: "create", file_path, content });

  it("lists nothing of an empty repository, and takes a first commit", async () => {
    expect(await ask("")).toMatchObject({ status: 200, body: [] });
    const made = await post({
      actions: [create("a", "1\n"), create("b", "2\n")],
      commit_message: "First\n\nIssue: 7",
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      title: "First",
      message: "First\n\nIssue: 7",
      author_name: "The developer",
      committer_email: "developer@example.test",
      parent_ids: [],
      stats: { additions: 2, deletions: 0, total: 2 },
      status: null,
      trailers: { Issue: "7" },
      project_id: project.id,
    });
    expect(service.fresh(project).defaultBranch).toBe("main");
    expect(await titles("")).toEqual(["First"]);
  });

  it("filters and pages, with totals", async () => {
    for (let index = 1; index <= 5; index++) {
      await service.commit(project, {
        files: { [`f${index}`]: `${index}` },
        message: `c${index}`,
        time: 1_600_000_000 + index,
      });
    }
    await service.commit(project, {
      branch: "side",
      from: "refs/heads/main",
      files: { "dir/s": "s" },
      message: "s",
      time: 1_600_000_010,
    });
    const page = await vi.waitFor(
      async () => {
        const found = await ask("?per_page=2&page=2");
        expect(found.headers.get("x-total")).not.toBeNull();
        return found;
      },
      { timeout: 20_000 },
    );
    expect(page.items.map(({ title }) => title)).toEqual(["c3", "c2"]);
    expect([page.headers.get("x-total"), page.headers.get("x-next-page")]).toEqual(["5", "3"]);
    expect(page.headers.get("link")).toContain('rel="next"');
    expect(await titles("?ref_name=side&path=dir")).toEqual(["s"]);
    expect((await ask("?ref_name=side&path=dir")).headers.get("x-total")).toBeNull();
    expect(await titles("?all=true&per_page=1")).toEqual(["s"]);
    const since = encodeURIComponent(new Date(1_600_000_004_000).toISOString());
    expect(await titles(`?since=${since}`)).toEqual(["c5", "c4"]);
    expect(await titles(`?until=${since}&per_page=1`)).toEqual(["c4"]);
    expect((await ask("?with_stats=true&per_page=1")).items[0]).toMatchObject({ stats: { total: 1 } });
    expect(await ask("?since=yesterday")).toMatchObject({ status: 400, body: { error: "since is invalid" } });
    expect(await ask("?ref_name=none")).toMatchObject({
      status: 404,
      body: { message: "404 Commit Not Found" },
    });
    expect((await ask("?path=a%00b")).status).toBe(400);
  });

  it("shows one commit by hash, branch or tag, its refs and its diff", async () => {
    await service.commit(project, { files: { a: "1\n" } });
    const id = await service.commit(project, { files: { a: "2\n", b: "b\n" }, message: "Two" });
    await service.run(project, "tag", "v1.0", id);
    for (const name of [id, id.slice(0, 8), "main", "v1.0", "v1%2E0"]) {
      expect((await ask(`/${name}`)).body, name).toMatchObject({
        id,
        stats: { additions: 2, deletions: 1, total: 3 },
      });
    }
    expect((await ask(`/${id}?stats=false`)).body).not.toHaveProperty("stats");
    expect((await ask(`/${id}/refs`)).body).toEqual([
      { type: "branch", name: "main" },
      { type: "tag", name: "v1.0" },
    ]);
    expect((await ask(`/${id}/refs?type=tag`)).body).toEqual([{ type: "tag", name: "v1.0" }]);
    const diff = await ask(`/${id}/diff?per_page=1&page=2`);
    expect(diff.items).toEqual([
      expect.objectContaining({ new_path: "b", new_file: true, diff: "@@ -0,0 +1 @@\n+b\n" }),
    ]);
    expect(diff.headers.get("x-total")).toBe("2");
    expect(await ask("/none")).toMatchObject({ status: 404, body: { message: "404 Commit Not Found" } });
    expect((await ask(`/${id}`, { as: "guest" })).status).toBe(403);
    expect((await ask(`/${id}`, { as: "stranger" })).status).toBe(404);
  });

  it("carries out all five actions in one commit", async () => {
    await service.commit(project, { files: { update: "1", delete: "1", move: "1", chmod: "1" } });
    const made = await post({
      stats: false,
      actions: [
        create("created/ü", "new"),
        { action: "update", file_path: "update", content: "Mg==", encoding: "base64" },
        { action: "delete", file_path: "delete" },
        { action: "move", previous_path: "move", file_path: "moved" },
        { action: "chmod", file_path: "chmod", execute_filemode: true },
      ],
    });
    expect(made.status).toBe(201);
    expect(made.body).not.toHaveProperty("stats");
    const text = await service.run(
      project,
      "-c",
      "core.quotePath=false",
      "ls-tree",
      "-r",
      "--format=%(objectmode) %(path)",
      "main",
    );
    expect(text.split("\n")).toEqual(["100755 chmod", "100644 created/ü", "100644 moved", "100644 update"]);
    expect(await service.run(project, "show", "main:update")).toBe("2");
  });

  it("starts branches, overwrites them only by force, and minds protection", async () => {
    const first = await service.commit(project, { files: { a: "1" } });
    await service.commit(project, { files: { a: "2" } });
    expect((await post({ branch: "side", start_branch: "main", actions: [create("s")] })).status).toBe(201);
    expect(await post({ branch: "side", start_branch: "main", actions: [create("t")] })).toMatchObject({
      status: 400,
      body: {
        message: "A branch called 'side' already exists. Switch to that branch in order to make changes",
      },
    });
    const forced = await post({ branch: "side", start_sha: first, force: true, actions: [create("t")] });
    expect(forced.body).toMatchObject({ parent_ids: [first] });
    expect(await post({ branch: "new", start_branch: "none", actions: [create("t")] })).toMatchObject({
      status: 400,
    });
    expect(await post({ actions: [] })).toMatchObject({ status: 400 });
    expect(await post({ actions: [{ action: "explode", file_path: "a" }] })).toMatchObject({ status: 400 });
    insertProtectedBranch(service.store, project.id, {
      name: "main",
      pushAccessLevel: 0,
      mergeAccessLevel: 40,
    });
    for (const as of ["developer", "owner"] as const) {
      expect(await post({ actions: [create("z")] }, { as })).toMatchObject({
        status: 403,
        body: { message: "You are not allowed to push into this branch" },
      });
    }
  });

  it("loses none of several concurrent commits", async () => {
    await service.commit(project, { files: { a: "1" } });
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => post({ actions: [create(`f${index}`)] })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(await service.run(project, "rev-list", "--count", "main")).toBe("9");
    const files = await service.run(project, "ls-tree", "-r", "--name-only", "main");
    expect(files.split("\n")).toHaveLength(9);
  });
});
