import fc from "fast-check";
import { expect, test } from "vitest";
import { FileDiff } from "./diff-rows.ts";
import { interdiff } from "./interdiff.ts";
import { mergeLines } from "./merge-lines.ts";

type Edit = { readonly kind: "replace" | "remove" | "insert"; readonly words: string };
/** Edits by the line of the base that they are made at. */
type Edits = ReadonlyMap<number, Edit>;

const lines = (count: number) => Array.from({ length: count }, (_, i) => `base ${i}`);
const apply = (base: readonly string[], ...all: Edits[]): string[] =>
  base.flatMap((line, i) => {
    const edit = all.map((edits) => edits.get(i)).find((found) => found !== undefined);
    if (!edit) return [line];
    if (edit.kind === "remove") return [];
    return edit.kind === "replace" ? [edit.words] : [line, edit.words];
  });
const text = (all: readonly string[]) => all.map((line) => `${line}\n`).join("");

/** Edits of the author are at multiples of four, those of the target two lines further, so that they never touch. */
const edits = (who: string, offset: number) =>
  fc
    .array(fc.tuple(fc.nat(9), fc.constantFrom("replace", "remove", "insert"), fc.nat(99)), { maxLength: 8 })
    .map(
      (all): Edits =>
        new Map(
          all.map(([at, kind, n]) => [at * 4 + offset, { kind: kind as Edit["kind"], words: `${who} ${n}` }]),
        ),
    );

test("the older change is carried onto the newer base", () => {
  fc.assert(
    fc.property(edits("author", 0), edits("target", 2), (author, target) => {
      const base = lines(42);
      const merged = mergeLines(base, apply(base, target), apply(base, author));
      expect(merged.lines).toEqual(apply(base, author, target));
      expect(merged.conflicts).toBe(0);
    }),
  );
});

test("changes of a rebase are faded, the author's are not", async () => {
  await fc.assert(
    fc.asyncProperty(
      edits("first", 0),
      edits("second", 0),
      edits("target", 2),
      async (first, second, target) => {
        const base = lines(42);
        const result = interdiff(
          { base: text(base), head: text(apply(base, first)) },
          { base: text(apply(base, target)), head: text(apply(base, second, target)) },
        );
        const same = text(apply(base, first)) === text(apply(base, second));
        expect(result.authored).toBe(!same);
        const file = await FileDiff.read({
          diff: result.diff,
          path: "f",
          identity: "f",
          faded: result.faded,
        });
        for (const line of file.unified(0, file.summary.unifiedRows)) {
          if (line.text.startsWith("target")) expect(line).toMatchObject({ faded: line.kind === "added" });
          if (/^(first|second)/.test(line.text)) expect(line.faded).toBe(false);
          if (same && (line.kind === "added" || line.kind === "removed")) expect(line.faded).toBe(true);
        }
      },
    ),
  );
});

test("without a rebase every change is the author's", () => {
  const base = text(lines(5));
  const result = interdiff({ base, head: `${base}one\n` }, { base, head: `${base}two\n` });
  expect(result).toMatchObject({ authored: true, unclear: 0, faded: { old: [], new: [] } });
});

test("lines that both changed are marked as unclear", () => {
  const base = lines(5);
  const change = (words: string) => text(base.map((line, i) => (i === 2 ? words : line)));
  const result = interdiff(
    { base: text(base), head: change("author") },
    { base: change("target"), head: change("both") },
  );
  expect(result).toMatchObject({ authored: true, unclear: 1 });
});
