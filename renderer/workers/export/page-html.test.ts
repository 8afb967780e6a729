import { expect, test } from "vitest";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import type { ExportLayout, ExportSubject, ExportThread } from "./export-types.ts";
import { pageHtml } from "./page-html.ts";

const file = (more: Partial<DiffFile> = {}): DiffFile => ({
  old_path: "src/a.ts",
  new_path: "src/a.ts",
  diff: "@@ -1,3 +1,3 @@ function x()\n one\n-two old\n+two new\n three\n",
  new_file: false,
  renamed_file: false,
  deleted_file: false,
  ...more,
});

const subject = (files: readonly DiffFile[], more: Partial<ExportSubject> = {}): ExportSubject => ({
  kind: "Merge request",
  title: "Tidy up",
  reference: "!7",
  project: "fjord/lantern",
  url: "https://example.test/fjord/lantern/-/merge_requests/7",
  description: "",
  details: [["Author", "Ada"]],
  commit: "",
  mail: null,
  patchable: true,
  files,
  threads: [],
  ...more,
});

async function write(
  given: ExportSubject,
  layout: ExportLayout = "unified",
  comments = true,
): Promise<string> {
  const parts = await pageHtml(
    given,
    { layout, theme: "dark", comments, made: "today" },
    { readDiff: async ({ diff }) => diff, onProgress: () => undefined, pause: () => undefined },
  );
  return parts.join("");
}

const thread = (at: ExportThread["at"], body: string): ExportThread => ({
  at,
  notes: [{ author: "Grace <b>", username: "grace", time: "2026-01-02T03:04:05Z", body }],
  resolved: false,
  outdated: false,
});

const hostile = "<img src=x onerror=alert(1)>\"'&\u202e";

test.each(["unified", "split"] as const)("%s: text of strangers stays text", async (layout) => {
  const page = await write(
    subject(
      [
        file({
          old_path: hostile,
          new_path: `new/${hostile}`,
          renamed_file: true,
          diff: `@@ -1,1 +1,1 @@ ${hostile}\n-${hostile} old\n+${hostile} new\u0001\u0002\n`,
        }),
      ],
      {
        title: hostile,
        reference: hostile,
        project: hostile,
        url: 'javascript:alert("x")',
        details: [[hostile, hostile]],
        description: `${hostile}\n\n<script>alert(1)</script> ![x](https://tracker.test/p.png) [y](javascript:alert(1))`,
        threads: [thread({ file: 0, side: "new", line: 1 }, `${hostile} <svg onload=alert(1)>`)],
      },
    ),
    layout,
  );
  expect(page).not.toMatch(/<(script|img|svg|iframe|object|link|form|input)\b/i);
  expect(page).not.toMatch(/<[^>]*\son\w+=/i);
  expect(page).not.toMatch(/href="(?!https:\/\/tracker\.test|#)/);
  expect(page).not.toContain("\u202e");
  expect(page).toContain("[U+202E]");
  expect(page).toMatch(/default-src 'none'; style-src 'sha256-[^']+'/);
});

test.each(["unified", "split"] as const)("%s: threads are below their lines", async (layout) => {
  const page = await write(
    subject([file()], {
      threads: [
        thread({ file: 0, side: "old", line: 2 }, "on the old line"),
        thread({ file: 0, side: "new", line: 3 }, "on context"),
        { ...thread({ file: 0, side: "new", line: 0 }, "on the file"), outdated: true, resolved: true },
        thread(null, "on the whole"),
      ],
    }),
    layout,
  );
  const order = ["on the whole", "on the file", ">old<", "on the old line", "three", "on context"];
  const offsets = order.map((text) => page.indexOf(text));
  expect(offsets).not.toContain(-1);
  expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
  expect(page).toContain("Outdated");
  expect(page).toContain("Resolved");
  expect(page.match(/on context/g)).toHaveLength(1);
});

test.each(["unified", "split"] as const)(
  "%s: a thread on a line that the diff lacks is on the file",
  async (layout) => {
    const page = await write(
      subject([file(), file({ new_path: "big.ts", old_path: "big.ts", diff: "", too_large: true })], {
        threads: [
          thread({ file: 0, side: "new", line: 90 }, "on a line elsewhere"),
          thread({ file: 0, side: "old", line: 91 }, "on an old line elsewhere"),
          thread({ file: 1, side: "new", line: 7 }, "on a file without lines"),
        ],
      }),
      layout,
    );
    const order = [
      "Line 90",
      "on a line elsewhere",
      "Old line 91",
      "on an old line",
      "two",
      "Line 7",
      "without lines",
    ];
    const offsets = order.map((text) => page.indexOf(text));
    expect(offsets).not.toContain(-1);
    expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
  },
);

test("a formula is there once, and nothing has a style of its own", async () => {
  const page = await write(
    subject([file()], { threads: [thread(null, "Of $a^2$ and\n\n$$\n\\frac{1}{2}\n$$")] }),
  );
  expect(page.match(/<math/g)).toHaveLength(2);
  expect(page).not.toContain("katex-html");
  expect(page).not.toMatch(/<[^>]* style=/);
});

test("comments are left out on request", async () => {
  const page = await write(subject([file()], { threads: [thread(null, "secret words")] }), "unified", false);
  expect(page).not.toContain("secret words");
});

test("both sides have the same rows, with changed words and the missing newline marked", async () => {
  const diff =
    "@@ -1,2 +1,4 @@\n one\n-let total = 1\n+let total = 2\n+extra\n+more\n\\ No newline at end of file\n";
  const page = await write(subject([file({ diff })]), "split");
  const body = page.slice(page.indexOf("<tbody>"), page.indexOf("</tbody>"));
  const rows = body.split("<tr>").slice(1);
  expect(rows).toHaveLength(5);
  for (const row of rows.slice(1)) expect(row.match(/<td/g)).toHaveLength(4);
  expect(body).toMatch(/<del>1<\/del>/);
  expect(body).toMatch(/<ins>2<\/ins>/);
  expect(body).toMatch(/more<span class="eof"/);
});

test("a removed line that looks like a header stays a line", async () => {
  const page = await write(
    subject([file({ diff: "@@ -1,2 +1,2 @@\n--- a/x\n-y\n+++ b/x\n+z\n@@ -9,1 +9,1 @@\n-p\n+q\n" })]),
  );
  expect(page.match(/class="hunk"/g)).toHaveLength(2);
  expect(page).toMatch(/1 file <span class="counts"><span class="added">\+3/);
});

test.each([
  [{ diff: "Binary files a/x and b/x differ\n" }, "Binary file changed."],
  [{ diff: "Binary files a/x and b/x differ\n", new_file: true }, "New binary file."],
  [{ diff: "Binary files a/x and b/x differ\n", deleted_file: true }, "Binary file deleted."],
  [{ diff: "", renamed_file: true, new_path: "b.ts" }, "Renamed without changes."],
  [{ diff: "", a_mode: "100644", b_mode: "100755" }, "100644 → 100755"],
  [{ diff: "", too_large: true }, "left this diff out"],
  [{ diff: "", new_file: true }, "New file that is empty"],
] as const)("%j is explained", async (more, words) => {
  expect(await write(subject([file(more)]))).toContain(words);
});

test("a web address of the subject becomes a link", async () => {
  expect(await write(subject([file()]))).toContain(
    'href="https://example.test/fjord/lantern/-/merge_requests/7"',
  );
});
