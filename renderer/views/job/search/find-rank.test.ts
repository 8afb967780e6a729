import { expect, it } from "vitest";
import { findRank } from "./find-rank.ts";

const lines = [3, 8, 9, 20, 21, 400];
const lineAt = async (index: number) => lines[index];

it("finds each line, and no other", async () => {
  for (const [rank, line] of lines.entries()) expect(await findRank(6, line, lineAt)).toBe(rank);
  for (const line of [0, 10, 401]) expect(await findRank(6, line, lineAt)).toBeNull();
  expect(await findRank(0, 3, lineAt)).toBeNull();
});

it("gives up where the lines are no longer there", async () => {
  expect(await findRank(50, 3, async () => undefined)).toBeNull();
});
