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
