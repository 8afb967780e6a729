import { expect, it } from "vitest";
import { commentTitle, lineComment } from "./line-comment.ts";

const id = "c".repeat(40);
const commit = { id, web_url: `https://code.example/fjord/lantern/-/commit/${id}` };

it("names the lines in its title", () => {
  expect(commentTitle({ from: 3, to: 3 })).toBe("Comment on line 3");
  expect(commentTitle({ from: 3, to: 9 })).toBe("Comment on lines 3–9");
});

it("is placed on the line of the new version and begins with a link to it", () => {
  expect(lineComment({ path: "src/a.ts", range: { from: 3, to: 3 }, commit }, "Why?")).toEqual({
    note: `[src/a.ts:3](https://code.example/fjord/lantern/-/blob/${id}/src/a.ts#L3)\n\nWhy?`,
    path: "src/a.ts",
    line: 3,
    line_type: "new",
  });
});

it("is placed on the last of several lines, all of which its link names", () => {
  const comment = lineComment({ path: "src/a.ts", range: { from: 3, to: 9 }, commit }, "Why?");
  expect(comment.line).toBe(9);
  expect(comment.note).toContain(
    `[src/a.ts:3-9](https://code.example/fjord/lantern/-/blob/${id}/src/a.ts#L3-9)`,
  );
});

it("keeps names with signs of Markdown and addresses as they are", () => {
  const { note } = lineComment({ path: "a [x]/b (1)#_.md", range: { from: 1, to: 1 }, commit }, "x");
  expect(note).toContain("[a \\[x\\]/b (1)#\\_.md:1](");
  expect(note).toContain("/a%20%5Bx%5D/b%20%281%29%23_.md#L1)");
});

it("names the lines without a link where the service has no page for them", () => {
  const range = { from: 2, to: 2 };
  for (const web_url of [null, undefined, "https://code.example/other"]) {
    expect(lineComment({ path: "a", range, commit: { id, web_url } }, "x").note).toBe("a:2\n\nx");
  }
});
