import { expect, test } from "vitest";
import { compareTexts } from "./diff/compare-texts.ts";
import { ParsedFileDiff } from "./diff/diff-rows.ts";
import { mergeLines } from "./diff/interdiff.ts";
import { FileIndex } from "./files/file-index.ts";
import { tokenize } from "./highlight/tokenize.ts";
import { renderMarkdown } from "./markdown/render-markdown.ts";
import { readNotebook } from "./notebook/read-notebook.ts";
import { outline } from "./symbols/outline.ts";
import { grammarOf } from "./symbols/symbol-grammars.ts";
import { TableDocument } from "./table/table-document.ts";
import { TextDocument } from "./text/text-document.ts";

/**
 * Texts with which a quadratic algorithm takes minutes or hours; each ends here within the test's timeout. The worker's
 * limit stops a library that takes too long: see `shared/workers/worker-client.test.ts`.
 */
const size = 200_000;

const notebook = (html: string) =>
  readNotebook(
    JSON.stringify({
      nbformat: 4,
      metadata: {},
      cells: [
        {
          cell_type: "code",
          source: "",
          outputs: [{ output_type: "display_data", data: { "text/html": html, "text/plain": "x" } }],
        },
      ],
    }),
  );

test.each([
  ["unclosed style sheets", "<style ".repeat(size)],
  ["style sheets without an end", `<style>${"</style ".repeat(size)}`],
  ["blank lines", "\n \t".repeat(size)],
])("notebook: %s", (_, html) => {
  expect(notebook(`<p>kept</p>${html}`)).toMatchObject({ cells: [{ kind: "code" }] });
});

test("notebook: terminal codes without an end", () => {
  expect(notebook(`${"\u001b[1;".repeat(size)}`)).toHaveProperty("cells");
});

test.each([
  ["front matter without an end", `---\na: 1\n${"---x\n".repeat(size / 20)}`],
  ["dollars", `$${"$ ".repeat(size / 4)}`],
  ["prices", "$5 ".repeat(size / 10)],
  ["fences of quotes", ">>>\nx\n".repeat(size / 100)],
  [
    "ever longer fences of quotes",
    Array.from({ length: 60 }, (_, i) => `${">".repeat(63 - i)}\nx`).join("\n"),
  ],
  ["openings of inline diffs", "{+ [- ".repeat(size / 20)],
  ["colons", ":a".repeat(size / 2)],
  ["colons and one long word", `:${"a".repeat(size)}:`],
  ["signs", "(%(~(#(!(@".repeat(size / 10)],
  ["a long path", `${"a/".repeat(size / 2)}#4`],
  ["one long word", "a".repeat(size)],
  ["hexadecimal digits", "0a1b2c3d".repeat(size / 8)],
  ["quotes after a sign", '~"%"'.repeat(size / 4)],
  ["percent signs in brackets", "(%;".repeat(size / 3)],
  ["references", "#1 !2 @a ".repeat(size / 40)],
  ["lines of descriptions", "a\n: b\n".repeat(size / 60)],
  ["alerts", "> [!note]\n\n".repeat(size / 200)],
  ["headings of one name", "# a\n".repeat(size / 40)],
  ["tables of contents", `# a\n\n${"[TOC]\n\n".repeat(size / 100)}`],
])("Markdown: %s", async (_, text) => {
  expect((await renderMarkdown(text, { references: true })).children.length).toBeGreaterThan(0);
});

test.each([
  ["quotes", '"'.repeat(size)],
  ["an open quote", `"${"a,b\n".repeat(size)}`],
  ["separators alone", ",".repeat(size)],
])("table: %s", (_, text) => {
  expect(new TableDocument(text).info.rows).toBeGreaterThanOrEqual(0);
});

test("text: one long line, hidden characters throughout", () => {
  const document = new TextDocument(new TextEncoder().encode("\u200f".repeat(size)));
  expect(document.info.lines).toBe(1);
  expect(document.hiddenLines().next()).toBeDefined();
});

test("diff: headers without lines, and lines in another order", async () => {
  const headers = await ParsedFileDiff.read({ path: "a", identity: "a", diff: "@@ -1 +1 @@\n".repeat(size) });
  expect(headers.summary.unifiedRows).toBeGreaterThan(0);
  const lines = Array.from({ length: 20_000 }, (_, i) => `${(i * 7919) % 20_000}`);
  expect(compareTexts(lines.join("\n"), lines.toReversed().join("\n"))).toContain("@@");
  expect(compareTexts("a\nb\n".repeat(20_000), "b\na\n".repeat(20_000))).toContain("@@");
  expect(mergeLines(lines.slice(0, 2_000), lines.slice(0, 2_000).toReversed(), ["x"])).toBeDefined();
});

test("diff: long lines that differ everywhere", async () => {
  const [old, now] = ["a b ".repeat(370), "b a ".repeat(370)];
  const diff = await ParsedFileDiff.read({
    path: "a",
    identity: "a",
    diff: `@@ -1,500 +1,500 @@\n${`-${old}\n`.repeat(500)}${`+${now}\n`.repeat(500)}`,
  });
  expect(diff.unified(0, 1_001)).toHaveLength(1_001);
});

test("files: long names of one letter", () => {
  const index = new FileIndex(Array.from({ length: 500 }, () => "a".repeat(4_000)));
  expect(index.match("a".repeat(100), 10).matches.length).toBeGreaterThan(0);
});

test("symbols: brackets that are never closed", async () => {
  const grammar = await grammarOf("typescript");
  if (!grammar) throw new Error("no grammar");
  expect(outline(grammar, "{([".repeat(3_000))).toEqual([]);
  expect(outline(grammar, "function a(){".repeat(2_000)).length).toBeGreaterThan(0);
});

test("colours: a line that a grammar reads again and again", async () => {
  const lines = await tokenize("markdown", ["*_`[".repeat(490), "<".repeat(1_999)]);
  expect(lines).toHaveLength(2);
});
