import { expect, test } from "vitest";
import { searchPages } from "./search-pages.ts";

const pages = [
  { slug: "home", title: "home", content: "Welcome.\n\nSee the lamp room." },
  { slug: "ops/Lamp", title: "Lamp", content: "How to change it." },
  { slug: "ops/Övning", title: "Övning", content: `${"x ".repeat(200)}the LAMP\nand the fog (signal)` },
];

test("every word counts, the title more than the text", () => {
  const { hits, total } = searchPages(pages, "lamp", 10);
  expect(total).toBe(3);
  expect(hits[0]).toMatchObject({
    slug: "ops/Lamp",
    title: { text: "Lamp", ranges: [[0, 4]] },
    snippet: null,
  });
  expect(searchPages(pages, "lamp fog", 10).hits.map(({ slug }) => slug)).toEqual(["ops/Övning"]);
  expect(searchPages(pages, "övning", 10).total).toBe(1);
  expect(searchPages(pages, "(signal)", 10).total).toBe(1);
  expect(searchPages(pages, "  ", 10).total).toBe(0);
});

test("a snippet is one line with its matches marked", () => {
  const snippet = searchPages(pages, "fog lamp", 10).hits[0]?.snippet;
  expect(snippet?.text).toMatch(/^….*the LAMP and the fog \(signal\)$/);
  expect(snippet?.ranges.map(([from, to]) => snippet.text.slice(from, to))).toEqual(["LAMP", "fog"]);
});

const snippetOf = (content: string, query: string) => {
  const snippet = searchPages([{ slug: "a", title: "a", content }], query, 10).hits[0]?.snippet;
  return snippet && { ...snippet, marked: snippet.ranges.map(([from, to]) => snippet.text.slice(from, to)) };
};

test("a snippet has the words of the page, not its Markdown", () => {
  const content = '# Keeper\n\n## The **lamp**\n\nSee [the lamp room](./lamp-room "Lamp") and `**lamp**`.';
  expect(snippetOf(content, "lamp")).toMatchObject({
    text: "Keeper · The lamp · See the lamp room and **lamp**.",
    marked: ["lamp", "lamp", "lamp"],
  });
});

test("a snippet is of a match that can be read, where there is one", () => {
  const far = `[x](fog.md)\n\n${"word ".repeat(500)}\n\nthe **fog** horn`;
  expect(snippetOf(far, "fog")).toMatchObject({
    text: expect.stringMatching(/the fog horn$/),
    marked: ["fog"],
  });
  expect(snippetOf("see [x](fog.md)", "fog")).toMatchObject({ text: "see [x](fog.md)", marked: ["fog"] });
});

test("code before and around a match stays as it is", () => {
  const code = `\`\`\`sh\n${"echo\n".repeat(300)}# **fog** [a](b)\n\`\`\`\n`;
  expect(snippetOf(code, "fog")?.text).toMatch(/echo # \*\*fog\*\* \[a\]\(b\)$/);
});

test("a match in a line of a megabyte has a short snippet", () => {
  const line = `${"**a** [b](c) ".repeat(40_000)}fog ${"`d` ".repeat(40_000)}`;
  const snippet = snippetOf(line, "fog");
  expect(snippet?.text).toMatch(/^…[ab ]+ fog [d ]+…$/);
  expect(snippet?.text.length).toBeLessThan(300);
  expect(snippetOf(`${"漢".repeat(5_000)}fog${"😀".repeat(5_000)}`, "fog")?.marked).toEqual(["fog"]);
});

test("a snippet begins and ends with whole words, without a mark beside its ellipsis", () => {
  const before = "and some, words. ".repeat(20);
  const after = "rest, of; the. ".repeat(30);
  const text = snippetOf(`${before}fog ${after}`, "fog")?.text ?? "";
  expect(text).toMatch(/^…(?:and|some|words)\b/);
  expect(text).toMatch(/(?:rest|of|the)…$/);
  // A match stays whole, however long its word is.
  expect(snippetOf(`${"x".repeat(300)}fog${"y".repeat(300)}`, "fog")?.marked).toEqual(["fog"]);
});
