import { beforeEach, expect, it } from "vitest";
import {
  createMergeRequestBlock,
  deleteMergeRequestBlock,
  listMergeRequestBlocks,
} from "../../../shared/api/resources/merge-request-blocks.ts";
import {
  acceptMergeRequest,
  createMergeRequest,
  deleteMergeRequest,
  getMergeRequest,
  updateMergeRequest,
} from "../../../shared/api/resources/merge-requests.ts";
import { insertGroup } from "../store/groups/groups.ts";
import type { Project } from "../store/projects/projects.ts";
import { type Body, branchWithChange } from "./testing/branch-with-change.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests();
const branch = branchWithChange(service);
const { of, open } = branch;
let project: Project;
/** Merge requests !1 and !2; the first one waits for the second one. */
let ids: readonly number[];
beforeEach(async () => {
  project = branch.project;
  const one = await open();
  await service.commit(project, { branch: "other", from: "main", files: { c: "c\n" } });
  const two = await open({ source_branch: "other" });
  ids = [Number(one.id), Number(two.id)];
});

const add = (iid: number, blocking: number | undefined) =>
  service.operate(createMergeRequestBlock, { ...of(iid), blocking_merge_request_id: blocking ?? 0 });
const status = async (iid = 1) =>
  ((await service.operate(getMergeRequest, of(iid))).body as Body).detailed_merge_status;
const waits = async () =>
  ((await service.operate(listMergeRequestBlocks, of())).body as Body[]).map((block) => [
    (block.blocking_merge_request as Body | undefined)?.iid ?? null,
    (block.blocked_merge_request as Body).iid,
  ]);

it("is not merged before the merge request that it waits for", async () => {
  const made = await add(1, ids[1]);
  expect([made.status, (made.body as Body).blocking_merge_request]).toMatchObject([201, { iid: 2 }]);
  expect(await waits()).toEqual([[2, 1]]);
  expect([await status(1), await status(2)]).toEqual(["merge_request_blocked", "mergeable"]);
  expect((await service.operate(acceptMergeRequest, of(1))).status).toBe(405);
  expect((await service.operate(acceptMergeRequest, of(2))).body).toMatchObject({ state: "merged" });
  expect(await status()).toBe("mergeable");
  expect((await service.operate(acceptMergeRequest, of(1))).body).toMatchObject({ state: "merged" });
});

it("waits for one that was closed, too, until the dependency is removed or it is deleted", async () => {
  const { body } = await add(1, ids[1]);
  await service.operate(updateMergeRequest, { ...of(2), state_event: "close" });
  expect(await status()).toBe("merge_request_blocked");
  const block = { ...of(), block_id: Number((body as Body).id) };
  expect((await service.operate(deleteMergeRequestBlock, { ...block, ...of(2) })).status).toBe(404);
  expect((await service.operate(deleteMergeRequestBlock, block)).status).toBe(204);
  expect((await service.operate(deleteMergeRequestBlock, block)).status).toBe(404);
  expect([await status(), await waits()]).toEqual(["mergeable", []]);
  await add(1, ids[1]);
  await service.operate(deleteMergeRequest, of(2), { as: "owner" });
  expect([await status(), await waits()]).toEqual(["mergeable", []]);
});

it("waits for each one once, and never for itself", async () => {
  await add(1, ids[1]);
  expect((await add(1, ids[1])).body).toEqual({ message: "Block already exists" });
  const circle = { message: "A merge request cannot wait for itself, nor for one that waits for it" };
  expect(await add(2, ids[0])).toMatchObject({ status: 400, body: circle });
  expect(await add(1, ids[0])).toMatchObject({ status: 400, body: circle });
  await service.commit(project, { branch: "third", from: "main", files: { d: "d\n" } });
  const third = Number((await open({ source_branch: "third" })).id);
  expect((await add(2, third)).status).toBe(201);
  expect(await add(3, ids[0])).toMatchObject({ status: 400, body: circle });
});

it("waits for one of another project, which only those see who may", async () => {
  const group = insertGroup(service.store, { name: "Hidden", path: "hidden", visibility: "private" });
  const elsewhere = await service.project({ groupId: group.id, visibility: "private" });
  await service.commit(elsewhere, { files: { a: "a\n" } });
  await service.commit(elsewhere, { branch: "topic", from: "main", files: { b: "b\n" } });
  const input = { id: elsewhere.id, source_branch: "topic", target_branch: "main", title: "Elsewhere" };
  const made = await service.operate(createMergeRequest, input, { as: "administrator" });
  const id = Number((made.body as Body).id);
  expect((await add(1, id)).status).toBe(404);
  const block = { ...of(), blocking_merge_request_id: id };
  expect((await service.operate(createMergeRequestBlock, block, { as: "administrator" })).status).toBe(201);
  expect(await waits()).toEqual([[null, 1]]);
  expect(await status()).toBe("merge_request_blocked");
});
