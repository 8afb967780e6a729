import { expect, it, test } from "vitest";
import { z } from "zod";
import { operations } from "../index.ts";
import { record, secret } from "./fields.ts";
import { secretsOf } from "./schema-walk.ts";

/** Operations by the megabytes that their bodies may have; all others take 64 KB. */
const longer = {
  8: /^(create|update)?(CommitComment|(Issue)?Discussion|replyTo(Issue)?Discussion|(Issue)?DiscussionNote|(Issue|MergeRequest|Snippet)Note|MergeRequest|Issue|(Group)?Label|(Group)?Milestone|Project|Release|Tag|TagRelease|(PipelineSchedule)?Variable|Pipeline)$|^(acceptMergeRequest|deleteFile|lintCi|updateSubmodule)$/,
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

test("secret fields are found at any depth, with whether they can be left out", () => {
  const optional = z.array(record({ inner: record({ token: secret().nullish() }).nullable().default(null) }));
  expect(secretsOf(optional)).toEqual({ names: ["token"], removable: true });
  expect(secretsOf(z.union([optional, record({ key: secret() })]))).toEqual({
    names: ["token", "key"],
    removable: false,
  });
  expect(secretsOf(record({ token: z.string() }))).toEqual({ names: [], removable: true });
});

test("every credential of the contract is known, and what consists of them is never cached", () => {
  const carrying = Object.values(operations).filter(({ secrets }) => secrets.length > 0);
  expect(new Set(carrying.flatMap(({ secrets }) => secrets))).toEqual(
    new Set(["runners_token", "token", "key", "value"]),
  );
  const { getProject, getRunner, listSshKeys, updateProject } = operations as Record<
    string,
    (typeof carrying)[number] | undefined
  >;
  expect(getProject).toMatchObject({ secrets: ["runners_token"], cacheable: true });
  expect(getRunner).toMatchObject({ secrets: ["token"], cacheable: true });
  if (updateProject) expect(updateProject.cacheable).toBe(false);
  for (const operation of carrying.filter(({ secrets }) => secrets.includes("key"))) {
    expect(operation.cacheable, operation.path).toBe(false);
  }
  expect(listSshKeys?.cacheable ?? false).toBe(false);
});
