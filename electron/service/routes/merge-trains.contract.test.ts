import { beforeEach, describe, expect, it } from "vitest";
import { cancelAutoMerge } from "../../../shared/api/resources/merge-request-merges.ts";
import {
  acceptMergeRequest,
  getMergeRequest,
  updateMergeRequest,
} from "../../../shared/api/resources/merge-requests.ts";
import {
  addToMergeTrain,
  getMergeTrainCar,
  listMergeTrains,
} from "../../../shared/api/resources/merge-trains.ts";
import { getProject, updateProject } from "../../../shared/api/resources/projects.ts";
import { jobChanges } from "../ci/pipeline-state.ts";
import { startMergeTrains } from "../domain/merge-requests/merge-trains.ts";
import { updatePipelineState } from "../store/ci/pipelines.ts";
import type { Project } from "../store/projects/projects.ts";
import { type Body, branchWithChange } from "./testing/branch-with-change.ts";
import { addPipeline } from "./testing/ci-records.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests();
const branch = branchWithChange(service);
const { of, open, sha, git, events } = branch;
let project: Project;
/** The pipeline of the first merge request's head. */
let first: number;

const setTrains = (isOn: boolean) =>
  service.operate(updateProject, { id: project.id, merge_trains_enabled: isOn }, { as: "maintainer" });
const pipeline = async (ref: string) =>
  addPipeline(service.store, project, await sha(ref), { ref, status: "running" });
const end = (id: number, status: string) => {
  updatePipelineState(service.store, id, { status, startedAt: null, finishedAt: null });
  jobChanges.emit(service.store);
};
const add = (iid = 1, more: Body = {}) => service.operate(addToMergeTrain, { ...of(iid), ...more });
const shown = async (iid = 1) => (await service.operate(getMergeRequest, of(iid))).body as Body;
const cars = async (scope: "active" | "complete" = "active") =>
  (
    (await service.operate(listMergeTrains, { id: project.id, scope, sort: "asc" })).body as {
      readonly merge_request: Body;
      readonly status: string;
    }[]
  ).map(({ merge_request: { iid }, status }) => [iid, status]);

const errors: unknown[] = [];
/** Advances the trains until the merge request is on none any more; without a number once. */
async function run(iid?: number): Promise<void> {
  const stop = startMergeTrains(
    service.store,
    () => service.url,
    (error) => errors.push(error),
  );
  await new Promise((resolve) => setTimeout(resolve, 0));
  const isDone = async () => iid === undefined || !(await cars()).some(([each]) => each === iid);
  await expect.poll(isDone, { timeout: 20_000 }).toBe(true);
  await stop();
  expect(errors).toEqual([]);
}

beforeEach(async () => {
  project = branch.project;
  await open();
  await service.commit(project, { branch: "other", from: "main", files: { c: "c\n" } });
  await open({ source_branch: "other", title: "Other" });
  first = await pipeline("topic");
  await setTrains(true);
});

it("is there for projects that have it, on others 403", async () => {
  expect((await service.operate(getProject, { id: project.id })).body).toMatchObject({
    merge_trains_enabled: true,
  });
  expect((await service.operate(getMergeTrainCar, of())).status).toBe(404);
  await setTrains(false);
  expect((await service.operate(listMergeTrains, { id: project.id })).status).toBe(403);
  expect((await service.operate(getMergeTrainCar, of())).status).toBe(403);
  expect((await add()).status).toBe(403);
});

it("merges in the order in which they were added, each once its pipeline has succeeded", async () => {
  const second = await pipeline("other");
  expect((await add(1, { sha: await sha("topic"), squash: true })).body).toMatchObject([
    { merge_request: { iid: 1 }, target_branch: "main", user: { username: "developer" } },
  ]);
  expect((await add(2)).body).toMatchObject([{ merge_request: { iid: 1 } }, { merge_request: { iid: 2 } }]);
  expect([(await events()).at(-1), (await events(2)).at(-1)]).toEqual([
    "started a merge train",
    "added this merge request to the merge train at position 2",
  ]);
  expect(await shown()).toMatchObject({
    merge_when_pipeline_succeeds: true,
    merge_user: { username: "developer" },
  });
  end(second, "success");
  await run();
  expect(await cars()).toEqual([
    [1, "fresh"],
    [2, "fresh"],
  ]);
  expect((await service.operate(getMergeTrainCar, of(2))).body).toMatchObject({
    pipeline: { id: second, status: "success" },
    merged_at: null,
  });
  end(first, "success");
  await run(2);
  expect([(await shown()).state, (await shown(2)).state]).toEqual(["merged", "merged"]);
  expect(await git("log", "--first-parent", "--format=%s", "main")).toMatch(/^Merge branch 'other'/);
  expect(await cars()).toEqual([]);
  expect(await cars("complete")).toEqual([
    [1, "merged"],
    [2, "merged"],
  ]);
  expect((await service.operate(getMergeTrainCar, of(1))).body).toMatchObject({
    status: "merged",
    duration: expect.any(Number),
  });
});

describe("a merge request leaves the train", () => {
  it.each<[string, () => Promise<unknown>, string]>([
    ["whose pipeline fails", async () => end(first, "failed"), "pipeline failed"],
    [
      "that has other commits",
      () => service.commit(project, { branch: "topic", files: { d: "d\n" } }),
      "source branch was updated",
    ],
    [
      "that is closed",
      () => service.operate(updateMergeRequest, { ...of(), state_event: "close" }),
      "it is not open and ready any more",
    ],
    [
      "that conflicts when it is the first",
      async () => {
        await service.commit(project, { files: { a: "1\nzwei\n3\n" } });
        end(first, "success");
      },
      "it conflicts with the target branch",
    ],
  ])("%s, with a note that says why", async (_, change, why) => {
    await add(1);
    await add(2);
    await change();
    await run(2);
    const text = `removed this merge request from the merge train because ${why}`;
    expect(await events()).toContain(text);
    expect(await shown()).toMatchObject({
      merge_when_pipeline_succeeds: false,
      merge_error: `Removed from the merge train: ${why}`,
    });
    // The one behind it has no pipeline to wait for.
    expect((await shown(2)).state).toBe("merged");
  });

  it("that somebody removes, or merges beside it", async () => {
    await add(1);
    expect((await service.operate(cancelAutoMerge, of())).status).toBe(201);
    expect((await events()).at(-1)).toBe("removed this merge request from the merge train");
    expect(await cars()).toEqual([]);
    await add(1);
    await service.operate(acceptMergeRequest, of());
    await run(1);
    expect(await cars("complete")).toEqual([[1, "skip_merged"]]);
  });
});

it("takes no merge request that cannot be merged, and each once", async () => {
  expect((await add(1, { sha: "1".repeat(40) })).status).toBe(409);
  await service.operate(updateMergeRequest, { ...of(2), title: "Draft: Other" });
  expect((await add(2)).status).toBe(400);
  end(first, "failed");
  expect((await add(1)).body).toEqual({ message: "Its pipeline failed" });
  end(first, "running");
  expect((await add(1)).status).toBe(201);
  expect((await add(1)).status).toBe(409);
  const automatic = { ...of(), merge_when_pipeline_succeeds: true };
  expect((await service.operate(acceptMergeRequest, automatic)).status).toBe(405);
});
