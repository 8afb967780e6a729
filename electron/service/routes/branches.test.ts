import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Project } from "../store/projects/projects.ts";
import { insertProtectedBranch } from "../store/projects/protected-branches.ts";
import { type TestCall, testService } from "./testing/test-service.ts";

describe("branches and tags", () => {
  let service: ReturnType<typeof testService>;
  let project: Project;
  let first: string;
  beforeEach(async () => {
    service = testService();
    project = await service.project();
    first = await service.commit(project, { files: { a: "1" }, time: 1_600_000_000 });
    await service.commit(project, { files: { a: "2" }, time: 1_600_000_100 });
  });
  afterEach(() => service.remove());

  const call = (method: string, path: string, more: TestCall = {}) =>
    service.call(method, `/projects/${project.id}/repository/${path}`, more);
  const names = async (path: string) =>
    ((await call("GET", path)).body as { name: string }[]).map(({ name }) => name);

  it("creates, shows, lists and deletes branches", async () => {
    const name = "feature/ü#1.x";
    const made = await call("POST", "branches", { body: { branch: name, ref: first } });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name,
      merged: true,
      protected: false,
      default: false,
      can_push: true,
      developers_can_push: false,
      commit: { id: first },
    });
    const path = `branches/${encodeURIComponent(name)}`;
    expect((await call("GET", path, { as: "reporter" })).body).toMatchObject({ name, can_push: false });
    await service.commit(project, { branch: name, files: { b: "b" } });
    expect((await call("GET", path)).body).toMatchObject({ merged: false });
    expect((await call("GET", "branches/main")).body).toMatchObject({ default: true, merged: false });
    expect((await call("DELETE", path)).status).toBe(204);
    expect(await call("GET", path)).toMatchObject({ status: 404, body: { message: "404 Branch Not Found" } });
    expect((await call("DELETE", path)).status).toBe(404);
  });

  it("sorts by name and searches by part, beginning and end", async () => {
    for (const branch of ["fix-b", "a-fix", "Zfixed"])
      await call("POST", "branches", { body: { branch, ref: "main" } });
    expect(await names("branches")).toEqual(["Zfixed", "a-fix", "fix-b", "main"]);
    expect(await names("branches?search=FIX")).toEqual(["Zfixed", "a-fix", "fix-b"]);
    expect(await names("branches?search=%5Efix")).toEqual(["fix-b"]);
    expect(await names("branches?search=fix%24")).toEqual(["a-fix"]);
    const page = await call("GET", "branches?per_page=3&page=2");
    expect([page.headers.get("x-total"), page.body]).toEqual([
      "4",
      [expect.objectContaining({ name: "main" })],
    ]);
  });

  it("refuses bad names, refs and callers", async () => {
    const make = async (branch: string, ref = "main", as: TestCall["as"] = "developer") => {
      const { status, body } = await call("POST", "branches", { body: { branch, ref }, as });
      return [status, body];
    };
    expect(await make("main")).toEqual([400, { message: "Branch already exists" }]);
    for (const name of ["a..b", "-a", "a b", "a\0", "HEAD", first, "main/below"]) {
      expect(await make(name), name).toEqual([400, { message: "Branch name is invalid" }]);
    }
    expect(await make("new", "none")).toEqual([400, { message: "Invalid reference name" }]);
    expect(await make("new", "--output=x")).toEqual([400, { message: "Invalid reference name" }]);
    expect((await make("new", "main", "reporter"))[0]).toBe(403);
    expect((await make("new", "main", "stranger"))[0]).toBe(404);
    expect((await make("new", "main", "nobody"))[0]).toBe(401);
    expect(await call("DELETE", "branches/main")).toMatchObject({
      status: 400,
      body: { message: "The default branch of a project cannot be deleted." },
    });
    await call("POST", "branches", { body: { branch: "kept/1", ref: "main" } });
    insertProtectedBranch(service.store, project.id, {
      name: "kept/*",
      pushAccessLevel: 30,
      mergeAccessLevel: 0,
    });
    expect((await call("GET", "branches/kept%2F1")).body).toMatchObject({
      protected: true,
      developers_can_push: true,
      developers_can_merge: false,
      can_push: true,
    });
    expect((await call("DELETE", "branches/kept%2F1")).status).toBe(403);
  });

  it("lists tags by date or name, and shows one", async () => {
    await service.run(project, "tag", "v1.10", first);
    await service.run(project, "tag", "v1.2", "main");
    expect(await names("tags")).toEqual(["v1.2", "v1.10"]);
    expect(await names("tags?order_by=name&sort=asc")).toEqual(["v1.10", "v1.2"]);
    expect(await names("tags?search=%5Ev1.1")).toEqual(["v1.10"]);
    expect((await call("GET", "tags/v1.10")).body).toMatchObject({
      name: "v1.10",
      message: null,
      target: first,
      commit: { id: first },
      release: null,
    });
    expect(await call("GET", "tags/none")).toMatchObject({
      status: 404,
      body: { message: "404 Tag Not Found" },
    });
  });
});
