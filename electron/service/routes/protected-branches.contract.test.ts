import { beforeEach, expect, it } from "vitest";
import { getBranch } from "../../../shared/api/resources/branches.ts";
import { protectBranch, unprotectBranch } from "../../../shared/api/resources/protected-branches.ts";
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
