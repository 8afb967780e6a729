import { expect, it } from "vitest";
import { countAheadBehind } from "../../git/history/ahead-behind.ts";
import { openRepository } from "../../git/repository.ts";
import { readBranchesAhead } from "./read-branches-ahead.ts";
import { commitFile, makeOriginal, terminal } from "./testing/opened-service.ts";
import { openedServiceForTests } from "./testing/opened-service-for-tests.ts";

const service = openedServiceForTests();

it("counts how far branches are from the default one before a request", async () => {
  const original = await makeOriginal(service.folder("read-ahead"));
  await commitFile(original, "later.txt", "later\n");
  const repository = openRepository(`${original}/.git`);
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
