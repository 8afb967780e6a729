import { beforeEach, expect, it } from "vitest";
import {
  createRelease,
  deleteRelease,
  getRelease,
  listReleases,
  updateRelease,
} from "../../../shared/api/resources/releases.ts";
import type { Project } from "../store/projects/projects.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests("releases");
let project: Project;
let sha: string;
beforeEach(async () => {
  project = await service.project();
  sha = await service.commit(project, { files: { a: "1" } });
});

const fields = { name: "One", tag_name: "v1", description: "# Notes\n\n<script>alert(1)</script>" };
const release = (more: object = {}) => service.operate(createRelease, { id: project.id, ...fields, ...more });
const inputs: Readonly<Record<string, object>> = {
  listReleases: {},
  createRelease: { ...fields, ref: "main" },
};

it.each(operationsOf("releases"))(
  "%s refuses callers without access and invalid input",
  async (name, operation) => {
    const refusals = refusalsOf(service, operation, {
      id: project.id,
      ...(inputs[name] ?? { tag_name: "v1" }),
    });
    expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
  },
);

it("releases a tag that it makes, with sources and links", async () => {
  const links = [
    { name: "Site", url: "https://example.test/a" },
    { name: "Here", url: "http://service.test/b" },
  ];
  const { status, body } = await release({ ref: "main", assets: { links } });
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({
      tag_name: "v1",
      name: "One",
      description: fields.description,
      description_html: expect.stringMatching(/^<h1>Notes<\/h1>(?!.*script)/s),
      created_at: expect.any(String),
      author: expect.objectContaining({ username: "developer" }),
      commit: expect.objectContaining({ id: sha }),
      assets: {
        count: 6,
        sources: ["zip", "tar.gz", "tar.bz2", "tar"].map((format) => ({
          format,
          url: `http://service.test/api/v4/projects/${project.id}/repository/archive.${format}?sha=refs%2Ftags%2Fv1`,
        })),
        links: [
          expect.objectContaining({ id: expect.any(Number), ...links[0], external: true }),
          expect.objectContaining({ ...links[1], external: false }),
        ],
      },
    }),
  ]);
  expect(await service.run(project, "rev-parse", "v1")).toBe(sha);
  expect((await service.operate(getRelease, { id: project.id, tag_name: "v1" })).body).toEqual(body);
});

it("refuses a duplicate, a release without a ref, and one of an unknown ref", async () => {
  await release({ ref: "main" });
  expect(await release()).toMatchObject({ status: 409, body: { message: "Release already exists" } });
  expect((await release({ tag_name: "v2" })).status).toBe(422);
  expect(await release({ tag_name: "v2", ref: "none" })).toMatchObject({
    status: 400,
    body: { message: "Target none is invalid" },
  });
  const link = await service.call("POST", `/projects/${project.id}/releases`, {
    body: { ...fields, tag_name: "v3", ref: "main", assets: { links: [{ name: "No URL" }] } },
  });
  expect(link).toMatchObject({ status: 400, body: { error: "assets[links][0][url] is missing" } });
  expect(await service.run(project, "tag")).toBe("v1");
});

it("names a release after its tag, and annotates the tag with a message, as newer clients expect", async () => {
  const create = (body: object) => service.call("POST", `/projects/${project.id}/releases`, { body });
  expect(await create({ tag_name: "v1", description: "", ref: "main" })).toMatchObject({
    status: 201,
    body: { tag_name: "v1", name: "v1", description: "" },
  });
  const links = [{ name: "Gauge", url: "https://example.test/g", link_type: "package", filepath: "/g" }];
  expect(
    await create({
      name: "",
      description: "x",
      tag_name: "v2",
      tag_message: "Tide",
      ref: "main",
      "assets:links": links,
    }),
  ).toMatchObject({ status: 201, body: { name: "v2", assets: { links: [{ name: "Gauge" }] } } });
  expect(await service.run(project, "cat-file", "-t", "v2")).toBe("tag");
});

it("leaves no tag behind where it refuses", async () => {
  for (const more of [
    { released_at: "soon" },
    { assets: { links: [{ name: "x", url: "no address" }] } },
    { description: ["odd"] },
  ])
    await service.call("POST", `/projects/${project.id}/releases`, {
      body: { tag_name: "v1", description: "x", ref: "main", ...more },
    });
  const twice = [
    { name: "Same", url: "https://example.test/a" },
    { name: "Same", url: "https://example.test/b" },
  ];
  const refused = await release({ ref: "main", assets: { links: twice } });
  expect([refused.status, refused.body]).toEqual([
    400,
    { message: { links: ["Name or URL is used by another link"] } },
  ]);
  expect(await service.run(project, "tag")).toBe("");
});

it("lists the latest first, page by page", async () => {
  for (const tag_name of ["v1", "v2", "v3"]) await release({ tag_name, ref: "main" });
  const list = async (input: object = {}) =>
    ((await service.operate(listReleases, { id: project.id, ...input })).body as { tag_name: string }[]).map(
      ({ tag_name }) => tag_name,
    );
  expect(await list()).toEqual(["v3", "v2", "v1"]);
  expect(await list({ sort: "asc", order_by: "created_at" })).toEqual(["v1", "v2", "v3"]);
  expect(await list({ per_page: 2, page: 2 })).toEqual(["v1"]);
});

it("changes name and notes, each alone", async () => {
  await release({ ref: "main" });
  const change = async (more: object) =>
    (await service.operate(updateRelease, { id: project.id, tag_name: "v1", ...more })).body;
  expect(await change({ name: "Uno" })).toMatchObject({ name: "Uno", description: fields.description });
  expect(await change({ description: "New" })).toMatchObject({ name: "Uno", description_html: "<p>New</p>" });
});

it("deletes a release and returns it, and keeps the tag", async () => {
  const made = await release({ ref: "main" });
  const input = { id: project.id, tag_name: "v1" };
  const gone = await service.operate(deleteRelease, input);
  expect([gone.status, gone.body]).toEqual([200, made.body]);
  expect(await service.run(project, "tag")).toBe("v1");
  for (const operation of [getRelease, updateRelease, deleteRelease]) {
    expect(await service.operate(operation, input)).toMatchObject({
      status: 404,
      body: { message: "404 Release Not Found" },
    });
  }
});

it("hides from guests whether there is a release", async () => {
  const missing = { id: project.id, tag_name: "none" };
  expect((await service.operate(getRelease, missing, { as: "guest" })).status).toBe(403);
  expect((await service.operate(getRelease, missing, { as: "reporter" })).status).toBe(404);
});

it("treats the notes of a tag as a release, and the reverse", async () => {
  await service.call("POST", `/projects/${project.id}/repository/tags`, {
    body: { tag_name: "v1", ref: "main", release_description: "From the tag" },
  });
  expect(await release()).toMatchObject({ status: 409 });
  const { body } = await service.operate(getRelease, { id: project.id, tag_name: "v1" });
  expect(body).toMatchObject({ name: "v1", description: "From the tag" });
});
