import { expect, it } from "vitest";
import { findLastSuccess, maxSuccessPages } from "./compare-view.tsx";

const job = (id: number, name: string, ref: string) => ({ id, name, ref, finished_at: null });
const pages = (...lists: ReturnType<typeof job>[][]) => {
  const read: number[] = [];
  const readPage = async (page: number) => {
    read.push(page);
    return { jobs: lists[page - 1] ?? [], hasMore: page < lists.length };
  };
  return { read, readPage };
};
const failed = job(50, "unit", "topic");

it("prefers the job's own branch, though the default branch has a newer one", async () => {
  const { readPage, read } = pages(
    [job(60, "unit", "topic"), job(49, "unit", "main")],
    [job(40, "lint", "topic"), job(30, "unit", "topic")],
    [job(20, "unit", "topic")],
  );
  expect((await findLastSuccess(failed, "main", readPage))?.id).toBe(30);
  expect(read).toEqual([1, 2]);
});

it("takes the default branch's newest one where the branch has none", async () => {
  const { readPage } = pages([job(49, "unit", "main")], [job(30, "unit", "main")]);
  expect((await findLastSuccess(failed, "main", readPage))?.id).toBe(49);
  expect(await findLastSuccess(failed, null, readPage)).toBeNull();
});

it("gives up after some pages", async () => {
  const { readPage, read } = pages(...Array.from({ length: 40 }, () => [job(1, "other", "topic")]));
  expect(await findLastSuccess(failed, "main", readPage)).toBeNull();
  expect(read).toHaveLength(maxSuccessPages);
});
