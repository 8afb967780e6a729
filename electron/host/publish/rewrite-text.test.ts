import { expect, it } from "vitest";
import { composeText, describeWritten, type MovedNumbers, markOf, rewriteText } from "./rewrite-text.ts";

const moved: MovedNumbers = {
  source: { project: "a/demo", webUrl: "http://127.0.0.1:4000" },
  target: { project: "b/moved", webUrl: "https://code.example" },
  issue: (number) => (number === 9 ? null : number + 100),
  mergeRequest: (number) => (number === 9 ? null : number + 200),
};
const rewrite = (text: string) => rewriteText(text, moved);

it("gives references the new numbers, and leaves those of other projects and of what was not moved", () => {
  expect(rewrite("#1, !2 and a/demo#3, a/demo!4.")).toBe("#101, !202 and b/moved#103, b/moved!204.");
  expect(rewrite("c/other#1 #9 !9 x#1 #1a &#39; ##1")).toBe("c/other#1 #9 !9 x#1 #1a &#39; ##1");
  expect(rewrite("`#1` and\n```\n!2\n```\n#3")).toBe("`#1` and\n```\n!2\n```\n#103");
});

it("gives links of the project its new address", () => {
  const from = "http://127.0.0.1:4000/a/demo";
  const to = "https://code.example/b/moved";
  expect(rewrite(`${from}/-/issues/1#note_7`)).toBe(`${to}/-/issues/101`);
  expect(rewrite(`(${from}/-/merge_requests/2/diffs)`)).toBe(`(${to}/-/merge_requests/202/diffs)`);
  expect(rewrite(`${from}/-/issues/9`)).toBe(`${from}/-/issues/9`);
  expect(rewrite(`${from}/-/blob/main/a.txt, ${from}.git and ${from}.`)).toBe(
    `${to}/-/blob/main/a.txt, ${to}.git and ${to}.`,
  );
  expect(rewrite(`${from}-two/-/issues/1 ${from}.js`)).toBe(`${from}-two/-/issues/1 ${from}.js`);
});

it("notifies nobody and carries out nothing", () => {
  expect(rewrite("@ada and a@b.example, `@code`")).toBe("`@ada` and a@b.example, `@code`");
  expect(rewrite("/close\n  /merge now\r\n/usr/bin\n```\n/approve\n```")).toBe(
    "\\/close\n  \\/merge now\r\n/usr/bin\n```\n\\/approve\n```",
  );
});

it("makes no markup of hostile names", () => {
  const line = describeWritten({
    name: "**x** [a](b)\n/close <!-- @all",
    username: "x_y",
    at: "2026-03-01T10:00:00Z",
  });
  expect(line).toBe("\\*\\*x\\*\\* \\[a\\]\\(b\\) /close \\<\\!-- \\@all (x\\_y) on 2026-03-01");
  expect(describeWritten({ name: null, username: null, at: "nonsense" })).toBe("somebody");
  const mark = markOf("12345678-9", "note:1 --> x");
  expect(mark).toBe("<!-- moved 12345678 note:1_--__x -->");
  expect(composeText("By x", "", mark)).toBe(`*By x*\n\n${mark}`);
});

it("takes time that grows with the text alone", () => {
  const began = performance.now();
  for (const text of [
    "`".repeat(100_000),
    "@a".repeat(50_000),
    "a/".repeat(50_000),
    "~~~\n".repeat(25_000),
    "http://127.0.0.1:4000/a/demo".repeat(3_000),
  ])
    rewrite(text);
  expect(performance.now() - began).toBeLessThan(5_000);
});
