import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readFileHeaders } from "../../../shared/api/contract/file-headers.ts";
import type { Project } from "../store/projects/projects.ts";
import { insertProtectedBranch } from "../store/projects/protected-branches.ts";
import { testService } from "./testing/test-service.ts";

describe("files", () => {
  let service: ReturnType<typeof testService>;
  let project: Project;
  let first: string;
  const odd = "dir/read me #1 %25 😀.txt";
  const large = Buffer.alloc(3_000_000, "0123456789");

  beforeEach(async () => {
    service = testService();
    project = await service.project();
    first = await service.commit(project, {
      files: { a: "one\n", [odd]: "odd", large, "run.sh": { mode: "100755", content: "#!" } },
    });
  });
  afterEach(() => service.remove());

  const at = (path: string, rest = "?ref=main") =>
    `/projects/${project.id}/repository/files/${encodeURIComponent(path).replaceAll(".", "%2E")}${rest}`;
  const tip = () => service.run(project, "rev-parse", "main");

  it("returns a file whatever its name, with its last commit", async () => {
    await service.commit(project, { files: { a: "two\n" } });
    const { status, body } = await service.call("GET", at(odd));
    expect([status, body]).toEqual([
      200,
      {
        file_name: "read me #1 %25 😀.txt",
        file_path: odd,
        size: 3,
        encoding: "base64",
        content: Buffer.from("odd").toString("base64"),
        content_sha256: createHash("sha256").update("odd").digest("hex"),
        ref: "main",
        blob_id: await service.run(project, "rev-parse", `main:${odd}`),
        commit_id: await tip(),
        last_commit_id: first,
        execute_filemode: false,
      },
    ]);
    expect((await service.call("GET", at("run.sh", `?ref=${first}`))).body).toMatchObject({
      execute_filemode: true,
    });
  });

  it("returns the same in headers", async () => {
    for (const suffix of ["?ref=main", "/raw?ref=main"]) {
      const { status, headers, bytes } = await service.call("HEAD", at(odd, suffix));
      expect([status, bytes.length]).toEqual([200, 0]);
      expect(readFileHeaders(headers)).toMatchObject({
        filePath: odd,
        size: 3,
        lastCommitId: first,
        executable: false,
      });
    }
    expect((await service.call("HEAD", at("missing"))).status).toBe(404);
  });

  it("sends raw bytes, whole, in part, or not again", async () => {
    const whole = await service.call("GET", at("large", "/raw?ref=main"));
    expect(whole.bytes.equals(large)).toBe(true);
    expect(whole.headers.get("content-length")).toBe("3000000");
    const ranges = {
      "bytes=5-9": "56789",
      "bytes=-3": "789",
      "bytes=2999998-": "89",
      "bytes=2999998-9999999": "89",
    };
    for (const [range, text] of Object.entries(ranges)) {
      const part = await service.call("GET", at("large", "/raw?ref=main"), { headers: { range } });
      expect([part.status, part.bytes.toString()], range).toEqual([206, text]);
    }
    const beyond = await service.call("GET", at("large", "/raw?ref=main"), {
      headers: { range: "bytes=3000000-" },
    });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */3000000"]);
    const etag = whole.headers.get("etag") ?? "";
    const again = await service.call("GET", at("large", "/raw?ref=main"), {
      headers: { "if-none-match": etag },
    });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it("reports what is missing", async () => {
    const responseTo = async (path: string) => {
      const { status, body } = await service.call("GET", path);
      return [status, body];
    };
    expect(await responseTo(at("a", "?ref=nothing"))).toEqual([404, { message: "404 Commit Not Found" }]);
    expect(await responseTo(at("missing"))).toEqual([404, { message: "404 File Not Found" }]);
    expect(await responseTo(at("dir"))).toEqual([404, { message: "404 File Not Found" }]);
    expect(await responseTo(at("a", ""))).toEqual([400, { error: "ref is missing" }]);
    expect(await responseTo(at("a\0b"))).toEqual([404, { message: "404 File Not Found" }]);
    expect(await responseTo(at("../a"))).toEqual([404, { message: "404 File Not Found" }]);
  });

  it("shows code of a private project to reporters and up, and nothing of it to others", async () => {
    const status = async (as: Parameters<typeof service.call>[2]) =>
      (await service.call("GET", at("a"), as)).status;
    expect(await status({ as: "reporter" })).toBe(200);
    expect(await status({ as: "guest" })).toBe(403);
    expect(await status({ as: "stranger" })).toBe(404);
    expect(await status({ as: "nobody" })).toBe(404);
    const open = await service.project({ visibility: "public" });
    await service.commit(open, { files: { a: "1" } });
    const path = `/projects/${open.id}/repository/files/a?ref=main`;
    expect((await service.call("GET", path, { as: "nobody" })).status).toBe(200);
    expect((await service.call("GET", path, { as: "guest" })).status).toBe(200);
  });

  it("creates, changes and deletes, one commit each", async () => {
    const content = Buffer.from([0, 255]).toString("base64");
    const created = await service.call("POST", at("new/b"), {
      body: {
        branch: "main",
        content,
        encoding: "base64",
        commit_message: "Add b",
        author_name: "Zoë",
        author_email: "zoe@example.test",
      },
    });
    expect([created.status, created.body]).toEqual([201, { file_path: "new/b", branch: "main" }]);
    expect(await service.run(project, "log", "-1", "--format=%an %ae %cn %s")).toBe(
      "Zoë zoe@example.test The developer Add b",
    );
    const body = { branch: "main", content: "text", commit_message: "Change b" };
    const changed = await service.call("PUT", at("new/b"), {
      body: { ...body, last_commit_id: await tip() },
    });
    expect([changed.status, changed.body]).toEqual([200, { file_path: "new/b", branch: "main" }]);
    expect(await service.run(project, "show", "main:new/b")).toBe("text");
    const deleted = await service.call(
      "DELETE",
      at("new/b", `?branch=side&start_branch=main&commit_message=Gone`),
    );
    expect([deleted.status, deleted.bytes.length]).toEqual([204, 0]);
    expect(await service.run(project, "ls-tree", "-r", "--name-only", "side")).not.toContain("new/b");
    expect(await service.run(project, "ls-tree", "-r", "--name-only", "main")).toContain("new/b");
  });

  it("refuses what cannot be written, and writes nothing", async () => {
    const before = await tip();
    const write = async (
      method: string,
      path: string,
      more: Record<string, unknown> = {},
      as = "developer" as const,
    ) => {
      const body = { branch: "main", content: "x", commit_message: "Write", ...more };
      const response = await service.call(method, at(path, ""), { body, as });
      return [response.status, response.body];
    };
    const says = (message: string) => [400, { message }];
    expect(await write("POST", "a")).toEqual(says("A file with this name already exists"));
    expect(await write("POST", "dir")).toEqual(says("A directory with this name already exists"));
    expect(await write("PUT", "missing")).toEqual(says("A file with this name doesn't exist"));
    expect(await write("DELETE", "missing")).toEqual(says("A file with this name doesn't exist"));
    expect(await write("POST", "../x")).toEqual(says("Path cannot include directory traversal"));
    expect(await write("POST", ".git/hooks/x")).toEqual(says("invalid path: '.git/hooks/x'"));
    expect(await write("PUT", "a", { content: "one\n" })).toEqual(
      says("Your changes could not be committed"),
    );
    const stale = "You are attempting to update a file that has changed since you started editing it.";
    expect(await write("PUT", "a", { last_commit_id: "f".repeat(40) })).toEqual(says(stale));
    expect(await write("DELETE", "a", { last_commit_id: "f".repeat(40) })).toEqual(says(stale));
    expect(await write("POST", "n", { branch: "none" })).toEqual(
      says("You can only create or edit files when you are on a branch"),
    );
    expect(await write("POST", "n", { branch: "bad..name", start_branch: "main" })).toEqual(
      says("Branch name is invalid"),
    );
    expect(await write("POST", "n", { branch: "nul\0", start_branch: "main" })).toEqual(
      says("Branch name is invalid"),
    );
    expect(await write("POST", "n", { commit_message: undefined })).toEqual([
      400,
      { error: "commit_message is missing" },
    ]);
    expect(await write("POST", "n", { commit_message: "a\0" })).toEqual([
      400,
      { error: "commit_message is invalid" },
    ]);
    insertProtectedBranch(service.store, project.id, {
      name: "ma*",
      pushAccessLevel: 40,
      mergeAccessLevel: 40,
    });
    expect(await write("POST", "n")).toEqual(says("You are not allowed to push into this branch"));
    expect(await tip()).toBe(before);
    expect(await service.run(project, "for-each-ref", "--format=%(refname)")).toBe("refs/heads/main");
    const allowed = { branch: "main", content: "x", commit_message: "Write" };
    expect((await service.call("POST", at("n", ""), { as: "reporter", body: allowed })).status).toBe(403);
    expect((await service.call("POST", at("n", ""), { as: "stranger", body: allowed })).status).toBe(404);
    expect((await service.call("POST", at("n", ""), { as: "nobody", body: allowed })).status).toBe(401);
    expect((await service.call("POST", at("n", ""), { as: "maintainer", body: allowed })).status).toBe(201);
  });
});
