import { expect, test } from "vitest";
import { endsInFence, plainLine, plainLines, plainText } from "./plain-markdown.ts";

test.each([
  ["", ""],
  ["\n\n## Tides\nmore", "Tides"],
  ["> A **strong** and _soft_ word.", "A strong and soft word."],
  ["- Lists what `topic/*` and `a_b` are", "Lists what topic/* and a_b are"],
  ["snake_case_name stays, and 2 * 3", "snake_case_name stays, and 2 * 3"],
  ["# *Übersicht*", "Übersicht"],
])("the line of %j is %j", (text, line) => {
  expect(plainLine(text)).toBe(line);
});

test.each([
  [
    '## Tides\n\n**Spring** tide, see [the table](../tides.md#spring "All (of them)").',
    "Tides · Spring tide, see the table.",
  ],
  ["[![build](https://x.test/a.svg)](https://x.test/a_(b)) passed", "build passed"],
  [
    "[[The manual|ops/Manual]], [[Rota]], [logs][1], <https://x.test/_a_>\n\n[1]: https://x.test",
    "The manual, Rota, logs, https://x.test/_a_",
  ],
  ["| Name | Use |\n|---|:-:|\n| **lamp** | `a|b` |", "Name · Use lamp · a · b"],
  ["Title\n=====\n- [ ] one\n- [x] ~~two~~<br>\n> > three\n\n---\n1. four", "Title one two three 1. four"],
  ["<!-- hidden --><b>bold</b> 1 < 2 > 0", "bold 1 < 2 > 0"],
  ["``a ` **b**`` and `[c](d)` and \\*e\\* f\\_g", "a ` **b** and [c](d) and *e* f_g"],
  ["before\n```sh\n# **not** a [heading](x)\n```\n**after**", "before # **not** a [heading](x) after"],
  ["== Night\n\na *beacon*", "Night · a beacon"],
  ["\u202eright **to** left\ud800", "\u202eright to left\ud800"],
])("the words of %j are %j", (text, words) => {
  expect(plainText(text)).toBe(words);
});

test("the lines of notes are those with words", () => {
  expect(plainLines("# 1.2\n\n- [x] **Lamps**\n---\n```\n*raw*\n```\n")).toEqual(["1.2", "Lamps", "*raw*"]);
});

test("a text that begins in a fence stays as it is until the fence ends", () => {
  expect(plainText("**a**\n```\n**b**", true)).toBe("**a** b");
  expect(endsInFence("x\n```\ny")).toBe(true);
  expect(endsInFence("x\n~~~\ny\n~~~\n")).toBe(false);
});

test.each([
  "*",
  "_",
  "`",
  "[",
  "![",
  "[a](",
  "<",
  "<!--",
  "\\",
  "> ",
  "|",
  "``` ",
  "[[",
  "[a]((",
  " ~~",
  "# ",
])("a long run of %j is read", (mark) => {
  const text = mark.repeat(2_000);
  expect(plainText(text).length).toBeLessThanOrEqual(text.length);
  expect(plainLine(`${mark.repeat(200_000)}end`).length).toBeLessThanOrEqual(1_000);
});
