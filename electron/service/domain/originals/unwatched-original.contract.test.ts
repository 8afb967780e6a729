import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, expect, it, vi } from "vitest";
import { pollOriginals } from "../../../../shared/api/resources/local-repositories.ts";
import { commitFile, makeOriginal, terminal } from "./testing/opened-service.ts";
import { openedServiceForTests } from "./testing/opened-service-for-tests.ts";

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
    const after = await commitFile(original, "later.txt", `${round}\n`);
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
