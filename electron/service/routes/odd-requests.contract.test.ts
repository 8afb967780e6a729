import { execFile } from "node:child_process";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readLinks } from "../../../shared/api/contract/paging.ts";
import type { Project } from "../store/projects/projects.ts";
import { type ContractService, contractService } from "./testing/contract-service.ts";

let service: ContractService;
let project: Project;
beforeAll(async () => {
  service = await contractService();
  project = await service.project();
  await service.commit(project, { files: { a: "1", "d/b": "2", "d/c": "3" } });
});
afterAll(() => service.remove());

const repository = () => `/projects/${project.id}/repository`;

it.each(["..", "../a", "d/../../a", "/..", "d/.."])(
  "the path %s is refused, not an error of the service",
  async (path) => {
    const value = encodeURIComponent(path);
    const statuses: number[] = [];
    for (const address of [
      `commits?path=${value}`,
      `tree?path=${value}`,
      `files/${value}?ref=main`,
      `files/${value}/raw?ref=main`,
      `files/${value}/blame?ref=main`,
      `archive.tar?path=${value}`,
    ])
      statuses.push((await service.call("GET", `${repository()}/${address}`)).status);
    expect(statuses).toEqual([400, 404, 404, 404, 404, 404]);
  },
);

it("refuses a form that is broken", async () => {
  const send = (contentType: string, body: string) =>
    service.send({ method: "POST", path: `${repository()}/commits`, contentType, body });
  for (const type of ["multipart/form-data", "multipart/form-data; boundary=x"]) {
    const { status, body } = await send(type, "--x\r\nno form at all");
    expect([status, body]).toEqual([400, { error: "the body is not a valid form" }]);
  }
});

it("names the object that a damaged repository lacks", async () => {
  const damaged = await service.project();
  const first = await service.commit(damaged, { files: { a: "1", b: "1" } });
  await service.commit(damaged, { files: { a: "2", b: "2" } });
  const blob = await service.run(damaged, "rev-parse", `${first}:b`);
  const path = join(damaged.repositoryPath, "objects", blob.slice(0, 2), blob.slice(2));
  renameSync(path, `${path}.away`);
  try {
    for (const address of [`compare?from=${first}&to=main`, "commits/main/diff"]) {
      const { status, body } = await service.call("GET", `/projects/${damaged.id}/repository/${address}`);
      expect([status, body]).toEqual([
        424,
        expect.objectContaining({
          message: expect.stringContaining(blob.slice(0, 10)),
          reason: "missing_object",
          details: { object: blob },
        }),
      ]);
    }
  } finally {
    renameSync(`${path}.away`, path);
  }
});

it("links to pages with the parameters of the operation only, each once", async () => {
  const query = `per_page=1&recursive=true&recursive=true&unknown=${"x".repeat(5_000)}&private_token=${service.tokens.get("developer")}`;
  for (const more of ["", "&pagination=keyset"]) {
    const { headers, status } = await service.call("GET", `${repository()}/tree?${query}${more}`);
    expect(status).toBe(200);
    const next = new URL(readLinks(headers.get("link")).get("next") ?? "");
    expect(next.searchParams.getAll("recursive")).toEqual(["true"]);
    expect([...next.searchParams.keys()]).not.toContain("unknown");
    expect(headers.get("link")).not.toContain("private_token");
  }
});

it.each([
  [["zebra", "apple"], "zebra"],
  [["apple", "main", "zebra"], "main"],
  [["apple", "master"], "master"],
  [["apple", "trunk"], "trunk"],
])("a first push of %j makes a default branch of %s", async (branches, expected) => {
  const fresh = await service.project();
  const folder = mkdtempSync(join(tmpdir(), "helve-push-"));
  try {
    const env = { ...process.env, GIT_CONFIG_NOSYSTEM: "1", GIT_TERMINAL_PROMPT: "0" };
    const git = (...args: string[]) =>
      promisify(execFile)("git", ["-c", "user.name=A", "-c", "user.email=a@example.test", ...args], {
        cwd: folder,
        env,
      });
    await git("init", "--quiet", `--initial-branch=${branches[0]}`);
    await git("commit", "--quiet", "--allow-empty", "--message=First");
    for (const branch of branches.slice(1)) await git("branch", branch);
    const url = `${service.url.replace("://", `://any:${service.tokens.get("maintainer")}@`)}/${fresh.fullPath}.git`;
    await git("push", "--quiet", url, ...branches);
    expect(service.fresh(fresh).defaultBranch).toBe(expected);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
