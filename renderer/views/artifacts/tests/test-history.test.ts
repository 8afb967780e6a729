import { expect, it } from "vitest";
import { findEarlierRuns, maxHistoryPages, maxRuns } from "./test-history.tsx";

const run = (id: number, ref: string, name = "unit") => ({ id, name, ref });
const pages = (...lists: ReturnType<typeof run>[][]) => {
  const read: number[] = [];
  const readPage = async (page: number) => {
    read.push(page);
    return { jobs: lists[page - 1] ?? [], hasMore: page < lists.length };
  };
  return { read, readPage };
};
const ids = (runs: readonly { readonly id: number }[]) => runs.map(({ id }) => id);

it("prefers the job's own branch, though the default branch has newer runs", async () => {
  const { readPage } = pages(
    [run(60, "topic"), run(49, "main"), run(48, "topic", "lint")],
    [run(30, "topic"), run(20, "main")],
  );
  expect(ids(await findEarlierRuns(run(50, "topic"), "main", readPage))).toEqual([30]);
});

it("takes those of the default branch where the branch has none", async () => {
  const { readPage } = pages([run(49, "main"), run(48, "other")], [run(30, "main")]);
  expect(ids(await findEarlierRuns(run(50, "topic"), "main", readPage))).toEqual([49, 30]);
  expect(await findEarlierRuns(run(50, "topic"), null, readPage)).toEqual([]);
});

it("ends with enough runs of the branch, or after some pages", async () => {
  const many = Array.from({ length: maxRuns + 5 }, (_, index) => run(40 - index, "topic"));
  const enough = pages(many, many);
  expect(await findEarlierRuns(run(50, "topic"), "main", enough.readPage)).toHaveLength(maxRuns);
  expect(enough.read).toEqual([1]);
  const none = pages(...Array.from({ length: 40 }, () => [run(1, "main", "lint")]));
  expect(await findEarlierRuns(run(50, "topic"), "main", none.readPage)).toEqual([]);
  expect(none.read).toHaveLength(maxHistoryPages);
});
