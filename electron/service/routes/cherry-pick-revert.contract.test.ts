import { beforeEach, expect, it } from "vitest";
import { cherryPickCommit, revertCommit } from "../../../shared/api/resources/commits.ts";
import type { Project } from "../store/projects/projects.ts";
import { insertProtectedBranch } from "../store/projects/protected-branches.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests("cherry-pick-revert");
let project: Project;
let sha: string;
beforeEach(async () => {
  project = await service.project();
  const base = await service.commit(project, { files: { a: "1\n2\n3\n4\n5\n" } });
  sha = await service.commit(project, {
    branch: "topic",
    from: base,
    files: { a: "1\n2\n3\n4\nfive\n" },
    message: "Spell five\n\nFor clarity.",
    author: "Bo <bo@example.test>",
  });
  await service.commit(project, { files: { a: "one\n2\n3\n4\n5\n" } });
});

const both = [
  ["cherry-pick", cherryPickCommit],
  ["revert", revertCommit],
] as const;

it.each(operationsOf("cherry-pick-revert"))(
  "%s refuses callers without access and invalid input",
  async (_, operation) => {
    const refusals = refusalsOf(service, operation, { id: project.id, sha, branch: "main" });
    expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
  },
);

it("cherry-picks onto a branch with newer commits, and reverts", async () => {
  const picked = await service.operate(cherryPickCommit, { id: project.id, sha, branch: "main" });
  expect(picked).toMatchObject({
    status: 201,
    body: {
      title: "Spell five",
      message: `Spell five\n\nFor clarity.\n\n(cherry picked from commit ${sha})\n`,
      author_name: "Bo",
      committer_name: "The developer",
      stats: { additions: 1, deletions: 1, total: 2 },
    },
  });
  expect(await service.run(project, "show", "main:a")).toBe("one\n2\n3\n4\nfive");
  const { id } = picked.body as { id: string };
  const undone = await service.operate(revertCommit, { id: project.id, sha: id, branch: "main" });
  expect(undone).toMatchObject({
    status: 201,
    body: { message: `Revert "Spell five"\n\nThis reverts commit ${id}\n`, author_name: "The developer" },
  });
  expect(await service.run(project, "show", "main:a")).toBe("one\n2\n3\n4\n5");
});

it.each(both)("%s of an unknown commit or onto an unknown branch is 404", async (_, operation) => {
  const responseTo = async (input: { sha: string; branch: string }) => {
    const { status, body } = await service.operate(operation, { id: project.id, ...input });
    return [status, body];
  };
  expect(await responseTo({ sha: "none", branch: "main" })).toEqual([
    404,
    { message: "404 Commit Not Found" },
  ]);
  expect(await responseTo({ sha, branch: "none" })).toEqual([404, { message: "404 Branch Not Found" }]);
});

it.each(both)("%s explains a conflict, and that nothing would change", async (verb, operation) => {
  await service.commit(project, { files: { a: "one\n2\n3\n4\nFIVE\n" } });
  const done = verb === "revert" ? "reverted" : "cherry-picked";
  const refused = {
    status: 400,
    body: {
      message: `Sorry, we cannot ${verb} this commit automatically. This commit may already have been ${done}, or a more recent commit may have updated some of its content.`,
    },
  };
  const before = await service.run(project, "rev-parse", "main");
  expect(await service.operate(operation, { id: project.id, sha, branch: "main" })).toMatchObject(refused);
  const again = { id: project.id, sha, branch: "topic" };
  if (verb === "revert") expect((await service.operate(operation, again)).status).toBe(201);
  expect(await service.operate(operation, again)).toMatchObject(refused);
  expect(await service.run(project, "rev-parse", "main")).toBe(before);
});

it.each(both)("%s onto a protected branch is for maintainers", async (_, operation) => {
  insertProtectedBranch(service.store, project.id, { name: "t*", pushAccessLevel: 40, mergeAccessLevel: 40 });
  const input = { id: project.id, sha: operation === revertCommit ? sha : "main", branch: "topic" };
  expect(await service.operate(operation, input)).toMatchObject({
    status: 403,
    body: { message: "You are not allowed to push into this branch" },
  });
  expect((await service.operate(operation, input, { as: "maintainer" })).status).toBe(201);
});

it("picks and reverts a merge against its first parent", async () => {
  const merge = await service.commit(project, { merge: "topic", files: { a: "one\n2\n3\n4\nfive\n" } });
  expect((await service.operate(revertCommit, { id: project.id, sha: merge, branch: "main" })).status).toBe(
    201,
  );
  expect(await service.run(project, "show", "main:a")).toBe("one\n2\n3\n4\n5");
  expect(
    (await service.operate(cherryPickCommit, { id: project.id, sha: merge, branch: "main" })).status,
  ).toBe(201);
  expect(await service.run(project, "show", "main:a")).toBe("one\n2\n3\n4\nfive");
});
