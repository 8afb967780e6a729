import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { beforeEach, expect, it } from "vitest";
import { getProjectUpload, uploadProjectFile } from "../../../shared/api/resources/uploads.ts";
import { removeProject } from "../domain/lifecycle/remove-project.ts";
import { uploadFolder } from "../domain/projects/uploads.ts";
import type { Project } from "../store/projects/projects.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests();
let project: Project;
beforeEach(async () => {
  project = await service.project();
});

type Caller = Parameters<typeof service.operate>[2];
const upload = (name: string, content: string | Uint8Array<ArrayBuffer> = "x", as: Caller = {}) =>
  service.operate(uploadProjectFile, { id: project.id, file: new File([content], name) }, as);
function partsOf(body: unknown): { secret: string; filename: string } {
  const [, secret = "", filename = ""] =
    /^\/uploads\/([\da-f]{32})\/(.+)$/.exec(Reflect.get(Object(body), "url")) ?? [];
  return { secret, filename };
}

it("a file is stored by its hash and served as a download that no browser runs", async () => {
  const content = new Uint8Array([0, 255, 10, 13]);
  const { status, body } = await upload("a chart [1].png", content);
  const { secret, filename } = partsOf(body);
  const url = `/uploads/${secret}/a_chart__1_.png`;
  expect([status, body]).toEqual([
    201,
    {
      ...{ id: expect.any(Number), alt: "a_chart__1_", url, full_path: `/-/project/${project.id}${url}` },
      markdown: `![a_chart__1_](${url})`,
    },
  ]);
  const sha256 = createHash("sha256").update(content).digest("hex");
  expect(readdirSync(uploadFolder(service.store, project.id))).toEqual([sha256]);
  const input = { id: project.id, secret, filename };
  const raw = await service.operate(getProjectUpload, input);
  expect([...raw.bytes]).toEqual([...content]);
  expect(Object.fromEntries(raw.headers)).toMatchObject({
    "content-type": "application/octet-stream",
    "content-disposition": "attachment; filename*=UTF-8''a_chart__1_.png",
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
  });
  const part = await service.operate(getProjectUpload, input, { headers: { range: "bytes=1-2" } });
  expect([part.status, ...part.bytes]).toEqual([206, 255, 10]);
});

it("equal files have addresses of their own and one copy on disk", async () => {
  const [first, second] = [await upload("a.txt", "same"), await upload("b.txt", "same")];
  expect(partsOf(first.body).secret).not.toBe(partsOf(second.body).secret);
  expect(first.body).toMatchObject({
    alt: "a.txt",
    markdown: expect.stringMatching(/^\[a\.txt\]\(\/uploads/),
  });
  expect(readdirSync(uploadFolder(service.store, project.id))).toHaveLength(1);
});

it("an empty file and a name that leads elsewhere are stored", async () => {
  const { body } = await upload("../../etc/passwd", "");
  const { secret, filename } = partsOf(body);
  expect(filename).toBe("passwd");
  const raw = await service.operate(getProjectUpload, { id: project.id, secret, filename });
  expect([raw.status, raw.bytes.length]).toEqual([200, 0]);
});

it("who sees the project may upload and read, and nobody else", async () => {
  expect((await upload("a.txt", "x", { as: "guest" })).status).toBe(201);
  const { secret, filename } = partsOf((await upload("a.txt")).body);
  const input = { id: project.id, secret, filename };
  expect((await service.operate(getProjectUpload, input, { as: "guest" })).status).toBe(200);
  for (const [as, status] of [
    ["stranger", 404],
    ["nobody", 401],
  ] as const) {
    expect((await upload("a.txt", "x", { as })).status).toBe(status);
    expect((await service.operate(getProjectUpload, input, { as })).status).toBe(status);
  }
  const other = await service.project();
  expect((await service.operate(getProjectUpload, { ...input, id: other.id })).status).toBe(404);
  expect((await service.operate(getProjectUpload, { ...input, filename: "b.txt" })).status).toBe(404);
  expect((await service.operate(getProjectUpload, { ...input, secret: "0".repeat(32) })).status).toBe(404);
});

it("more than 100 MB is refused in words, and nothing is stored", async () => {
  const large = new Uint8Array(100 * 1024 * 1024 + 1);
  expect(await upload("large.bin", large)).toMatchObject({
    status: 413,
    body: { message: "The file is larger than 100 MB. Nothing was uploaded." },
  });
  expect(existsSync(uploadFolder(service.store, project.id))).toBe(false);
});

it("uploads go with their project", async () => {
  await upload("a.txt");
  const folder = uploadFolder(service.store, project.id);
  expect(existsSync(folder)).toBe(true);
  await removeProject(service.store, project);
  expect(existsSync(folder)).toBe(false);
});
