import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, describe, expect, it, vi } from "vitest";
import { pollOriginals } from "../../../../shared/api/resources/local-repositories.ts";
import { countAheadBehind } from "../../git/count-ahead-behind.ts";
import { testRepositories } from "../../git/testing/test-repository.ts";
import { readBranchesAhead } from "./original-check.ts";
import { commitInWorktree, makeOriginal, terminal } from "./testing/opened-service.ts";
import { openedServiceForTests } from "./testing/opened-service-for-tests.ts";

describe("original check", () => {
  const service = openedServiceForTests();

  it("counts how far branches are from the default one before a request", async () => {
    const original = await makeOriginal(service.folder("read-ahead"));
    await commitInWorktree(original, "later.txt", "later\n");
    const repository = testRepositories.open(`${original}/.git`);
    await readBranchesAhead(repository, "main", new AbortController().signal);
    const [main, feature] = await Promise.all(
      ["main", "feature"].map((branch) => terminal(original, "rev-parse", branch)),
    );
    // An ended request starts no process of git: what is returned was counted before.
    const counted = await countAheadBehind(repository, [feature ?? ""], main ?? "", AbortSignal.abort());
    const counts = await terminal(original, "rev-list", "--left-right", "--count", "feature...main");
    const distance = counted.get(feature ?? "");
    expect(`${distance?.ahead}\t${distance?.behind}`).toBe(counts);
    repository.objects.close();
  });
});

describe("unwatched original", () => {
  const watch = vi.spyOn(fs, "watch");
  afterAll(() => {
    watch.mockRestore();
    syncBuiltinESMExports();
  });

  const service = openedServiceForTests();

  it("reports what git does in an original that cannot be watched", async () => {
    // A machine whose limit of watched folders is reached.
    watch.mockImplementation(() => {
      const message = "ENOSPC: System limit for number of file watchers reached";
      throw Object.assign(new Error(message), { code: "ENOSPC" });
    });
    syncBuiltinESMExports();
    const original = await makeOriginal(service.folder("unwatched"));
    const id = await service.open(original);
    expect(watch).toHaveBeenCalled();
    for (const round of [1, 2, 3]) {
      const { cursor } = (await service.call(pollOriginals, {})).data;
      const after = await commitInWorktree(original, "later.txt", `${round}\n`);
      const polled = await service.call(pollOriginals, { cursor });
      expect(polled.data.changes).toMatchObject([
        { project_id: id, moved: [{ ref: "refs/heads/main", after, kind: "advanced" }] },
      ]);
    }
    const { cursor } = (await service.call(pollOriginals, {})).data;
    await terminal(original, "checkout", "-q", "feature");
    expect((await service.call(pollOriginals, { cursor })).data.changes).toMatchObject([
      { project_id: id, moved: [] },
    ]);
  });
});
