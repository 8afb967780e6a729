import { expect, test } from "vitest";
import { compareNumbers } from "../../../../../shared/diff/compare-lines.ts";
import { MemoryBytes } from "../testing/open-analysed.ts";
import { ComparisonLayout } from "./compare-files.ts";
import { LineNumbers, normaliseLine } from "./number-lines.ts";

async function compare(left: string, right: string): Promise<ComparisonLayout> {
  const numbers = new LineNumbers();
  const read = async (text: string) => {
    const bytes = new MemoryBytes(text);
    return numbers.read(bytes, bytes.size, () => undefined);
  };
  const [before, after] = [await read(left), await read(right)];
  return new ComparisonLayout(compareNumbers(before, after), before.length, after.length);
}

/** Rows as ` 1 1`, `-2`, `+2` and `… 3 3 10`. */
const rows = (layout: ComparisonLayout, from = 0, to = 1_000) =>
  layout.read(from, to).map((row) => {
    if (row.kind === "fold") return `… ${row.left} ${row.right} ${row.count}`;
    if (row.kind === "equal") return ` ${row.left} ${row.right}`;
    return row.kind === "added" ? `+${row.right}` : `-${row.left}`;
  });

test.each([
  ["2024-01-01T12:00:00.123Z start", "2025-11-30T01:02:03.9Z start"],
  ["[12:00:01] step", "[23:59:59] step"],
  ["Mon Jan  1 12:00:00 UTC 2024", "Sun Feb 29 01:00:00 UTC 2025"],
  ["built in 1.53s", "built in 12 ms"],
  ["took 1m 30s", "took 2 minutes, 5 seconds"],
  ["Checking out 1a2b3c4d as main", "Checking out 9f8e7d6c5b as main"],
  ["sha256:0123456789abcdef0123456789abcdef", "sha256:fedcba9876543210fedcba9876543210"],
  ["id 123e4567-e89b-12d3-a456-426614174000", "id 00000000-e89b-12d3-a456-426614174fff"],
  ["listening on 127.0.0.1:38123", "listening on 127.0.0.1:41000"],
  ["http://localhost:3000/x", "http://localhost:51234/x"],
  ["port 8080", "port 9999"],
  ["writing /tmp/tmp.Xa12/out.txt", "writing /tmp/build-77/other"],
  ["Sunday, 1 September 2024", "Mon, 28 Feb 2025"],
  ["-rw-r--r-- Jan  1 12:00 a", "-rw-r--r-- Dec 31 01:30 a"],
  ["at 1700000000.123 or 1700000000123", "at 1734567890.9 or 1734567890456"],
  ["[====>     ] 45%", "[==========] 99.5 %"],
  ["45%|████▌     | of 90", "100%|██████████| of 90"],
  ["pid 123 ended", "pid 45678 ended"],
  ["sshd[1234]: ok", "sshd[987]: ok"],
  ["Job #1234567 on runner-ab12-project-3-concurrent-0", "Job #8910 on runner-zz-project-3-concurrent-11"],
  ["downloaded at 12.5 MB/s", "downloaded at 900 kB/s"],
  ["object at 0x7ffe01", "object at 0x55d0aa"],
])("%j is the same in another run", (one, other) => {
  expect(normaliseLine(one)).toBe(normaliseLine(other));
});

test.each([
  ["expected 1", "expected 2"],
  ["12 tests passed", "13 tests passed"],
  ["version 1.2.3", "version 1.2.4"],
  ["src/a.ts:12:5", "src/a.ts:13:5"],
  ["deadbeef", "facade"],
  ["exit code 0", "exit code 1"],
  ["Decoded 12 frames", "Decoded 15 frames"],
  ["Marked 0 of 5", "Marked 4 of 5"],
  ["Declined 0/7", "Declined 6/7"],
  ["May 3 retries", "May 4 retries"],
  ["Coverage: 79.2%", "Coverage: 81.0%"],
  ["===== 79% passed =====", "===== 81% passed ====="],
  ["wrote 12345678 bytes", "wrote 87654321 bytes"],
  ["total 9876543210", "total 9876543211"],
])("%j is not %j", (one, other) => {
  expect(normaliseLine(one)).not.toBe(normaliseLine(other));
});

test("only what changed is shown, with what surrounds it", async () => {
  const lines = (count: number, name: string) =>
    Array.from({ length: count }, (_, i) => `${name} ${i} in ${i} ms`);
  const left = [...lines(20, "a"), "ok 12s", ...lines(20, "b")].join("\n");
  const right = [...lines(20, "a"), "failed", "why", ...lines(20, "b")].join("\n");
  const layout = await compare(left, right);
  expect(layout).toMatchObject({ added: 2, removed: 1, rows: 11 });
  expect(rows(layout)).toEqual([
    ...["… 0 0 17", " 17 17", " 18 18", " 19 19"],
    ...["-20", "+20", "+21", " 21 22", " 22 23", " 23 24", "… 24 25 17"],
  ]);
  expect(rows(layout, 3, 5)).toEqual([" 19 19", "-20"]);
  expect([layout.nextChange(-1, false), layout.nextChange(4, false), layout.nextChange(9, true)]).toEqual([
    4,
    null,
    4,
  ]);
  layout.unfold(0);
  expect(layout.rows).toBe(27);
  expect(rows(layout, 15, 22)).toEqual([" 15 15", " 16 16", " 17 17", " 18 18", " 19 19", "-20", "+20"]);
});

test("equal, empty and different logs", async () => {
  expect(rows(await compare("a\nb\n", "a\nb\n"))).toEqual(["… 0 0 2"]);
  expect(rows(await compare("", ""))).toEqual([]);
  expect(rows(await compare("", "a"))).toEqual(["+0"]);
  expect(rows(await compare("\x1b[31ma\x1b[0m\n", "a\n"))).toEqual([" 0 0"]);
});

test("logs of 200,000 lines are compared, those that repeat themselves too", async () => {
  const log = (seed: number) =>
    Array.from({ length: 200_000 }, (_, i) => `step ${i % 700} ${(i * seed) % 11 === 0 ? seed : ""}`);
  const layout = await compare(log(3).join("\n"), log(5).join("\n"));
  expect(layout.rows).toBeGreaterThan(0);
  expect(layout.added).toBe(layout.removed);
}, 60_000);
