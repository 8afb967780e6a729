import { beforeEach, expect, it } from "vitest";
import type { InputOf } from "../../../shared/api/contract/operation.ts";
import {
  acceptMergeRequest,
  getMergeRequest,
  resolveMergeConflicts,
  updateMergeRequest,
} from "../../../shared/api/resources/merge-request-changes.ts";
import type { Project } from "../store/projects/projects.ts";
import { branchWithChange } from "./testing/branch-with-change.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests();
const branch = branchWithChange(service);
const { of, open, sha, git, versions, events } = branch;
let project: Project;
beforeEach(() => {
  project = branch.project;
});

it("merges with two parents, and records who and when", async () => {
  await open();
  const [before, head] = [await sha("main"), await sha("topic")];
  const wrong = await service.operate(acceptMergeRequest, { ...of(), sha: before });
  expect([wrong.status, wrong.body]).toEqual([
    409,
    { message: `SHA does not match HEAD of source branch: ${head}` },
  ]);
  expect((await service.operate(acceptMergeRequest, of(), { as: "reporter" })).status).toBe(401);
  const merged = await service.operate(acceptMergeRequest, {
    ...of(),
    sha: head,
    should_remove_source_branch: true,
  });
  expect(merged.body).toMatchObject({
    state: "merged",
    merged_by: { username: "developer" },
    merge_commit_sha: await sha("main"),
  });
  expect(await git("rev-list", "--parents", "-1", "main")).toBe(`${await sha("main")} ${before} ${head}`);
  expect(await git("log", "-1", "--format=%B", "main")).toContain("Merge branch 'topic' into 'main'");
  expect(await git("for-each-ref", "refs/heads/topic")).toBe("");
  expect((await service.operate(acceptMergeRequest, of())).status).toBe(405);
  expect(await events()).toContain("merged");
  // Its versions stay readable without the branch.
  expect(await versions()).toHaveLength(1);
});

it("squashes into one commit of the author", async () => {
  await service.commit(project, { branch: "topic", files: { b: "bee\n" }, message: "Bee" });
  await open();
  const before = await sha("main");
  await service.operate(acceptMergeRequest, { ...of(), squash: true });
  expect(await git("rev-list", "--parents", "-1", "main")).toBe(`${await sha("main")} ${before}`);
  expect(await git("show", "main:b")).toBe("bee");
});

it("reports conflicts, and refuses to merge drafts, closed ones and conflicting ones", async () => {
  await open({ title: "Draft: Two" });
  expect((await service.operate(acceptMergeRequest, of())).status).toBe(405);
  await service.operate(updateMergeRequest, { ...of(), title: "Two" });
  await service.commit(project, { files: { a: "1\nzwei\n3\n" } });
  expect((await service.operate(getMergeRequest, of())).body).toMatchObject({
    merge_status: "cannot_be_merged",
    has_conflicts: true,
  });
  const refused = await service.operate(acceptMergeRequest, of());
  expect([refused.status, refused.body]).toEqual([406, { message: "Branch cannot be merged" }]);
  await service.operate(updateMergeRequest, { ...of(), state_event: "close" });
  expect((await service.operate(acceptMergeRequest, of())).status).toBe(405);
  await service.operate(updateMergeRequest, { ...of(), state_event: "reopen" });
  expect((await events()).slice(-2)).toEqual(["closed", "reopened"]);
});

it("merges the target into a source whose conflicts were resolved", async () => {
  await open();
  const target = await service.commit(project, { files: { a: "1\nzwei\n3\n", new: "n\n" } });
  const source = await sha("topic");
  const resolve = (
    more: Partial<InputOf<typeof resolveMergeConflicts>> = {},
    as: "developer" | "reporter" = "developer",
  ) =>
    service.operate(
      resolveMergeConflicts,
      {
        ...of(),
        source_sha: source,
        target_sha: target,
        commit_message: "Merge branch 'main' into 'topic'",
        files: [{ path: "a", content: "1\ntwo and zwei\n3\n" }],
        ...more,
      },
      { as },
    );
  expect((await resolve({}, "reporter")).status).toBe(403);
  expect((await resolve({ files: [] })).body).toMatchObject({ message: "Unresolved conflicts: a" });
  expect((await resolve({ source_sha: target })).status).toBe(409);
  expect((await resolve({ target_sha: source })).status).toBe(400);
  const made = await resolve();
  expect(made.status).toBe(201);
  const commit = (made.body as { id: string }).id;
  expect(await sha("topic")).toBe(commit);
  expect(await git("show", "--no-patch", "--format=%P", commit)).toBe(`${source} ${target}`);
  expect(await git("show", `${commit}:a`)).toBe("1\ntwo and zwei\n3");
  expect(await git("show", `${commit}:new`)).toBe("n");
  expect((await service.operate(getMergeRequest, of())).body).toMatchObject({
    merge_status: "can_be_merged",
    sha: commit,
  });
  expect((await service.operate(acceptMergeRequest, of())).status).toBe(200);
  expect((await resolve({ source_sha: commit })).status).toBe(405);
});

it("a source that was pushed into its target is merged", async () => {
  await open();
  await service.setBranch(project, "main", await sha("topic"));
  expect((await service.operate(getMergeRequest, of())).body).toMatchObject({ state: "merged" });
});
