import { expect, it } from "vitest";
import { operations } from "../index.ts";

/** Operations by the megabytes that their bodies may have; all others take 64 KB. */
const longer = {
  8: /^(create|update)?(CommitComment|Discussion|replyToDiscussion|DiscussionNote|(Issue|MergeRequest|Snippet)Note|MergeRequest|Release|Tag|TagRelease|Variable|Pipeline)$|^(acceptMergeRequest|deleteFile|updateSubmodule)$/,
  128: /^(create|update)(File|Snippet|ProjectSnippet|WikiPage|User)$|^(createCommit|resolveMergeConflicts|uploadWikiAttachment)$/,
};

it("is 64 KB for a body, unless it has a text that people write at length, a file or a commit", () => {
  for (const [name, { maxBodyBytes }] of Object.entries(operations)) {
    const [megabytes] = Object.entries(longer).find(([, names]) => names.test(name)) ?? [];
    const expected = megabytes === undefined ? 64 * 1024 : Number(megabytes) * 1024 * 1024;
    expect([name, maxBodyBytes]).toEqual([name, expected]);
  }
});

it("takes the longest description of real services, written as escapes", () => {
  const { createMergeRequest } = operations;
  expect(createMergeRequest?.maxBodyBytes).toBeGreaterThan(1_048_576 * '"\\u00e9"'.length - 2);
});
