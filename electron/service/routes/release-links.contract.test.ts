import { beforeEach, expect, it } from "vitest";
import {
  createReleaseLink,
  deleteReleaseLink,
  getReleaseLink,
  listReleaseLinks,
  updateReleaseLink,
} from "../../../shared/api/resources/release-links.ts";
import { createRelease, getRelease } from "../../../shared/api/resources/releases.ts";
import type { Project } from "../store/projects/projects.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests();
let project: Project;
let of: { id: number; tag_name: string };
beforeEach(async () => {
  project = await service.project();
  await service.commit(project, { files: { a: "1" } });
  of = { id: project.id, tag_name: "v1" };
  await service.operate(createRelease, { ...of, description: "Notes", ref: "main" });
});

const site = { name: "Site", url: "https://example.test/a" };
const add = (link: object) => service.operate(createReleaseLink, { ...of, ...site, ...link });
const idOf = ({ body }: { body: unknown }): number => Number(Reflect.get(Object(body), "id"));

it("links are added, read, changed and removed, and are part of their release", async () => {
  const { status, body } = await add({ link_type: "runbook", filepath: "/help/site" });
  const shown = {
    ...{ id: expect.any(Number), ...site, external: true, link_type: "runbook" },
    direct_asset_url: `http://service.test/${project.fullPath}/-/releases/v1/downloads/help/site`,
  };
  expect([status, body]).toEqual([201, shown]);
  const link = { ...of, link_id: idOf({ body }) };
  expect((await service.operate(listReleaseLinks, of)).body).toEqual([body]);
  expect((await service.operate(getReleaseLink, link)).body).toEqual(body);
  expect((await service.operate(getRelease, of)).body).toMatchObject({ assets: { count: 5, links: [body] } });
  const changed = await service.operate(updateReleaseLink, { ...link, name: "Help", link_type: "other" });
  expect(changed.body).toEqual({ ...shown, name: "Help", link_type: "other" });
  expect((await service.operate(deleteReleaseLink, link)).body).toEqual(changed.body);
  expect((await service.operate(getReleaseLink, link)).status).toBe(404);
  expect((await service.operate(listReleaseLinks, of)).body).toEqual([]);
});

it("a path is read under the name that newer services have for it", async () => {
  const { body } = await service.call("POST", `/projects/${project.id}/releases/v1/assets/links`, {
    body: { ...site, direct_asset_path: "/bin/app" },
  });
  expect(body).toMatchObject({ direct_asset_url: expect.stringMatching(/\/downloads\/bin\/app$/) });
});

it("names, addresses and paths are those of one link", async () => {
  const first = idOf(await add({ filepath: "/a" }));
  const twice = { message: { links: ["Name or URL is used by another link"] } };
  expect(await add({ url: "https://example.test/b" })).toMatchObject({ status: 400, body: twice });
  expect(await add({ name: "Other" })).toMatchObject({ status: 400, body: twice });
  expect(await add({ name: "Other", url: "https://example.test/b", filepath: "/a" })).toMatchObject({
    status: 400,
    body: { message: { filepath: ["has already been taken"] } },
  });
  const second = idOf(await add({ name: "Other", url: "https://example.test/b" }));
  const renamed = await service.operate(updateReleaseLink, { ...of, link_id: second, name: "Site" });
  expect([renamed.status, renamed.body]).toEqual([400, twice]);
  const same = await service.operate(updateReleaseLink, { ...of, link_id: first, name: "Site" });
  expect(same.status).toBe(200);
});

it("an address that is no web address is refused", async () => {
  for (const url of ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "no address"]) {
    const path = `/projects/${project.id}/releases/v1/assets/links`;
    expect((await service.call("POST", path, { body: { name: "x", url } })).status).toBe(400);
  }
});

it("a link to the service itself follows its address", async () => {
  const { body } = await add({ name: "Own", url: "http://service.test/-/project/1/uploads/aa/a.zip" });
  expect(body).toMatchObject({ external: false, url: "http://service.test/-/project/1/uploads/aa/a.zip" });
  expect(service.store.get("SELECT url FROM release_links ORDER BY id DESC")).toEqual({
    url: "/-/project/1/uploads/aa/a.zip",
  });
});

it("a link of another release is not found", async () => {
  const link_id = idOf(await add({}));
  await service.operate(createRelease, { ...of, tag_name: "v2", description: "Notes", ref: "main" });
  for (const operation of [getReleaseLink, deleteReleaseLink])
    expect((await service.operate(operation, { ...of, tag_name: "v2", link_id })).status).toBe(404);
});

it("those who may not push may read and not write", async () => {
  const link_id = idOf(await add({}));
  const as = { as: "reporter" } as const;
  expect((await service.operate(listReleaseLinks, of, as)).status).toBe(200);
  expect((await service.operate(createReleaseLink, { ...of, ...site, name: "x" }, as)).status).toBe(403);
  expect((await service.operate(updateReleaseLink, { ...of, link_id, name: "x" }, as)).status).toBe(403);
  expect((await service.operate(deleteReleaseLink, { ...of, link_id }, as)).status).toBe(403);
});
