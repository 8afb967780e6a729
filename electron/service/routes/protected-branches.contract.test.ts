import { beforeEach, expect, it } from "vitest";
import { getBranch } from "../../../shared/api/resources/branches.ts";
import {
  getProtectedBranch,
  listProtectedBranches,
  protectBranch,
  unprotectBranch,
  updateProtectedBranch,
} from "../../../shared/api/resources/protected-branches.ts";
import {
  getProtectedTag,
  listProtectedTags,
  protectTag,
  unprotectTag,
} from "../../../shared/api/resources/protected-tags.ts";
import { createTag, getTag } from "../../../shared/api/resources/tags.ts";
import type { Project } from "../store/projects/projects.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests("protected-branches");
let project: Project;
beforeEach(async () => {
  project = await service.project();
  await service.commit(project, { files: { a: "1" } });
});

const maintainer = { as: "maintainer" } as const;
const protect = async (name: string, more: object = {}) => {
  const { status, body } = await service.operate(
    protectBranch,
    { id: project.id, name, ...more },
    maintainer,
  );
  return [status, body];
};
const unprotect = async (name: string) => {
  const { status, body } = await service.operate(unprotectBranch, { id: project.id, name }, maintainer);
  return [status, body];
};
const branch = async () => (await service.operate(getBranch, { id: project.id, branch: "main" })).body;

it.each(operationsOf("protected-branches"))(
  "%s refuses callers without access and invalid input",
  async (_, operation) => {
    const refusals = refusalsOf(
      service,
      operation,
      { id: project.id, name: "main" },
      { permitted: maintainer },
    );
    expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
  },
);

it("protects for maintainers by default, and unprotects", async () => {
  expect(await protect("main")).toEqual([
    201,
    expect.objectContaining({
      name: "main",
      push_access_levels: [
        expect.objectContaining({ access_level: 40, access_level_description: "Maintainers" }),
      ],
      merge_access_levels: [expect.objectContaining({ access_level: 40 })],
    }),
  ]);
  expect(await branch()).toMatchObject({ protected: true, can_push: false, developers_can_push: false });
  expect(await unprotect("main")).toEqual([204, ""]);
  expect(await branch()).toMatchObject({ protected: false, can_push: true });
});

it("lets developers push and merge where configured, by a wildcard too", async () => {
  await protect("ma*", { push_access_level: 30, merge_access_level: 30 });
  expect(await branch()).toMatchObject({
    protected: true,
    can_push: true,
    developers_can_push: true,
    developers_can_merge: true,
  });
  expect((await unprotect("ma*"))[0]).toBe(204);
});

it("refuses a duplicate, an unprotected branch and invalid levels", async () => {
  await protect("main");
  expect(await protect("main")).toEqual([409, { message: "Protected branch 'main' already exists" }]);
  expect(await unprotect("none")).toEqual([404, { message: "404 Protected Branch Not Found" }]);
  expect((await protect("other", { push_access_level: 7 }))[0]).toBe(422);
});

it("lists and shows what is protected, with the levels and whether it may be force-pushed", async () => {
  await protect("main");
  await protect("release/*", { push_access_level: 0, merge_access_level: 30, allow_force_push: true });
  const list = (search?: string) =>
    service.operate(listProtectedBranches, { id: project.id, ...(search ? { search } : {}) }, maintainer);
  expect((await list()).body).toMatchObject([
    { name: "main", allow_force_push: false },
    {
      name: "release/*",
      push_access_levels: [{ access_level: 0, access_level_description: "No one" }],
      merge_access_levels: [{ access_level: 30 }],
      allow_force_push: true,
    },
  ]);
  expect((await list("rele")).body).toMatchObject([{ name: "release/*" }]);
  const one = { id: project.id, name: "release/*" };
  expect((await service.operate(getProtectedBranch, one, maintainer)).body).toMatchObject({
    name: "release/*",
  });
  const none = { id: project.id, name: "nothing" };
  expect((await service.operate(getProtectedBranch, none, maintainer)).status).toBe(404);
});

it("changes who may push and merge, by the entry of a level or by adding one", async () => {
  await protect("main");
  const one = { id: project.id, name: "main" };
  const change = (input: object) => service.operate(updateProtectedBranch, { ...one, ...input }, maintainer);
  const rule = (await service.operate(getProtectedBranch, one, maintainer)).body as {
    push_access_levels: { id: number }[];
  };
  const id = rule.push_access_levels[0]?.id;
  expect(await change({ allowed_to_push: [{ id, access_level: 0 }], allow_force_push: true })).toMatchObject({
    status: 200,
    body: {
      push_access_levels: [{ id, access_level: 0 }],
      merge_access_levels: [{ access_level: 40 }],
      allow_force_push: true,
    },
  });
  // Of several the most lenient one counts.
  expect((await change({ allowed_to_merge: [{ access_level: 30 }] })).body).toMatchObject({
    merge_access_levels: [{ access_level: 30 }],
    allow_force_push: true,
  });
  expect(await branch()).toMatchObject({ developers_can_push: false, developers_can_merge: true });
  expect((await change({ allowed_to_merge: [{ id, _destroy: true }] })).body).toMatchObject({
    merge_access_levels: [{ access_level: 0 }],
  });
  const refused = { status: 422 };
  expect(await change({ allowed_to_push: [{ id, access_level: 7 }] })).toMatchObject(refused);
  expect(await change({ allowed_to_push: [{}] })).toMatchObject(refused);
  expect(await change({ allowed_to_push: [{ id: 99_999, access_level: 40 }] })).toMatchObject({
    status: 404,
  });
  expect((await service.operate(updateProtectedBranch, { ...one, name: "none" }, maintainer)).status).toBe(
    404,
  );
});

it("protects tags by name and pattern, which their own page says", async () => {
  const tag = (tag_name: string) => ({ id: project.id, tag_name, ref: "main" });
  const rule = { id: project.id, name: "v*", create_access_level: 40 };
  expect(await service.operate(protectTag, rule, maintainer)).toMatchObject({
    status: 201,
    body: { name: "v*", create_access_levels: [{ access_level: 40 }] },
  });
  expect(await service.operate(protectTag, rule, maintainer)).toMatchObject({
    status: 409,
    body: { message: "Protected tag 'v*' already exists" },
  });
  expect(
    (await service.operate(protectTag, { ...rule, name: "w", create_access_level: 50 }, maintainer)).status,
  ).toBe(422);
  expect(await service.operate(createTag, tag("v1"), { as: "developer" })).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining("protected tag v1") },
  });
  expect((await service.operate(createTag, tag("v1"), maintainer)).body).toMatchObject({ protected: true });
  expect((await service.operate(createTag, tag("w1"), { as: "developer" })).body).toMatchObject({
    protected: false,
  });
  const one = { id: project.id, name: "v*" };
  expect((await service.operate(getProtectedTag, one, maintainer)).body).toMatchObject({ name: "v*" });
  expect((await service.operate(listProtectedTags, { id: project.id }, maintainer)).body).toHaveLength(1);
  expect((await service.operate(unprotectTag, one, maintainer)).status).toBe(204);
  expect((await service.operate(unprotectTag, one, maintainer)).body).toEqual({
    message: "404 Protected Tag Not Found",
  });
  const shown = await service.operate(getTag, { id: project.id, tag_name: "v1" });
  expect(shown.body).toMatchObject({ protected: false });
});
