import { createHash } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { readFileHeaders } from "../../../shared/api/contract/file-headers.ts";
import {
  createFile,
  deleteFile,
  getFile,
  getRawFile,
  headFile,
  headRawFile,
  updateFile,
} from "../../../shared/api/resources/files.ts";
import type { Project } from "../store/projects/projects.ts";
import { insertProtectedBranch } from "../store/projects/protected-branches.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const path = "dir/read me #1 %25+😀.txt";
const service = serviceForTests("files");
let project: Project;
let first: string;
beforeEach(async () => {
  project = await service.project();
  first = await service.commit(project, {
    files: { [path]: "odd\n", "run.sh": { mode: "100755", content: "#!" }, a: "1" },
  });
});

const write = { branch: "main", commit_message: "Write" };
const content = "x";
const at = (file_path: string, more: object = {}) => ({
  id: project.id,
  file_path,
  content,
  ...write,
  ...more,
});
const without = (file_path: string) => ({ id: project.id, file_path, ...write });
const inputs: Readonly<Record<string, object>> = {
  createFile: { ...write, content: "x" },
  updateFile: { ...write, content: "x" },
  deleteFile: write,
};

it.each(operationsOf("files"))(
  "%s refuses callers without access and invalid input",
  async (name, operation) => {
    const input = { id: project.id, file_path: "a", ...(inputs[name] ?? { ref: "main" }) };
    const refusals = refusalsOf(service, operation, input);
    expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
  },
);

it("returns a file, its headers and its bytes", async () => {
  await service.commit(project, { files: { a: "2" } });
  const input = { id: project.id, file_path: path, ref: "main" };
  const tip = await service.run(project, "rev-parse", "main");
  const sha256 = createHash("sha256").update("odd\n").digest("hex");
  const blob = await service.run(project, "rev-parse", `main:${path}`);
  expect((await service.operate(getFile, input)).body).toEqual({
    file_name: "read me #1 %25+😀.txt",
    file_path: path,
    size: 4,
    encoding: "base64",
    content: Buffer.from("odd\n").toString("base64"),
    content_sha256: sha256,
    ref: "main",
    blob_id: blob,
    commit_id: tip,
    last_commit_id: first,
    execute_filemode: false,
  });
  for (const operation of [headFile, headRawFile, getRawFile]) {
    const { headers } = await service.operate(operation, input);
    expect(readFileHeaders(headers)).toEqual({
      blobId: blob,
      commitId: tip,
      lastCommitId: first,
      contentSha256: sha256,
      encoding: "base64",
      fileName: "read me #1 %25+😀.txt",
      filePath: path,
      ref: "main",
      size: 4,
      executable: false,
    });
    // The names of the documents, beside those of real services.
    for (const name of ["Blob-Id", "Commit-Id", "Content-Sha256", "Encoding", "File-Name"])
      expect(headers.get(`X-Service-${name}`), name).toBe(headers.get(`X-Gitlab-${name}`));
    for (const name of ["File-Path", "Last-Commit-Id", "Ref", "Size"])
      expect(headers.get(`X-Service-${name}`), name).not.toBeNull();
  }
  const raw = await service.operate(getRawFile, input);
  expect([raw.bytes.toString(), raw.headers.get("x-content-type-options")]).toEqual(["odd\n", "nosniff"]);
});

it("reports which of commit and file is missing", async () => {
  for (const operation of [getFile, getRawFile]) {
    const responseTo = async (file_path: string, ref: string) => {
      const { status, body } = await service.operate(operation, { id: project.id, file_path, ref });
      return [status, body];
    };
    expect(await responseTo("a", "none")).toEqual([404, { message: "404 Commit Not Found" }]);
    expect(await responseTo("none", "main")).toEqual([404, { message: "404 File Not Found" }]);
    expect(await responseTo("dir", "main")).toEqual([404, { message: "404 File Not Found" }]);
  }
  for (const operation of [headFile, headRawFile]) {
    const input = { id: project.id, file_path: "none", ref: "main" };
    expect((await service.operate(operation, input)).status).toBe(404);
  }
});

it("reads a public project's files without a token", async () => {
  const open = await service.project({ visibility: "public" });
  await service.commit(open, { files: { a: "1" } });
  for (const operation of [getFile, headFile, getRawFile, headRawFile]) {
    const input = { id: open.fullPath, file_path: "a", ref: "main" };
    expect((await service.operate(operation, input, { as: "nobody" })).status).toBe(200);
  }
});

it("creates, updates and deletes, one commit each, and returns path and branch", async () => {
  const created = await service.operate(
    createFile,
    at(path.replace("read", "made"), {
      content: "AP8=",
      encoding: "base64",
      author_name: "Zoë",
      author_email: "z@example.test",
    }),
  );
  expect(created.body).toEqual({ file_path: path.replace("read", "made"), branch: "main" });
  expect(await service.run(project, "log", "-1", "--format=%an <%ae> %cn %s")).toBe(
    "Zoë <z@example.test> The developer Write",
  );
  const updated = await service.operate(
    updateFile,
    at("a", { content: "new", branch: "side", start_branch: "main" }),
  );
  expect([updated.status, updated.body]).toEqual([200, { file_path: "a", branch: "side" }]);
  expect(await service.run(project, "show", "side:a")).toBe("new");
  const gone = await service.operate(deleteFile, without("a"));
  expect([gone.status, gone.bytes.length]).toEqual([204, 0]);
  expect(await service.run(project, "ls-tree", "--name-only", "main")).toBe("dir\nrun.sh");
});

it("refuses conflicts with the texts of real services", async () => {
  await service.commit(project, { files: { a: "2" } });
  const refusal = async (operation: typeof createFile | typeof updateFile, input: object) => {
    const { status, body } = await service.operate(operation, { ...at("a"), ...input });
    return [status, body];
  };
  const says = (message: string) => [400, { message }];
  expect(await refusal(createFile, {})).toEqual(says("A file with this name already exists"));
  expect(await refusal(createFile, { file_path: "dir" })).toEqual(
    says("A directory with this name already exists"),
  );
  expect(await refusal(createFile, { file_path: "x/../../y" })).toEqual(
    says("Path cannot include directory traversal"),
  );
  expect(await refusal(createFile, { file_path: " " })).toEqual(says("You must provide a file path"));
  expect(await refusal(createFile, { branch: "none" })).toEqual(
    says("You can only create or edit files when you are on a branch"),
  );
  expect(await refusal(createFile, { file_path: "b", branch: "new branch", start_branch: "main" })).toEqual(
    says("Branch name is invalid"),
  );
  expect(await refusal(updateFile, { file_path: "none" })).toEqual(
    says("A file with this name doesn't exist"),
  );
  const stale = says("You are attempting to update a file that has changed since you started editing it.");
  expect(await refusal(updateFile, { last_commit_id: first })).toEqual(stale);
  expect((await refusal(updateFile, { content: "2" }))[0]).toBe(400);
  const missing = await service.operate(deleteFile, without("none"));
  expect([missing.status, missing.body]).toEqual(says("A file with this name doesn't exist"));
  expect(await service.run(project, "rev-list", "--count", "main")).toBe("2");
});

it("refuses a developer on a protected branch with 400", async () => {
  insertProtectedBranch(service.store, project.id, {
    name: "main",
    pushAccessLevel: 40,
    mergeAccessLevel: 40,
  });
  const refused = { status: 400, body: { message: "You are not allowed to push into this branch" } };
  expect(await service.operate(createFile, at("b"))).toMatchObject(refused);
  expect(await service.operate(updateFile, at("a"))).toMatchObject(refused);
  expect(await service.operate(deleteFile, without("a"))).toMatchObject(refused);
  const maintained = await service.operate(deleteFile, without("a"), { as: "maintainer" });
  expect(maintained.status).toBe(204);
});
