import { expect, it } from "vitest";
import { trapKinds, trapNames } from "./testing/foreign-traps.ts";
import { startInProcess } from "./testing/opened-service.ts";
import { openedServiceForTests } from "./testing/opened-service-for-tests.ts";
import { makeTrapTemplate, runTrap } from "./testing/run-traps.ts";

const service = openedServiceForTests(startInProcess);

/** Traps at once, each in a repository of its own. */
const parallel = 4;
/** Operations of each trap; `npm run soak -- folders` does them all with every kind of trap. */
const operations = ["commit", "create branch in folder"];
/** Locks are alike: those of one branch and of the index are tried. */
const names = trapNames.filter((name) => !/(?<!heads\/main|index)\.lock$/.test(name));

it("whatever has the name of a file of git, nothing outside changes, and every operation ends", async () => {
  const template = await makeTrapTemplate(service);
  const queue = names.entries();
  const broken: unknown[] = [];
  const tried = new Set<string>();
  const work = async () => {
    for (const [index, name] of queue) {
      // One kind for each name, so that all kinds are tried many times.
      const kind = trapKinds[index % trapKinds.length] ?? "pipe";
      const only = name.includes("worktrees/") ? [...operations, "commit to side"] : operations;
      const results = await runTrap(service, template, name, kind, String(index), only);
      broken.push(...results.filter((result) => result.broken !== null));
      tried.add(kind);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  expect(broken).toEqual([]);
  expect(tried.size).toBe(trapKinds.length);
}, 600_000);
