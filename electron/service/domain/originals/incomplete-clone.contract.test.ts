import { existsSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { AnyOperation } from "../../../../shared/api/contract/operation.ts";
import { createBranch } from "../../../../shared/api/resources/branches.ts";
import { getCommit, getCommitDiff, listCommits } from "../../../../shared/api/resources/commits.ts";
import { getBlame, getFile, getRawFile } from "../../../../shared/api/resources/files.ts";
import { getOriginal } from "../../../../shared/api/resources/local-repositories.ts";
import { createMergeRequest } from "../../../../shared/api/resources/merge-request-changes.ts";
import { listProjectMergeRequests } from "../../../../shared/api/resources/merge-requests.ts";
import {
  compareRefs,
  getArchive,
  getBlob,
  getRawBlob,
  listContributors,
  listTree,
} from "../../../../shared/api/resources/repository.ts";
import { searchBlobs } from "../../../../shared/api/resources/search.ts";
import { commitFile, makeOriginal, terminal } from "./testing/opened-service.ts";
import { commitFromHelve, openedServiceForTests } from "./testing/opened-service-for-tests.ts";

const service = openedServiceForTests();

describe("an incomplete clone", () => {
  it("shows a shallow clone, and names where its history ends", async () => {
    const source = await makeOriginal(service.folder("deep"));
    await terminal(service.root, "clone", "-q", "--depth=1", `file://${source}`, "shallow");
    const shallow = service.folder("shallow");
    const id = await service.open(shallow);
    expect((await service.call(getOriginal, { id })).body).toMatchObject({ shallow: true, partial: false });
    const log = await service.call(listCommits, { id, ref_name: "main" });
    expect([log.status, log.data.length]).toEqual([200, 1]);
    expect((await service.call(getFile, { id, file_path: "src.txt", ref: "main" })).status).toBe(200);
    expect((await service.call(getCommitDiff, { id, sha: "main" })).status).toBe(200);
    await terminal(shallow, "fetch", "-q", "--depth=1", "origin", "feature:other");
    const apart = await service.call(compareRefs, { id, from: "other", to: "main" });
    expect(apart).toMatchObject({ status: 424, body: { reason: "missing_history" } });
    const branch = await service.call(createBranch, { id, branch: "new", ref: "main" });
    expect(branch.status).toBe(201);
    expect((await commitFromHelve(service, id, "new")).status).toBe(201);
    await terminal(shallow, "fsck", "--full");
    // History that is fetched later is read by the next request.
    await terminal(shallow, "fetch", "-q", "--unshallow");
    expect((await service.call(listCommits, { id, ref_name: "main" })).body).toHaveLength(2);
  });

  it("names a missing object of a blobless clone and fetches nothing", async () => {
    const source = await makeOriginal(service.folder("full"));
    await commitFile(source, "src.txt", "another\n");
    await terminal(source, "config", "uploadpack.allowFilter", "true");
    await terminal(service.root, "clone", "-q", "--filter=blob:none", `file://${source}`, "blobless");
    const blobless = service.folder("blobless");
    const missing = () => terminal(blobless, "rev-list", "--objects", "--all", "--missing=print");
    const before = await missing();
    expect(before).toContain("\n?");
    // A remote that runs a program when missing objects are fetched from it.
    const sprung = service.folder("fetched");
    writeFileSync(service.folder("trap"), `#!/bin/sh\ntouch "${sprung}"\nexit 1\n`, { mode: 0o755 });
    const remote = { url: `ext::${service.folder("trap")}`, uploadpack: service.folder("trap") };
    for (const [name, value] of Object.entries(remote)) {
      await terminal(blobless, "config", `remote.origin.${name}`, value);
    }
    await terminal(blobless, "config", "protocol.ext.allow", "always");
    const id = await service.open(blobless);
    expect((await service.call(getOriginal, { id })).body).toMatchObject({ partial: true });
    expect((await service.call(listCommits, { id, ref_name: "main" })).body).toHaveLength(3);
    const old = await terminal(source, "rev-parse", "main~1");
    const file = await service.call(getFile, { id, file_path: "src.txt", ref: old });
    expect(file).toMatchObject({ status: 424, body: { reason: "missing_object" } });
    expect(file.refusal.message).toContain("partial clone");
    const sha = await terminal(source, "rev-parse", "main~1:src.txt");
    for (const operation of [getBlob, getRawBlob])
      expect(await service.call(operation, { id, sha })).toMatchObject({ status: 424 });
    expect(await service.call(getBlob, { id, sha: "main" })).toMatchObject({ status: 404 });
    const compared = await service.call(compareRefs, { id, from: old, to: "main" });
    expect([compared.status, compared.refusal.reason]).toEqual([424, "missing_object"]);
    const absent = { status: 424, body: { reason: "missing_object" } };
    const path = "src.txt";
    for (const [operation, input] of [
      [getBlame, { id, file_path: path, ref: "main" }],
      [getRawFile, { id, file_path: path, ref: old }],
      [searchBlobs, { id, scope: "blobs", search: "two", ref: old }],
    ] as const) {
      expect(await service.call<AnyOperation>(operation, input), operation.summary).toMatchObject(absent);
    }
    expect((await service.call(listCommits, { id, ref_name: "main", path })).data).toHaveLength(2);
    expect((await service.call(listTree, { id, ref: old, recursive: true })).data).toHaveLength(2);
    // Operations that need no missing object work, the others return the reason.
    const at = { id, sha: old };
    expect(await service.call(getCommit, at)).toMatchObject({ status: 200 });
    expect(await service.call(getCommitDiff, { id, sha: "main" })).toMatchObject({ status: 424 });
    expect((await service.call(listCommits, { id, with_stats: true })).data).toHaveLength(3);
    const [contributor] = (await service.call(listContributors, { id })).data;
    expect(contributor).toMatchObject({ commits: 3, additions: null, deletions: null });
    expect(await service.call(getArchive, at)).toMatchObject({
      status: 424,
      body: { reason: "missing_object" },
    });
    expect((await service.call(getArchive, { id, sha: "main" })).status).toBe(200);
    expect((await service.call(createBranch, { id, branch: "new", ref: "main" })).status).toBe(201);
    expect((await commitFromHelve(service, id, "new")).status).toBe(201);
    expect((await missing()).split("\n").filter((line) => line.startsWith("?"))).toEqual(
      before.split("\n").filter((line) => line.startsWith("?")),
    );
    await terminal(blobless, "fsck", "--full");
    expect(existsSync(sprung)).toBe(false);
  });

  it("names missing folders of a treeless clone, and creates no merge request without them", async () => {
    const source = await makeOriginal(service.folder("whole"));
    await terminal(source, "config", "uploadpack.allowFilter", "true");
    await terminal(service.root, "clone", "-q", "--filter=tree:0", `file://${source}`, "treeless");
    const treeless = service.folder("treeless");
    await terminal(treeless, "branch", "-q", "feature", "origin/feature");
    const id = await service.open(treeless);
    const missing = { status: 424, body: { reason: "missing_object" } };
    const tree = (ref: string) => service.call(listTree, { id, ref, recursive: true });
    expect((await tree("main")).status).toBe(200);
    expect(await tree("feature")).toMatchObject(missing);
    expect(await service.call(getFile, { id, ref: "feature", file_path: "feature.txt" })).toMatchObject(
      missing,
    );
    expect(await service.call(getArchive, { id, sha: "feature" })).toMatchObject(missing);
    expect(await commitFromHelve(service, id, "feature")).toMatchObject(missing);
    const opened = { id, source_branch: "feature", target_branch: "main", title: "Feature" };
    expect(await service.call(createMergeRequest, opened)).toMatchObject(missing);
    expect((await service.call(listProjectMergeRequests, { id })).body).toEqual([]);
    expect((await service.call(getCommit, { id, sha: "feature" })).status).toBe(200);
  });
});
