import { afterAll, beforeAll, expect, it } from "vitest";
import { createBranch, listBranches } from "../../../../shared/api/resources/branches.ts";
import { createCommit, getCommitDiff, listCommits } from "../../../../shared/api/resources/commits.ts";
import {
  acceptMergeRequest,
  createMergeRequest,
  getMergeRequestVersion,
  listMergeRequestVersions,
} from "../../../../shared/api/resources/merge-requests.ts";
import { listTree } from "../../../../shared/api/resources/repository.ts";
import { makeOriginal, type OpenedService, openedService, terminal } from "./testing/opened-service.ts";

let service: OpenedService;
beforeAll(async () => {
  service = await openedService();
});
afterAll(() => service.close());

/** Branches that are committed to, proposed and merged. */
const rounds = 4;

it("loses nothing while a terminal packs, repacks and prunes the original all the time", async () => {
  const folder = await makeOriginal(service.folder("packed"));
  await terminal(folder, "checkout", "-q", "--detach");
  const id = await service.open(folder);
  const state = { isDone: false, maintained: 0 };
  const maintain = async () => {
    while (!state.isDone) {
      // Two maintenances may meet in one of git's own locks.
      for (const args of [
        ["repack", "-adq"],
        ["pack-refs", "--all"],
        ["gc", "-q", "--prune=now"],
      ])
        await terminal(folder, ...args).catch(() => undefined);
      state.maintained++;
    }
  };
  const tips = new Map<string, string>();
  const work = async () => {
    for (let round = 0; round < rounds; round++) {
      const branch = `work-${round}`;
      const made = await service.call(createBranch, { id, branch, ref: "main" });
      expect([made.status, made.body]).toEqual([201, expect.anything()]);
      const committed = await service.call(createCommit, {
        id,
        branch,
        commit_message: `Round ${round}`,
        actions: [{ action: "create", file_path: `${branch}.txt`, content: `${branch}\n` }],
      });
      expect([committed.status, committed.body]).toEqual([201, expect.anything()]);
      tips.set(branch, committed.data.id);
      expect((await service.call(getCommitDiff, { id, sha: branch })).data).toHaveLength(1);
      expect((await service.call(listTree, { id, ref: branch, recursive: true })).status).toBe(200);
      const branches = { source_branch: branch, target_branch: "main" };
      const { iid } = (await service.call(createMergeRequest, { id, ...branches, title: branch })).data;
      const merged = await service.call(acceptMergeRequest, {
        id,
        merge_request_iid: iid,
        should_remove_source_branch: true,
      });
      expect(merged.body).toMatchObject({ state: "merged" });
      const target = { id, merge_request_iid: iid };
      const [version] = (await service.call(listMergeRequestVersions, target)).data;
      const shown = await service.call(getMergeRequestVersion, { ...target, version_id: version?.id ?? 0 });
      expect(shown.status).toBe(200);
    }
    state.isDone = true;
  };
  await Promise.all([work().finally(() => Object.assign(state, { isDone: true })), maintain()]);
  expect(state.maintained).toBeGreaterThan(0);
  const log = await service.call(listCommits, { id, ref_name: "main", per_page: 100 });
  const ids = new Set(log.data.map((commit) => commit.id));
  for (const [branch, tip] of tips) expect(ids.has(tip), branch).toBe(true);
  expect((await service.call(listBranches, { id })).data.map(({ name }) => name)).toEqual([
    "feature",
    "main",
  ]);
  await terminal(folder, "-c", "core.commitGraph=false", "fsck", "--full", "--strict");
});
