import { describe, expect, it } from "vitest";
import { listBranches } from "../resources/branches.ts";
import { createCommit } from "../resources/commits.ts";
import { listUsers } from "../resources/users.ts";
import { encodeCall, parseInput } from "./encode.ts";
import { InvalidInput } from "./encode-values.ts";
import { createMatcher } from "./match.ts";

describe("encodeCall", () => {
  it("escapes reserved characters and dots in one path segment", () => {
    const call = encodeCall(listBranches, { id: "group/sub.group/ä #%", search: "^a+b" });
    expect(call.path).toBe(
      "/projects/group%2Fsub%2Egroup%2F%C3%A4%20%23%25/repository/branches?search=%5Ea%2Bb",
    );
  });

  it("refuses an unknown name before anything is sent", () => {
    expect(() => encodeCall(listBranches, { id: 1, serach: "x" })).toThrow(InvalidInput);
  });

  it("is unchanged after the matcher", () => {
    const match = createMatcher([listBranches]);
    const call = encodeCall(listBranches, { id: "a/b.json" });
    expect(match("GET", call.path)?.params).toEqual({ id: "a/b.json" });
    expect(match("GET", "/projects/a/b/repository/branches")).toBeUndefined();
  });
});

const commit = { id: 1, branch: "main", commit_message: "m" };
const remove = { action: "delete", file_path: "a" };

const issuesOf = (read: () => unknown): readonly string[] => {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return error.issues.map(({ field, kind }) => `${field} ${kind}`);
  }
};

it("names every invalid entry of a short list", () => {
  const actions = [1, remove, 2];
  expect(issuesOf(() => parseInput(createCommit, { ...commit, actions }))).toEqual([
    "actions.0 invalid",
    "actions.2 invalid",
  ]);
});

it("names the first invalid entry of a long list or record alone", () => {
  const actions = [...new Array(200).fill(remove), ...new Array(30_000).fill(1)];
  expect(issuesOf(() => parseInput(createCommit, { ...commit, actions }))).toEqual(["actions.200 invalid"]);
  const info = Object.fromEntries(actions.map((_, index) => [`a${index}`, index < 150 ? "b" : []]));
  expect(issuesOf(() => parseInput(listUsers, { custom_attributes: info }))).toEqual([
    "custom_attributes.a150 invalid",
  ]);
});

it("keeps a long list that is valid", () => {
  const actions = new Array(5_000).fill(remove);
  expect(parseInput(createCommit, { ...commit, actions }).actions).toHaveLength(5_000);
});
