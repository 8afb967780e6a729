import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds, seed } from "../../../shared/testing/rounds.ts";
import { compareTexts } from "./compare-texts.ts";
import { ParsedFileDiff } from "./diff-rows.ts";

const read = (before: readonly string[], after: readonly string[], path = "a.ts") =>
  ParsedFileDiff.read({
    diff: compareTexts(before.map((line) => `${line}\n`).join(""), after.map((line) => `${line}\n`).join("")),
    path,
    identity: path,
  });
const keysOf = async (before: readonly string[], after: readonly string[], path?: string) =>
  (await (await read(before, after, path)).runs()).map(({ key }) => key);

const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i}`);

test("a run has its lines and its rows in both layouts", async () => {
  const after = lines(12).with(3, "changed").toSpliced(8, 0, "new", "newer");
  const file = await read(lines(12), after);
  const runs = await file.runs();
  expect(runs.map((run) => [run.lines, run.unified[0], run.split[0]])).toEqual(
    file.summary.unifiedChanges.map((row, i) => [2, row, file.summary.splitChanges[i]]),
  );
  const [first] = runs;
  expect(file.unified(first?.unified[0] ?? 0, (first?.unified[1] ?? 0) + 1).map(({ text }) => text)).toEqual([
    "line 3",
    "changed",
  ]);
});

test("the same change made twice has two keys, and another file's has others", async () => {
  const after = lines(30).toSpliced(20, 0, "same").toSpliced(5, 0, "same");
  const [first, second] = await keysOf(lines(30), after);
  expect(second).toBe(`${first}#2`);
  expect((await keysOf(lines(30), after, "b.ts"))[0]).not.toBe(first);
});

/** Places of changed lines, each far enough from the next one to be a run of its own. */
const places = fc.uniqueArray(fc.integer({ min: 0, max: 19 }), { minLength: 1, maxLength: 8 });
/** Lines that the target branch adds in front of each block. */
const added = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 20, maxLength: 20 });

/** The text of a branch: 20 blocks of five lines, with others in front of them, and one line of some changed. */
function textOf(extra: readonly number[], changed: ReadonlyMap<number, string>): string[] {
  return extra.flatMap((count, block) => [
    ...Array.from({ length: count }, (_, i) => `theirs ${block} ${i}`),
    ...Array.from({ length: 5 }, (_, i) =>
      i === 2 && changed.has(block) ? (changed.get(block) ?? "") : `line ${block} ${i}`,
    ),
  ]);
}

test("a rebase that moves hunks keeps their keys; only a changed hunk has another one", async () => {
  await fc.assert(
    fc.asyncProperty(places, added, fc.nat(), async (blocks, extra, choice) => {
      const before = extra.map(() => 0);
      const mine = new Map(blocks.map((block) => [block, `mine ${block}`]));
      const none = new Map<number, string>();
      const keys = await keysOf(textOf(before, none), textOf(before, mine));
      expect(keys).toHaveLength(blocks.length);
      expect(await keysOf(textOf(extra, none), textOf(extra, mine))).toEqual(keys);
      const sorted = blocks.toSorted((a, b) => a - b);
      const at = choice % blocks.length;
      const changed = new Map(mine).set(sorted[at] ?? 0, "mine, and changed since");
      const later = await keysOf(textOf(extra, none), textOf(extra, changed));
      expect(later.map((key, i) => key === keys[i])).toEqual(keys.map((_, i) => i !== at));
    }),
    { numRuns: rounds(40, 10), seed: seed() },
  );
});
