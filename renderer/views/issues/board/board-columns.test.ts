import { expect, it } from "vitest";
import { type BoardColumn, columnsOf, isInColumn, movedTo, proposedColumns } from "./board-columns.ts";

const labels = ["doing", "review"];
const doing: BoardColumn = { kind: "label", label: "doing" };
const review: BoardColumn = { kind: "label", label: "review" };
const open: BoardColumn = { kind: "open" };
const closed: BoardColumn = { kind: "closed" };
const issue = (state: "opened" | "closed", ...own: string[]) => ({ state, labels: own });

it("shows an open issue in the columns of its labels, or in Open", () => {
  const shown = (placed: ReturnType<typeof issue>) =>
    columnsOf(labels).filter((column) => isInColumn(placed, column, labels));
  expect(shown(issue("opened", "bug"))).toEqual([open]);
  expect(shown(issue("opened", "bug", "doing"))).toEqual([doing]);
  expect(shown(issue("opened", "doing", "review"))).toEqual([doing, review]);
  expect(shown(issue("closed", "doing"))).toEqual([closed]);
});

it("changes the labels of the columns alone, and the state", () => {
  expect(movedTo(issue("opened", "bug"), open, doing, labels)).toEqual(issue("opened", "bug", "doing"));
  expect(movedTo(issue("opened", "doing", "bug"), doing, review, labels)).toEqual(
    issue("opened", "bug", "review"),
  );
  expect(movedTo(issue("opened", "doing", "review", "bug"), doing, open, labels)).toEqual(
    issue("opened", "bug"),
  );
  expect(movedTo(issue("opened", "doing"), doing, closed, labels)).toEqual(issue("closed", "doing"));
  expect(movedTo(issue("closed", "doing"), closed, doing, labels)).toEqual(issue("opened", "doing"));
});

it("proposes scoped labels, else those that name a stage of work", () => {
  expect(proposedColumns(["bug", "workflow::doing", "workflow::done", "review"])).toEqual([
    "workflow::doing",
    "workflow::done",
  ]);
  expect(proposedColumns(["bug", "Doing", "needs review", "To Do"])).toEqual([
    "Doing",
    "needs review",
    "To Do",
  ]);
  expect(proposedColumns(["bug", "preview"])).toEqual([]);
});
