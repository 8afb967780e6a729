import { expect, it } from "vitest";
import { mergeHead } from "./use-live-pages.ts";

const entry = (id: number, status: string) => ({ id, status });

it("replaces known entries and puts new ones first, on any page", () => {
  const pages = [[entry(5, "running"), entry(4, "success")], [entry(3, "running")]];
  const head = [entry(6, "created"), entry(5, "failed"), entry(4, "success")];
  expect(mergeHead(pages, head, false)).toEqual([
    [entry(6, "created"), entry(5, "failed"), entry(4, "success")],
    [entry(3, "running")],
  ]);
});

it("drops entries that have left the list, as far as the new entries reach", () => {
  const pages = [[entry(5, "running"), entry(4, "running")], [entry(3, "running")]];
  expect(mergeHead(pages, [entry(4, "running")], false)).toEqual([
    [entry(4, "running")],
    [entry(3, "running")],
  ]);
  expect(mergeHead(pages, [], true)).toEqual([[], []]);
});

it("reads all again where so much is new that something may be missing", () => {
  const old = [[entry(1, "success")]];
  expect(mergeHead(old, [entry(300, "running"), entry(299, "running")], false)).toBeNull();
  expect(mergeHead(old, [entry(300, "running")], true)).toEqual([[entry(300, "running")]]);
});
