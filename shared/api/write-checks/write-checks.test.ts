import { expect, it } from "vitest";
import { operations } from "../index.ts";
import { createBranch, deleteBranch } from "../resources/branches.ts";
import { createCommit } from "../resources/commits.ts";
import { deleteGroup } from "../resources/groups.ts";
import { updateMergeRequest } from "../resources/merge-request-changes.ts";
import { createMergeRequestNote } from "../resources/notes.ts";
import { updateRelease } from "../resources/releases.ts";
import { createWikiPage, updateWikiPage } from "../resources/wikis.ts";
import { writeCheckFor } from "./index.ts";
import type { Fields } from "./write-check.ts";

/** Writes that no read of the interface shows, by why. */
const unseen: Readonly<Record<string, string>> = {
  deleteMergedBranches: "the service does it later, and which branches are merged is not known",
  retryJob: "the new job has another id, and jobs of the same name may start meanwhile",
  createPipeline: "the new pipeline has an id of its own, and a push may start others of the same branch",
  createMergeRequestPipeline: "the new pipeline has an id of its own, and a push may start others",
  updateVariable: "a hidden value is never shown",
  cancelPipeline: "its jobs end one after the other",
  retryPipeline: "its jobs begin again as new ones",
  createCommitStatus: "a check may report several times under one name",
  addSpentTime: "the sum before is not known",
  setTimeEstimate: "services round it in their own way",
  deleteRunnerByToken: "a token does not show which runner it is of",
  registerRunner: "the runner is known by a token that only the response has",
  createRunner: "the runner is known by a token that only the response has",
  verifyRunner: "it changes nothing",
  triggerHook: "several deliveries of the same test look alike",
  resendHookEvent: "several deliveries of the same event look alike",
  uploadWikiAttachment: "the name on the service is in the response alone",
};

it("every write of a service has a check, except for those that no read shows", () => {
  const writes = Object.entries(operations).filter(
    ([, { method, extension }]) => method !== "GET" && method !== "HEAD" && extension !== "local",
  );
  const without = writes.flatMap(([name, operation]) => (writeCheckFor(operation) ? [] : [name]));
  expect(without.sort()).toEqual(Object.keys(unseen).sort());
});

it("every check is an operation that only reads, with a valid input", () => {
  for (const [name, write] of Object.entries(operations)) {
    const check = writeCheckFor(write);
    if (!check) continue;
    expect([name, check.read.method]).toEqual([name, "GET"]);
    const fields = Object.keys(check.input({}));
    expect([name, fields.filter((field) => !(field in check.read.input.shape))]).toEqual([name, []]);
    for (const sentence of check.sentences({})) expect(sentence).toMatch(/^[A-Z].*\.$/);
  }
});

const context = { since: Date.parse("2026-01-01T12:00:00Z"), username: "ada" };
const judge = (operation: Parameters<typeof writeCheckFor>[0], found: unknown, written: Fields) =>
  writeCheckFor(operation)?.judge(found, written, context);

it("confirms a creation where the object exists, a deletion where it does not", () => {
  expect(judge(createBranch, null, { branch: "b" })).toBe("no");
  expect(judge(createBranch, { name: "b" }, { branch: "b" })).toBe("yes");
  expect(judge(deleteBranch, null, { branch: "b" })).toBe("yes");
  expect(judge(deleteBranch, { name: "b" }, { branch: "b" })).toBe("no");
  // Groups are deleted in the background.
  expect(judge(deleteGroup, { id: 1 }, { id: 1 })).toBe("unknown");
  expect(judge(deleteGroup, { id: 1, marked_for_deletion_on: "2026-01-01" }, { id: 1 })).toBe("yes");
});

it("takes a commit or a comment only where it was made since the write", () => {
  const commit = { message: "Fix it\n", committed_date: "2026-01-01T12:00:01Z" };
  const old = { ...commit, committed_date: "2026-01-01T11:59:00Z" };
  expect(judge(createCommit, [old, commit], { commit_message: "Fix it" })).toBe("yes");
  expect(judge(createCommit, [old], { commit_message: "Fix it" })).toBe("no");
  const note = { body: "a\r\nb", created_at: commit.committed_date, author: { username: "ada" } };
  expect(judge(createMergeRequestNote, [note], { body: "a\nb" })).toBe("yes");
  const others = { ...note, author: { username: "bob" } };
  expect(judge(createMergeRequestNote, [others], { body: "a\nb" })).toBe("no");
});

it("compares what was sent with what the read shows; a read without these fields decides nothing", () => {
  expect(judge(updateRelease, { name: "1.0", description: "" }, { name: "1.0" })).toBe("yes");
  expect(judge(updateRelease, { name: "0.9" }, { name: "1.0" })).toBe("no");
  expect(judge(updateRelease, {}, { name: "1.0" })).toBe("unknown");
  expect(judge(updateMergeRequest, { state: "closed", title: "t" }, { state_event: "close" })).toBe("yes");
  expect(judge(updateMergeRequest, { state: "opened", title: "t" }, { state_event: "close" })).toBe("no");
  expect(judge(updateMergeRequest, { labels: ["b", "a"] }, { labels: "a,b" })).toBe("yes");
});

it("checks a wiki page at the slug of its title", () => {
  const slugOf = (operation: Parameters<typeof writeCheckFor>[0], written: Fields) =>
    writeCheckFor(operation)?.input({ id: 1, ...written }).slug;
  expect(slugOf(createWikiPage, { title: "docs / First page", content: "x" })).toBe("docs/First-page");
  expect(slugOf(updateWikiPage, { slug: "docs/a", content: "x" })).toBe("docs/a");
  expect(slugOf(updateWikiPage, { slug: "docs/a", title: "b c" })).toBe("docs/b-c");
  expect(slugOf(updateWikiPage, { slug: "docs/a", title: "/b" })).toBe("b");
  expect(judge(updateWikiPage, { content: "new\n", slug: "b" }, { content: "new" })).toBe("yes");
  expect(judge(updateWikiPage, { content: "old", slug: "b" }, { content: "new" })).toBe("no");
});
