import { execFile } from "node:child_process";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readLinks } from "../../../shared/api/contract/paging.ts";
import { listEnvironments } from "../../../shared/api/resources/environments.ts";
import { getJobArtifactFile } from "../../../shared/api/resources/job-artifacts.ts";
import { gitIn } from "../git/testing/test-repository.ts";
import type { Project } from "../store/projects/projects.ts";
import { type ContractService, contractService } from "./testing/contract-service.ts";
import { idOf, pipelinesForTests } from "./testing/pipelines-for-tests.ts";

describe("odd requests", () => {
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
});

describe("odd names", () => {
  const ci = pipelinesForTests();
  const { service, commit, create, jobsOf, trace, until } = ci;

  it.each(["__proto__", "constructor"])(
    "runs a job, stage, environment and artifact named %s",
    async (name) => {
      await commit(`
stages: [${name}, after]
${name}: { stage: ${name}, script: [mkdir ${name}, echo made > ${name}/${name}], environment: ${name}, artifacts: { name: ${name}, paths: [${name}] } }
next: { stage: after, script: ['cat ${name}/${name}', 'echo "<$VALUE>"'], variables: { VALUE: "$constructor$__proto__" }, needs: [${name}] }
`);
      const id = idOf(await create());
      await until(id, "success", "failed");
      const jobs = await jobsOf(id);
      expect(jobs.map((job) => [job.name, job.status])).toEqual([
        [name, "success"],
        ["next", "success"],
      ]);
      const [made, next] = jobs;
      expect(await trace(next?.id ?? 0)).toMatch(/\nmade\r?\n.*\n<>\r?\n/s);
      const file = { id: ci.project.id, job_id: made?.id ?? 0, artifact_path: `${name}/${name}` };
      expect((await service.operate(getJobArtifactFile, file)).bytes.toString()).toBe("made\n");
      const { body } = await service.operate(listEnvironments, { id: ci.project.id });
      expect(body).toMatchObject([{ name }]);
    },
  );

  it.each([
    ["__proto__", "cannot be __proto__."],
    ["A=B", "can contain only letters, digits and '_'."],
    ["A\0B", "can contain only letters, digits and '_'."],
  ])("refuses to start a pipeline with a variable named %j", async (key, problem) => {
    await commit("a: { script: echo }");
    const refused = await create({ variables: [{ key, value: "x" }] });
    expect([refused.status, refused.body]).toEqual([
      400,
      { message: { base: [`Variable "${key}": its name ${problem}`] } },
    ]);
  });

  it("starts a pipeline with a variable that is named after a function", async () => {
    await commit(`a: { script: ['echo "<$toString>"'] }`);
    const id = idOf(await create({ variables: [{ key: "toString", value: "given" }] }));
    await until(id, "success", "failed");
    const [job] = await jobsOf(id);
    expect(await trace(job?.id ?? 0)).toContain("<given>");
  });
});

describe("exact content", () => {
  let service: ContractService;
  let project: Project;
  beforeAll(async () => {
    service = await contractService();
    project = await service.project();
    await service.commit(project, { files: { a: "1\n" } });
  });
  afterAll(() => service.remove());

  /** Sends a new file in the bytes of a body, one character each, and returns the status. */
  async function create(file: string, contentType: string, body: string): Promise<number> {
    const response = await fetch(`${service.url}/api/v4/projects/${project.id}/repository/files/${file}`, {
      method: "POST",
      headers: { "private-token": service.tokens.get("developer") ?? "", "content-type": contentType },
      body: Buffer.from(body, "latin1"),
    });
    await response.arrayBuffer();
    return response.status;
  }
  const json = (file: string, content: string) =>
    create(file, "application/json", `{"branch":"main","commit_message":"m","content":"${content}"}`);
  const form = (file: string, content: string) =>
    create(file, "application/x-www-form-urlencoded", `branch=main&commit_message=m&content=${content}`);
  const multipart = (file: string, content: string) => {
    const fields = { branch: "main", commit_message: "m", content };
    const parts = Object.entries(fields).map(
      ([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    return create(file, "multipart/form-data; boundary=edge", `${parts.join("")}--edge--\r\n`);
  };
  const contentOf = async (file: string) =>
    (await gitIn(project.repositoryPath, ["show", `main:${file}`])).stdout.toString("latin1");

  it("writes the bytes of a text that was sent, whatever the body's type", async () => {
    const text = "\xef\xbb\xbfcaf\xc3\xa9\r\nb\rc\n\xe2\x80\xa8\xef\xbf\xbd\t ";
    const escaped = text.replaceAll(/[\r\n\t]/g, (each) => JSON.stringify(each).slice(1, -1));
    expect(await json("json", `${escaped}\\u0000\\ud83d\\ude00`)).toBe(201);
    expect(await contentOf("json")).toBe(`${text}\0\xf0\x9f\x98\x80`);
    const percent = text.replaceAll(
      /[\s\S]/g,
      (each) => `%${each.charCodeAt(0).toString(16).padStart(2, "0")}`,
    );
    expect(await form("form", percent)).toBe(201);
    expect(await contentOf("form")).toBe(text);
    expect(await multipart("multipart", text)).toBe(201);
    expect(await contentOf("multipart")).toBe(text);
  });

  it("refuses what it would have to write as other characters, and commits nothing", async () => {
    const tip = await service.run(project, "rev-parse", "main");
    expect(await json("x", "caf\xe9")).toBe(400);
    expect(await json("x", "\\ud83d")).toBe(400);
    expect(await json("x", 'a","encoding":"base64')).toBe(201);
    expect(await json("y", 'caf\xc3\xa9","encoding":"base64')).toBe(400);
    expect(await json("y", 'data:text/plain;base64,YQ==","encoding":"base64')).toBe(400);
    expect(await form("y", "caf%E9")).toBe(400);
    expect(await form("y", "a%C3b")).toBe(400);
    expect(await multipart("y", "caf\xe9")).toBe(400);
    expect(await service.run(project, "rev-parse", "main~1")).toBe(tip);
    expect(await json("z", 'Y\\nQ=\\n=\\n","encoding":"base64')).toBe(201);
    expect(await contentOf("z")).toBe("a");
  });
});
