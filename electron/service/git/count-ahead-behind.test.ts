import { afterEach, beforeEach, expect, it } from "vitest";
import { seed } from "../../../shared/testing/rounds.ts";
import { countAheadBehind } from "./count-ahead-behind.ts";
import { seededNumbers } from "./testing/blame-history.ts";
import { type TestCommit, type TestRepository, testRepository } from "./testing/test-repository.ts";

let repository: TestRepository;
beforeEach(async () => {
  repository = await testRepository();
});
afterEach(() => repository.remove());

const never = new AbortController().signal;

/** Returns what git counts for each commit on its own. */
async function countEach(commits: readonly string[], base: string) {
  const lines = await Promise.all(
    commits.map((commit) => repository.run("rev-list", "--left-right", "--count", `${commit}...${base}`)),
  );
  return lines.map((line) => {
    const [ahead, behind] = line.split("\t").map(Number);
    return { ahead, behind };
  });
}

it("counts what git counts, in a history with many branches, merges and roots", async () => {
  const pick = seededNumbers(seed());
  const branches = Array.from({ length: 40 }, (_, index) => `branch-${index}`);
  const commits: TestCommit[] = [{ branch: "branch-0", files: { start: "1" } }];
  const made = ["branch-0"];
  for (let step = 0; step < 90; step++) {
    const branch = branches[pick(branches.length)] ?? "";
    const other = made[pick(made.length)] ?? "";
    const isNew = !made.includes(branch);
    commits.push({
      branch,
      files: { [`file-${step}`]: String(step) },
      // Some branches begin without an ancestor.
      ...(isNew && pick(8) > 0 ? { from: `refs/heads/${other}` } : {}),
      ...(!isNew && pick(3) === 0 && other !== branch ? { merge: `refs/heads/${other}` } : {}),
    });
    if (isNew) made.push(branch);
  }
  await repository.history(commits);
  const tips = await Promise.all(made.map((name) => repository.run("rev-parse", name)));
  for (const base of tips.slice(0, 4)) {
    const counts = await countAheadBehind(repository, tips, base, never);
    expect(tips.map((tip) => counts.get(tip))).toEqual(await countEach(tips, base));
  }
});

it("caches counts", async () => {
  const base = await repository.commit({ files: { a: "1" } });
  const tip = await repository.commit({ files: { a: "2" } });
  const first = await countAheadBehind(repository, [tip], base, never);
  const gone = { ...repository, folder: "/nowhere" };
  expect(await countAheadBehind(gone, [tip, base], base, never)).toEqual(
    new Map([...first, [base, { ahead: 0, behind: 0 }]]),
  );
  expect(first.get(tip)).toEqual({ ahead: 1, behind: 0 });
});

it("ends with its signal", async () => {
  const base = await repository.commit({ files: { a: "1" } });
  const tip = await repository.commit({ files: { a: "2" } });
  await expect(countAheadBehind(repository, [tip], base, AbortSignal.abort())).rejects.toThrow(/abort/i);
});
