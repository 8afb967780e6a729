import { createWriteStream, readFileSync, statSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { pipeline as pipe } from "node:stream/promises";
import { beforeEach, expect, it } from "vitest";
import { ZipFile } from "yazl";
import {
  getJobArtifactFile,
  getJobArtifacts,
  getRefArtifactFile,
  getRefArtifacts,
} from "../../../shared/api/resources/job-artifacts.ts";
import { getJob } from "../../../shared/api/resources/jobs.ts";
import { listPipelines } from "../../../shared/api/resources/pipelines.ts";
import { jobDefinition } from "../../../shared/ci/config/job-definition.ts";
import { archivePath, makeJobFolder } from "../ci/job-files.ts";
import { expireArtifacts } from "../ci/job-queue.ts";
import { putArtifact, updateJob } from "../store/ci/jobs.ts";
import type { Project } from "../store/projects/projects.ts";
import { addJob, addPipeline } from "./testing/ci-records.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests("artifacts");
let project: Project;
let job: number;
beforeEach(async () => {
  project = await service.project();
  const sha = await service.commit(project, { files: { a: "1" } });
  job = addJob(service.store, project, addPipeline(service.store, project, sha), { name: "build" });
});

/** Writes the archive of the job. */
async function archive(fill: (zip: ZipFile) => void): Promise<string> {
  const zip = new ZipFile();
  fill(zip);
  zip.end();
  makeJobFolder(service.store, job);
  const path = archivePath(service.store, job);
  await pipe(zip.outputStream, createWriteStream(path));
  const { size } = statSync(path);
  putArtifact(service.store, job, {
    fileType: "archive",
    fileFormat: "zip",
    filename: "artifacts.zip",
    size,
  });
  return path;
}
const noArtifacts = {
  name: "artifacts",
  paths: [],
  exclude: [],
  untracked: false,
  when: "on_success",
  expireIn: null,
  junit: [],
};
const file = (artifact_path: string) =>
  service.operate(getJobArtifactFile, { id: project.id, job_id: job, artifact_path });

it.each(operationsOf("artifacts"))(
  "%s refuses callers without access and invalid input",
  async (_, operation) => {
    const known = { id: project.id, job_id: job, ref_name: "main", artifact_path: "a", job: "build" };
    const names = Object.keys(operation.input.shape);
    const input = Object.fromEntries(Object.entries(known).filter(([name]) => names.includes(name)));
    const refusals = refusalsOf(service, operation, input);
    expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
  },
);

it("sends the archive and single files of it, by job and by the newest success of a branch", async () => {
  await archive((zip) => {
    zip.addBuffer(Buffer.from("one"), "out/ä b.txt");
    zip.addEmptyDirectory("empty/");
  });
  const whole = await service.operate(getJobArtifacts, { id: project.id, job_id: job });
  expect([whole.status, whole.headers.get("content-type")]).toEqual([200, "application/zip"]);
  expect(whole.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''artifacts.zip");
  const part = await service.operate(
    getJobArtifacts,
    { id: project.id, job_id: job },
    { headers: { range: "bytes=0-1" } },
  );
  expect([part.status, part.bytes.toString()]).toEqual([206, "PK"]);
  const byRef = { id: project.id, ref_name: "main", job: "build" };
  expect((await service.operate(getRefArtifacts, byRef)).bytes.equals(whole.bytes)).toBe(true);
  const one = await service.operate(getRefArtifactFile, { ...byRef, artifact_path: "out/ä b.txt" });
  expect([one.status, one.bytes.toString(), one.headers.get("content-type")]).toEqual([
    200,
    "one",
    "application/octet-stream",
  ]);
  expect((await file("out/ä b.txt")).bytes.toString()).toBe("one");
});

it("tells the artifacts of a tag from those of a branch of its name", async () => {
  const { store } = service;
  const sha = await service.commit(project, { files: { a: "1" } });
  const archives = new Map<string, Buffer>();
  for (const [ref, tag] of [
    ["1.1", false],
    ["1.1", true],
    ["v2", true],
  ] as const) {
    job = addJob(store, project, addPipeline(store, project, sha, { ref, tag }), { name: "build" });
    await archive((zip) => zip.addBuffer(Buffer.from(`${ref} ${tag}`), "a"));
    const { bytes } = await service.operate(getJobArtifacts, { id: project.id, job_id: job });
    archives.set(`${ref} ${tag}`, bytes);
  }
  const found = async (ref_name: string) => {
    const { status, bytes } = await service.operate(getRefArtifacts, {
      id: project.id,
      ref_name,
      job: "build",
    });
    return status === 200 ? [...archives].find(([, each]) => each.equals(bytes))?.[0] : status;
  };
  expect(await found("refs/tags/1.1")).toBe("1.1 true");
  expect(await found("refs/heads/1.1")).toBe("1.1 false");
  expect(await found("1.1")).toBe("1.1 false");
  expect(await found("v2")).toBe("v2 true");
  expect(await found("refs/heads/v2")).toBe(404);
  const list = async (ref: string) =>
    (await service.operate(listPipelines, { id: project.id, ref })).headers.get("x-total");
  expect([await list("1.1"), await list("refs/tags/1.1"), await list("refs/heads/v2")]).toEqual([
    "2",
    "1",
    "0",
  ]);
});

it.each([
  ["all", { stranger: 200, guest: 200, reporter: 200, developer: 200, maintainer: 200, administrator: 200 }],
  [
    "developer",
    { stranger: 403, guest: 403, reporter: 403, developer: 200, maintainer: 200, administrator: 200 },
  ],
  [
    "maintainer",
    { stranger: 403, guest: 403, reporter: 403, developer: 403, maintainer: 200, administrator: 200 },
  ],
  ["none", { stranger: 403, guest: 403, reporter: 403, developer: 403, maintainer: 403, administrator: 403 }],
] as const)("sends artifacts with access %s by role", async (access, expected) => {
  project = await service.project({ visibility: "public" });
  const { store } = service;
  const definition = jobDefinition.parse({ artifacts: { ...noArtifacts, access } });
  const pipeline = addPipeline(store, project, await service.commit(project, { files: { a: "1" } }));
  job = addJob(store, project, pipeline, { name: "build", definition });
  await archive((zip) => zip.addBuffer(Buffer.from("one"), "a"));
  const byId = { id: project.id, job_id: job };
  const byRef = { id: project.id, ref_name: "main", job: "build" };
  for (const [role, status] of Object.entries(expected)) {
    const caller = { as: role as keyof typeof expected };
    const responses = await Promise.all([
      service.operate(getJobArtifacts, byId, caller),
      service.operate(getJobArtifactFile, { ...byId, artifact_path: "a" }, caller),
      service.operate(getRefArtifacts, byRef, caller),
      service.operate(getRefArtifactFile, { ...byRef, artifact_path: "a" }, caller),
    ]);
    expect([role, ...responses.map((one) => one.status)]).toEqual([role, status, status, status, status]);
  }
});

it("returns 404 for missing files, and 400 for an invalid path", async () => {
  expect((await service.operate(getJobArtifacts, { id: project.id, job_id: job })).status).toBe(404);
  expect((await file("a")).status).toBe(404);
  await archive((zip) => zip.addBuffer(Buffer.from("one"), "a"));
  expect((await file("b")).status).toBe(404);
  for (const path of ["../a", "x/../a", "/a", "a/", "a//b", "a\\b", "a\0"]) {
    // The client would refuse such a path before it is sent.
    const url = `/projects/${project.id}/jobs/${job}/artifacts/${encodeURIComponent(path)}`;
    expect([path, (await service.call("GET", url)).status]).toEqual([path, 400]);
  }
  const none = { id: project.id, ref_name: "main", job: "none" };
  expect((await service.operate(getRefArtifacts, none)).status).toBe(404);
  expect((await service.operate(getRefArtifactFile, { ...none, artifact_path: "a" })).status).toBe(404);
});

it("never unpacks a link, a bomb, an encrypted file, a broken archive or what leaves the archive", async () => {
  const first = await archive((zip) => {
    zip.addBuffer(Buffer.from("secret"), "secret");
    zip.addBuffer(Buffer.from("/etc/passwd"), "link", { mode: 0o120777 });
    zip.addBuffer(Buffer.alloc(20 * 1024 * 1024), "bomb");
    zip.addBuffer(Buffer.from("fine"), "fine");
  });
  const bytes = readFileSync(first);
  // Sets the encryption bit in the index: the library cannot write encrypted archives.
  const flags = bytes.indexOf("PK\x01\x02", 0, "latin1") + 8;
  bytes.writeUInt16LE(bytes.readUInt16LE(flags) | 1, flags);
  writeFileSync(first, bytes);
  expect((await file("secret")).body).toEqual({ message: "The file is encrypted." });
  expect((await file("link")).body).toEqual({ message: "The file is a symbolic link." });
  expect((await file("bomb")).body).toMatchObject({ message: expect.stringContaining("too tightly") });
  expect((await file("fine")).bytes.toString()).toBe("fine");
  const path = await archive((zip) => zip.addBuffer(Buffer.from("x"), "aa/b"));
  writeFileSync(path, readFileSync(path, "latin1").replaceAll("aa/b", "../b"), "latin1");
  expect((await file("b")).status).toBe(400);
  writeFileSync(path, "PK no archive");
  expect((await file("b")).status).toBe(400);
});

it("removes expired artifacts, and nothing else", async () => {
  await archive((zip) => zip.addBuffer(Buffer.from("one"), "a"));
  updateJob(service.store, job, { artifactsExpireAt: "2026-11-02T00:00:00.000Z" });
  expireArtifacts(service.store, new Date("2026-11-01T23:59:59Z"));
  expect((await file("a")).status).toBe(200);
  expireArtifacts(service.store, new Date("2026-11-02T00:00:01Z"));
  expect((await file("a")).status).toBe(404);
  expect((await service.operate(getJob, { id: project.id, job_id: job })).body).toMatchObject({
    artifacts: [],
    // Clients show by it that there were artifacts.
    artifacts_expire_at: "2026-11-02T00:00:00.000Z",
  });
});

it("returns 400 for an invalid path that is not encoded", async () => {
  const { port } = new URL(service.url);
  const statusOf = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { "private-token": service.tokens.get("developer") ?? "" };
      get({ host: "127.0.0.1", port, path: `/api/v4/projects/${project.id}${path}`, headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on("error", reject);
    });
  expect(
    await Promise.all(
      ["../a", "x/../a", "%2e%2e/a", "a//b", "./a"].flatMap((path) => [
        statusOf(`/jobs/${job}/artifacts/${path}`),
        statusOf(`/jobs/artifacts/main/raw/${path}?job=build`),
      ]),
    ),
  ).toEqual(Array(10).fill(400));
});
