import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { encodeCall } from "../../shared/api/contract/encode.ts";
import { readFileHeaders } from "../../shared/api/contract/file-headers.ts";
import type { AnyOperation, InputOf } from "../../shared/api/contract/operation.ts";
import { readResponse } from "../../shared/api/contract/read-response.ts";
import { createBranch, deleteBranch, listBranches } from "../../shared/api/resources/branches.ts";
import { createCommit, getCommitDiff, listCommits } from "../../shared/api/resources/commits.ts";
import { createFile, getFile, getRawFile, headFile, updateFile } from "../../shared/api/resources/files.ts";
import { openLocalRepository } from "../../shared/api/resources/local-repositories.ts";
import { getProject, listProjects } from "../../shared/api/resources/projects.ts";
import { getArchive, listTree } from "../../shared/api/resources/repository.ts";
import { getCurrentUser } from "../../shared/api/resources/users.ts";
import { account, operationsPath } from "../../shared/host/accounts.ts";
import { download } from "../../shared/host/downloads.ts";
import { hostEvent } from "../../shared/host/events.ts";
import { problem } from "../../shared/problem.ts";
import { startService } from "../service/start-service.ts";
import { hostInFolder } from "./testing/host-in-folder.ts";

const folder = mkdtempSync(join(tmpdir(), "helve-contract-"));
const adminToken = "glpat-Contract_0123456789";
let service: Awaited<ReturnType<typeof startService>>;
let host: ReturnType<typeof hostInFolder>;
let projectId: number;

const call = <O extends AnyOperation>(operation: O, input: InputOf<O>, extra = "") => {
  const { method, path, body, contentType } = encodeCall(operation, input);
  return host.request(operationsPath("local") + path + extra, {
    method,
    ...(body === undefined ? {} : { body }),
    ...(contentType ? { headers: { "content-type": contentType } } : {}),
  });
};

/** The parsed response, without a mismatch to the contract. */
async function read<O extends AnyOperation & { response: { kind: "json" } }>(
  operation: O,
  input: InputOf<O>,
  extra = "",
) {
  const response = await call(operation, input, extra);
  const body: unknown = await response.json();
  expect(response.ok, JSON.stringify(body)).toBe(true);
  const { value, mismatches } = readResponse(operation, body);
  expect(mismatches).toEqual([]);
  return value;
}

const refusalOf = async (response: Promise<Response>) => problem.parse(await (await response).json());

beforeAll(async () => {
  const repository = join(folder, "repository");
  const git = (...args: string[]) =>
    execFileSync(
      "git",
      ["-C", repository, "-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args],
      {
        stdio: "pipe",
      },
    );
  execFileSync("git", ["init", "-q", "-b", "main", repository]);
  writeFileSync(join(repository, "read me.md"), "# Hello\n");
  writeFileSync(join(repository, "data.bin"), Buffer.from([0, 255, 1, 254]));
  git("add", ".");
  git("commit", "-q", "-m", "Begin");
  for (let index = 0; index < 120; index++) git("branch", `topic/${index}`);
  service = await startService({ folder: join(folder, "data"), port: 0, adminToken });
  host = hostInFolder({ localService: { url: service.url, token: adminToken } });
  const project = await read(openLocalRepository, { path: repository, name: "Hello" });
  projectId = project.id;
}, 60_000);

afterAll(async () => {
  await host?.[Symbol.asyncDispose]();
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("the host with the local service", () => {
  it("returns the user of the local account", async () => {
    expect(await read(getCurrentUser, {})).toMatchObject({ username: "helve", is_admin: true });
    const added = await host.requestJson("/accounts/check", "POST", { url: service.url, token: adminToken });
    expect(account.shape.check.parse(await added.json())).toMatchObject({ user: { username: "helve" } });
  });

  it("browses a project by number and by path", async () => {
    const all = await read(listProjects, {});
    expect(all.map(({ name }) => name)).toEqual(["Hello"]);
    const path = all[0]?.path_with_namespace ?? "";
    expect((await read(getProject, { id: path })).id).toBe(projectId);
    const tree = await read(listTree, { id: projectId });
    expect(tree.map(({ path: name }) => name)).toEqual(["data.bin", "read me.md"]);
    const branches = await read(listBranches, { id: projectId }, "?helve-pages=all");
    expect(branches).toHaveLength(121);
    const expected = branches.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1));
    expect(branches.map(({ name }) => name)).toEqual(expected);
  });

  it("reads a file in every form, and revalidates it", async () => {
    const where = { id: projectId, file_path: "read me.md", ref: "main" };
    const file = await read(getFile, where);
    expect(Buffer.from(file.content, "base64").toString()).toBe("# Hello\n");
    const head = await call(headFile, where);
    expect(readFileHeaders(head.headers)).toMatchObject({
      filePath: "read me.md",
      size: 8,
      blobId: file.blob_id,
    });
    const raw = await call(getRawFile, { ...where, file_path: "data.bin" });
    expect([...(await raw.bytes())]).toEqual([0, 255, 1, 254]);
    expect(raw.headers.get("content-security-policy")).toBe("sandbox");
    const again = await call(getFile, where);
    expect(again.headers.get("helve-source")).toMatch(/^(revalidated|network)$/);
    expect(await again.json()).toMatchObject({ blob_id: file.blob_id });
  });

  it("commits, reads the commit, and reports a conflict", async () => {
    const commit = await read(createCommit, {
      id: projectId,
      branch: "edit/ü",
      start_branch: "main",
      commit_message: "Change two files",
      actions: [
        { action: "update", file_path: "read me.md", content: "# Hallo\n" },
        { action: "create", file_path: "new/ä.txt", content: "neu" },
      ],
    });
    const [latest] = await read(listCommits, { id: projectId, ref_name: "edit/ü" });
    expect(latest).toMatchObject({ id: commit.id, title: "Change two files" });
    const diff = await read(getCommitDiff, { id: projectId, sha: commit.id });
    expect(diff.map(({ new_path }) => new_path).toSorted()).toEqual(["new/ä.txt", "read me.md"]);
    const stale = {
      id: projectId,
      file_path: "read me.md",
      branch: "edit/ü",
      content: "# Hi\n",
      commit_message: "Late",
      last_commit_id: "0".repeat(40),
    };
    expect(await refusalOf(call(updateFile, stale))).toMatchObject({ code: "conflict", changed: "no" });
  });

  it("forwards refusals with the service's message", async () => {
    const twice = { id: projectId, branch: "topic/1", ref: "main" };
    expect(await refusalOf(call(createBranch, twice))).toMatchObject({
      code: "conflict",
      status: 400,
      message: expect.stringContaining("already exists"),
    });
    expect(await refusalOf(call(getProject, { id: "no/such" }))).toMatchObject({
      code: "not_found",
      status: 404,
    });
    expect((await call(deleteBranch, { id: projectId, branch: "topic/1" })).status).toBe(204);
  });

  it("emits ref updates of the original, and explains why a checked-out branch is refused", async () => {
    const repository = join(folder, "repository");
    const stream = await host.request("/events");
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    execFileSync("git", ["-C", repository, "branch", "from-a-terminal", "topic/2"]);
    let text = "";
    while (!text.includes("refs/heads/from-a-terminal")) text += (await reader?.read())?.value ?? "";
    await reader?.cancel();
    const frame = text.split("\n").find((line) => line.includes("refs/heads/from-a-terminal"));
    expect(hostEvent.parse(JSON.parse(frame?.replace("data: ", "") ?? ""))).toMatchObject({
      type: "refs-moved",
      accountId: "local",
      projectId,
      project: "helve/hello",
      state: "ready",
      moved: [{ ref: "refs/heads/from-a-terminal", before: null, kind: "created" }],
    });
    const input = {
      id: projectId,
      branch: "main",
      file_path: "new.md",
      content: "new",
      commit_message: "New",
    };
    expect(await refusalOf(call(createFile, input))).toMatchObject({
      code: "invalid_input",
      reason: "checked_out",
      details: { branch: "main", folder: repository },
      message: expect.stringContaining("is checked out in"),
    });
  });

  it("downloads an archive", async () => {
    const { path } = encodeCall(getArchive, { id: projectId, sha: "main" });
    const started = await host.requestJson("/downloads", "POST", {
      accountId: "local",
      path,
      name: "hello.tar.gz",
    });
    let entry = download.parse(await started.json());
    while (entry.state === "queued" || entry.state === "running") {
      await new Promise((resolve) => setTimeout(resolve, 10));
      const list = z.array(z.unknown()).parse(await (await host.request("/downloads")).json());
      entry = download.parse(list[0]);
    }
    expect(entry.state, entry.error ?? "").toBe("done");
    const names = execFileSync("tar", ["-tzf", entry.path ?? ""], { encoding: "utf8" });
    expect(names).toContain("read me.md");
    expect(readFileSync(entry.path ?? "").byteLength).toBe(entry.total);
  });
});
