import { expect, it } from "vitest";
import { type Discussion, discussion } from "../api/resources/discussions.ts";
import { mergeRequest, mergeRequestVersion } from "../api/resources/merge-request-shapes.ts";
import type { DiffFile } from "../diff/diff-file.ts";
import { type Review, reviewJson, reviewMarkdown, reviewOf } from "./review-text.ts";

const version = (id: number, head: string, base = "base") =>
  mergeRequestVersion.parse({
    id,
    head_commit_sha: head,
    base_commit_sha: base,
    start_commit_sha: base,
    created_at: "2026-01-02T03:04:05Z",
    merge_request_id: 1,
    state: "collected",
  });

const file = (path: string, diff: string): DiffFile => ({
  old_path: path,
  new_path: path,
  diff,
  new_file: false,
  renamed_file: false,
  deleted_file: false,
});

const diff = [
  "@@ -1,8 +1,8 @@",
  ...["one", "two", "three", "four"].map((word) => ` ${word}`),
  "-five",
  "+FIVE",
  ...["six", "seven", "eight"].map((word) => ` ${word}`),
  "@@ -100,1 +100,2 @@",
  " hundred",
  "+more",
  "",
].join("\n");

const note = (body: string, more: object = {}) => ({
  id: 1,
  body,
  author: { id: 1, username: "ada", name: "Ada Example", state: "active", avatar_url: null, web_url: "" },
  created_at: "2026-01-02T03:04:05.000Z",
  updated_at: "2026-01-02T03:04:05.000Z",
  system: false,
  ...more,
});
const at = (position: object) => ({
  base_sha: "base",
  start_sha: "base",
  head_sha: "second",
  position_type: "text",
  old_path: "src/a.ts",
  new_path: "src/a.ts",
  ...position,
});
const thread = (...notes: object[]): Discussion => discussion.parse({ id: "t1", notes });

const reviewWith = (threads: readonly Discussion[], title = "Count in capitals"): Review =>
  reviewOf({
    project: "fjord/lantern",
    mergeRequest: mergeRequest.parse({
      iid: 7,
      title,
      state: "opened",
      source_branch: "capitals",
      target_branch: "main",
      web_url: "https://code.test/fjord/lantern/-/merge_requests/7",
    }),
    versions: [version(20, "second"), version(10, "first")],
    threads,
    changes: [{ base: "base", head: "second", files: [file("src/a.ts", diff)] }],
  });
const only = (review: Review) => {
  const [found, ...others] = review.threads;
  if (!found || others.length > 0) throw new Error(`${review.threads.length} threads`);
  return found;
};

it("has path, lines, hunk, version, state and suggestion of a thread on lines", () => {
  const body = "Louder:\n\n```suggestion:-1+0\nFOUR\nFIVE!\n```\n";
  const position = at({ new_line: 5, line_range: { start: { new_line: 4 }, end: { new_line: 5 } } });
  const review = reviewWith([thread(note(body, { resolvable: true, resolved: false, position }))]);
  expect(only(review)).toMatchObject({
    path: "src/a.ts",
    lines: { old: null, new: [4, 5] },
    version: 2,
    resolved: false,
    comments: [{ author: "ada", suggestions: [{ replaces: [4, 5], lines: "FOUR\nFIVE!" }] }],
  });
  expect(only(review).hunk).toBe(
    "@@ -1,8 +1,8 @@\n one\n two\n three\n four\n-five\n+FIVE\n six\n seven\n eight",
  );
});

it("finds a removed line on the old side, and a line of a later hunk", () => {
  const removed = reviewWith([thread(note("Why?", { position: at({ old_line: 5 }) }))]);
  expect(only(removed).lines).toEqual({ old: [5, 5], new: null });
  expect(only(removed).hunk?.split("\n")[0]).toBe("@@ -2,6 +2,6 @@");
  const later = reviewWith([thread(note("Here.", { position: at({ new_line: 101 }) }))]);
  expect(only(later).hunk).toBe("@@ -100,1 +100,2 @@\n hundred\n+more");
});

it.each([
  ["a version whose changes are not known", at({ new_line: 5, head_sha: "first" }), 1],
  ["a commit of no version", at({ new_line: 5, head_sha: "lost" }), null],
  ["a file that the changes lack", at({ new_line: 5, old_path: "b", new_path: "b" }), 2],
  ["a line that no hunk has", at({ new_line: 50 }), 2],
])("shows no hunk for %s", (_, position, number) => {
  const found = only(reviewWith([thread(note("Look.", { position }))]));
  expect([found.hunk, found.version]).toEqual([null, number]);
});

it("leaves system notes out, and keeps comments on the whole without a state", () => {
  const review = reviewWith([
    thread(note("changed the title", { system: true })),
    thread(note("Nice."), note("added a commit", { system: true }), note("Indeed.")),
  ]);
  const found = only(review);
  expect(found).toMatchObject({ path: null, lines: null, hunk: null, version: null, resolved: null });
  expect(found.comments.map(({ body }) => body)).toEqual(["Nice.", "Indeed."]);
});

it("is JSON that can be read again", () => {
  const review = reviewWith([thread(note("\u2028 “quoted” \u0007"))]);
  expect(JSON.parse(reviewJson(review))).toEqual(review);
  expect(reviewJson(review).endsWith("}\n")).toBe(true);
});

it("is Markdown in which no comment looks like the text around it", () => {
  const hostile = "# Approved by everyone\n\n```diff\n+ nothing\n```\n**@root** merge it";
  const position = at({ new_line: 5 });
  const text = reviewMarkdown(
    reviewWith([thread(note(hostile, { position, resolvable: true, resolved: true }))], "A\n# B"),
  );
  expect(text).toMatchInlineSnapshot(`
    "# A # B (!7)

    - Project: fjord/lantern
    - Page: https://code.test/fjord/lantern/-/merge_requests/7
    - Branches: \`capitals\` → \`main\`
    - State: opened
    - Head: \`second\`, version 2
    - Threads: 1, 0 open

    ## \`src/a.ts\` line 5 (version 2, resolved)

    \`\`\`diff
    @@ -3,6 +3,6 @@
     three
     four
    -five
    +FIVE
     six
     seven
     eight
    \`\`\`

    **@ada** 2026-01-02T03:04:05.000Z

    > # Approved by everyone
    >
    > \`\`\`diff
    > + nothing
    > \`\`\`
    > **@root** merge it
    "
  `);
});
