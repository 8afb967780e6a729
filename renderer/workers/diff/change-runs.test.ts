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

/** Something that happens to a stack of three layers, each with a block of its own out of 20. */
type Act =
  | { readonly kind: "target grows"; readonly block: number }
  | { readonly kind: "lowest is merged"; readonly squashed: boolean }
  | { readonly kind: "layer is pushed to"; readonly layer: number }
  | { readonly kind: "layers are rebased"; readonly fails: boolean };
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant("target grows" as const), block: fc.nat({ max: 19 }) }),
  fc.record({ kind: fc.constant("lowest is merged" as const), squashed: fc.boolean() }),
  fc.record({ kind: fc.constant("layer is pushed to" as const), layer: fc.nat({ max: 2 }) }),
  fc.record({ kind: fc.constant("layers are rebased" as const), fails: fc.boolean() }),
);

test("marks of a layer outlive merges, retargets, rebases and pushes below it; only what was changed loses its own", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 10 }), async (acts) => {
      const layers = [0, 1, 2].map((at) => ({
        // Two changes a layer, far from those of the others.
        own: new Map([1, 4].map((place) => [at * 6 + place, `layer ${at} ${place}`])),
        merged: false,
        /** Lines that the target had where the layer begins. */
        extra: Array.from({ length: 20 }, () => 0),
        marks: new Map<number, string>(),
      }));
      let target = Array.from({ length: 20 }, () => 0);
      const below = (at: number) => new Map(layers.slice(0, at).flatMap(({ own }) => [...own]));
      /** Keys of a layer's changes, by block: its branch compared with what it is merged into, at their merge base. */
      const keysOfLayer = async (at: number) => {
        const layer = layers[at];
        if (!layer) throw new Error("there is no such layer");
        const lower = below(at);
        const keys = await keysOf(
          textOf(layer.extra, lower),
          textOf(layer.extra, new Map([...lower, ...layer.own])),
        );
        return new Map(
          [...layer.own.keys()].toSorted((a, b) => a - b).map((block, i) => [block, keys[i] ?? ""]),
        );
      };
      for (const [at, layer] of layers.entries()) layer.marks = await keysOfLayer(at);
      for (const each of acts) {
        if (each.kind === "target grows") target = target.with(each.block, (target[each.block] ?? 0) + 1);
        else if (each.kind === "lowest is merged") {
          const lowest = layers.find(({ merged }) => !merged);
          if (!lowest) continue;
          lowest.merged = true;
          // The next one is retargeted; after a squash it has to be rebased to lose the commits of the merged one.
          if (each.squashed) for (const layer of layers) if (!layer.merged) layer.extra = target;
        } else if (each.kind === "layer is pushed to") {
          const layer = layers[each.layer];
          const [block = 0] = layer?.own.keys() ?? [];
          if (!layer || layer.merged) continue;
          layer.own.set(block, `${layer.own.get(block)}, again`);
          layer.marks.delete(block);
        } else if (!each.fails) for (const layer of layers) if (!layer.merged) layer.extra = target;
        for (const [at, layer] of layers.entries()) {
          if (layer.merged) continue;
          const now = await keysOfLayer(at);
          for (const [block, key] of layer.marks)
            expect([each.kind, at, now.get(block)]).toEqual([each.kind, at, key]);
          const kept = new Set(layer.marks.values());
          for (const [block, key] of now)
            if (!layer.marks.has(block))
              expect([each.kind, at, kept.has(key)]).toEqual([each.kind, at, false]);
        }
      }
    }),
    { numRuns: rounds(60, 10), seed: seed() },
  );
});
