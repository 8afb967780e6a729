import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { rounds } from "../../../shared/testing/rounds.ts";
import { ParsedFileDiff } from "./diff-rows.ts";
import { interdiff, mergeLines } from "./interdiff.ts";

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
        const file = await ParsedFileDiff.read({
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

describe("range diff", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "helve-range-diff-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const names = ["a.txt", "b.txt", "c.txt"] as const;
  const rows = 40;

  /** A repository of three files whose lines can be changed by one word each. */
  function repository() {
    const path = mkdtempSync(join(folder, "r-"));
    const git = (...args: string[]): string =>
      execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@x.test", ...args], {
        cwd: path,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).trimEnd();
    git("init", "-q", "-b", "main");
    const show = (ref: string, name: string) => `${git("show", `${ref}:${name}`)}\n`;
    const change = (file: number, row: number, words: string, ...how: string[]) => {
      const name = names[file] ?? "a.txt";
      const lines = show("HEAD", name).split("\n");
      lines[row] = words;
      writeFileSync(join(path, name), lines.join("\n"));
      git("commit", "-qa", "--allow-empty", ...how);
    };
    for (const name of names)
      writeFileSync(
        join(path, name),
        `${Array.from({ length: rows }, (_, i) => `${name} ${i}`).join("\n")}\n`,
      );
    git("add", "-A");
    git("commit", "-qm", "Base");
    return { git, show, change };
  }

  /** Returns where edits are made: the author's in rows far from those of the target. */
  const editRows = (offset: number) =>
    fc
      .array(fc.tuple(fc.nat(2), fc.nat(3)), { minLength: 1, maxLength: 4 })
      .map((all) => all.map(([file, at]) => ({ file, row: at * 10 + offset })));

  test("agrees with git's range-diff on commits that a rebase left unchanged, and finds amended ones", () => {
    fc.assert(
      fc.property(editRows(0), editRows(5), fc.option(fc.nat(2)), (author, target, amended) => {
        const { git, show, change } = repository();
        git("checkout", "-qb", "topic");
        for (const [i, { file, row }] of author.entries())
          change(file, row, `author ${i}`, "-m", `Author ${i}`);
        const [oldBase, oldHead] = [git("rev-parse", "main"), git("rev-parse", "topic")];
        git("checkout", "-q", "main");
        for (const [i, { file, row }] of target.entries())
          change(file, row, `target ${i}`, "-m", `Target ${i}`);
        git("checkout", "-q", "topic");
        git("rebase", "-q", "main");
        if (amended !== null) change(amended, 39, "amended", "--amend", "--no-edit");
        const [newBase, newHead] = [git("rev-parse", "main"), git("rev-parse", "topic")];
        const marks = git(
          "range-diff",
          "--no-color",
          "-s",
          `${oldBase}..${oldHead}`,
          `${newBase}..${newHead}`,
        )
          .split("\n")
          .map((line) => /^ *(?:\d+|-): +[0-9a-f-]+ ([=!<>])/.exec(line)?.[1]);
        const authored = names.filter(
          (name) =>
            interdiff(
              { base: show(oldBase, name), head: show(oldHead, name) },
              { base: show(newBase, name), head: show(newHead, name) },
            ).authored,
        );
        if (marks.every((mark) => mark === "=")) expect(authored).toEqual([]);
        expect(authored).toEqual(amended === null ? [] : [names[amended]]);
      }),
      { numRuns: rounds(12, 2) },
    );
  }, 120_000);
});
