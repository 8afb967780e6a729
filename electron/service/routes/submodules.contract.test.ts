import { beforeEach, expect, it } from "vitest";
import { updateSubmodule } from "../../../shared/api/resources/submodules.ts";
import type { Project } from "../store/projects/projects.ts";
import { insertProtectedBranch } from "../store/projects/protected-branches.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const path = "vendor/lib.ü";
const [before, after] = ["1".repeat(40), "2".repeat(40)];
const service = serviceForTests("submodules");
let project: Project;
let tip: string;
beforeEach(async () => {
  project = await service.project();
  tip = await service.commit(project, {
    files: {
      ".gitmodules": `[submodule "lib"]\n\tpath = ${path}\n\turl = https://example.test/lib.git\n`,
      [path]: { mode: "160000", content: before },
      file: "1",
    },
  });
});

const bump = async (more: object = {}) => {
  const input = { id: project.id, submodule: path, branch: "main", commit_sha: after, ...more };
  const { status, body } = await service.operate(updateSubmodule, input);
  return [status, body];
};

it.each(operationsOf("submodules"))(
  "%s refuses callers without access and invalid input",
  async (_, operation) => {
    const input = { id: project.id, submodule: path, branch: "main", commit_sha: after };
    const refusals = refusalsOf(service, operation, input);
    expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
  },
);

it("updates the commit of a submodule, in a commit of its own", async () => {
  expect(await bump()).toEqual([
    200,
    expect.objectContaining({
      title: `Update submodule ${path} with oid ${after}`,
      author_name: "The developer",
      parent_ids: [tip],
    }),
  ]);
  expect(await service.run(project, "ls-tree", "main", path)).toMatch(
    new RegExp(`^160000 commit ${after}\t`),
  );
  expect(await bump({ commit_sha: before, commit_message: "Back" })).toEqual([
    200,
    expect.objectContaining({ message: expect.stringMatching(/^Back\n?$/) }),
  ]);
});

it("refuses a path that is not a submodule, an invalid hash and a commit without a change", async () => {
  expect(await bump({ submodule: "file" })).toEqual([400, { message: "Invalid submodule path" }]);
  expect(await bump({ submodule: "none" })).toEqual([400, { message: "Invalid submodule path" }]);
  expect(await bump({ commit_sha: "2222" })).toEqual([400, { message: "commit_sha is invalid" }]);
  expect(await bump({ commit_sha: before })).toEqual([
    400,
    { message: `The submodule ${path} is already at ${before}` },
  ]);
  expect(await bump({ branch: "none" })).toEqual([404, { message: "404 Branch Not Found" }]);
  insertProtectedBranch(service.store, project.id, {
    name: "main",
    pushAccessLevel: 40,
    mergeAccessLevel: 40,
  });
  expect(await bump()).toEqual([403, { message: "You are not allowed to push into this branch" }]);
  expect(await service.run(project, "rev-parse", "main")).toBe(tip);
});
