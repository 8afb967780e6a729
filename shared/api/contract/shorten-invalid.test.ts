import { expect, it } from "vitest";
import { createCommit } from "../resources/commits.ts";
import { listUsers } from "../resources/users.ts";
import { InvalidInput, parseInput } from "./encode.ts";

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
