import { beforeEach, expect, it } from "vitest";
import {
  createTag,
  createTagRelease,
  deleteTag,
  getTag,
  listTags,
  updateTagRelease,
} from "../../../shared/api/resources/tags.ts";
import type { Project } from "../store/projects/projects.ts";
import { operationsOf } from "./testing/parts.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/refusals.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests("tags");
let project: Project;
let first: string;
let second: string;
beforeEach(async () => {
  project = await service.project();
  first = await service.commit(project, { files: { a: "1" }, time: 1_600_000_000 });
  second = await service.commit(project, { files: { a: "2" }, time: 1_600_000_100 });
});

const tag = (tag_name: string, ref: string, more: { message?: string; release_description?: string } = {}) =>
  service.operate(createTag, { id: project.id, tag_name, ref, ...more });
const inputs: Readonly<Record<string, object>> = {
  listTags: {},
  createTag: { tag_name: "v1", ref: "main" },
  createTagRelease: { tag_name: "v1", description: "x" },
  updateTagRelease: { tag_name: "v1", description: "x" },
};

it.each(operationsOf("tags"))(
  "%s refuses callers without access and invalid input",
  async (name, operation) => {
    const refusals = refusalsOf(service, operation, {
      id: project.id,
      ...(inputs[name] ?? { tag_name: "v1" }),
    });
    expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
  },
);

it("makes lightweight and annotated tags", async () => {
  const light = await tag("v1.0/ü#", first);
  expect(light).toMatchObject({
    status: 201,
    body: { name: "v1.0/ü#", message: null, target: first, commit: { id: first }, release: null },
  });
  const message = "Two\n\nWith notes.";
  const heavy = await tag("v2", "main", { message, release_description: "# Notes" });
  expect(heavy).toMatchObject({
    status: 201,
    body: { message, commit: { id: second }, release: { tag_name: "v2", description: "# Notes" } },
  });
  const { target } = heavy.body as { target: string };
  expect(await service.run(project, "cat-file", "-t", target)).toBe("tag");
  expect(await service.run(project, "rev-parse", "refs/tags/v2")).toBe(target);
  expect((await tag("v3", "v2")).body).toMatchObject({ target: second });
  expect((await service.operate(getTag, { id: project.id, tag_name: "v2" })).body).toEqual(heavy.body);
});

it("lists by date or name, in both directions, and searches with anchors", async () => {
  for (const [name, ref] of [
    ["v1.10", second],
    ["v1.2", first],
    ["rc-v1", first],
  ] as const)
    await tag(name, ref);
  const names = async (input: object = {}) =>
    ((await service.operate(listTags, { id: project.id, ...input })).body as { name: string }[]).map(
      ({ name }) => name,
    );
  expect((await names())[0]).toBe("v1.10");
  expect((await names({ sort: "asc" })).at(-1)).toBe("v1.10");
  expect(await names({ order_by: "name" })).toEqual(["v1.2", "v1.10", "rc-v1"]);
  expect(await names({ order_by: "name", sort: "asc" })).toEqual(["rc-v1", "v1.10", "v1.2"]);
  expect(await names({ search: "^v1", order_by: "name" })).toEqual(["v1.2", "v1.10"]);
  expect(await names({ search: "v1$" })).toEqual(["rc-v1"]);
  expect(await names({ order_by: "name", sort: "asc", per_page: 2, page: 2 })).toEqual(["v1.2"]);
});

it("responds to a failed creation with 405 and the reason, as documented", async () => {
  await tag("v1", first);
  const refused = async (name: string, ref: string) => {
    const { status, body } = await tag(name, ref);
    return [status, body];
  };
  expect(await refused("v1", second)).toEqual([405, { message: "Tag v1 already exists" }]);
  expect(await refused("v2", "none")).toEqual([405, { message: "Target none is invalid" }]);
  expect(await refused("a..b", "main")).toEqual([405, { message: "Tag name invalid" }]);
  expect(await service.run(project, "rev-parse", "v1")).toBe(first);
});

it("deletes a tag with its notes, once", async () => {
  await tag("v1", first, { release_description: "Notes" });
  const drop = () => service.operate(deleteTag, { id: project.id, tag_name: "v1" });
  expect(await drop()).toMatchObject({ status: 204, body: "" });
  expect(await drop()).toMatchObject({ status: 404, body: { message: "404 Tag Not Found" } });
  expect((await tag("v1", first)).body).toMatchObject({ release: null });
});

it("gives release notes once, and changes them where there are some", async () => {
  await tag("v1", first);
  const notes = (operation: typeof createTagRelease | typeof updateTagRelease, tag_name = "v1") =>
    service.operate(operation, { id: project.id, tag_name, description: "**Notes**" });
  const shape = { tag_name: "v1", description: "**Notes**" };
  expect(await notes(updateTagRelease)).toMatchObject({
    status: 404,
    body: { message: "404 Release Not Found" },
  });
  const made = await notes(createTagRelease);
  expect([made.status, made.body]).toEqual([201, shape]);
  expect(await notes(createTagRelease)).toMatchObject({
    status: 409,
    body: { message: "Release already exists" },
  });
  const changed = await notes(updateTagRelease);
  expect([changed.status, changed.body]).toEqual([200, shape]);
  for (const operation of [createTagRelease, updateTagRelease]) {
    expect(await notes(operation, "none")).toMatchObject({
      status: 404,
      body: { message: "404 Tag Not Found" },
    });
  }
});
