import { rmSync } from "node:fs";
import { repositoriesOfTests } from "../fixtures/git-repository.ts";
import { openFolder } from "../fixtures/go-to.ts";
import { enter } from "../fixtures/swept-view.ts";
import { copySample, expect, test } from "../fixtures/test.ts";
import { commitHostileNames, longSweptName, makeHostileNames } from "./hostile-names.ts";
import { layoutProblems } from "./layout-problems.ts";

const repositoryOf = repositoriesOfTests(test.afterEach);

test("names as long as they may be, and text from right to left, fit every view", async ({ openApp }) => {
  test.setTimeout(300_000);
  const folder = copySample();
  const { page, stop } = await openApp(folder);
  try {
    const repository = repositoryOf(longSweptName("project").slice(0, 200));
    commitHostileNames(repository);
    const project = decodeURIComponent((await openFolder(page, repository.folder)).split("/").at(-1) ?? "");
    const views = await makeHostileNames(page, project);
    const problems: string[] = [];
    for (const view of views) {
      await enter(page, view);
      problems.push(...(await layoutProblems(page)).map((problem) => `${view.name} ${problem}`));
    }
    expect(problems).toEqual([]);
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
