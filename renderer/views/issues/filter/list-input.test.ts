import { expect, it } from "vitest";
import { issueListInput, numberOf, parseFilter, stateOf } from "./list-input.ts";

const input = (text: string, users: Record<string, number> = {}) =>
  issueListInput(parseFilter(text), new Map(Object.entries(users)));

it("lists open issues of everyone, the last changed first, unless a query says else", () => {
  expect(input("")).toMatchObject({ state: "opened", scope: "all", order_by: "updated_at", sort: "desc" });
  expect(stateOf(parseFilter("state:merged"))).toBe("opened");
  expect(input("state:closed sort:due-asc scope:assigned_to_me")).toMatchObject({
    state: "closed",
    order_by: "due_date",
    sort: "asc",
    scope: "assigned_to_me",
  });
});

it("reads people, labels, milestones, days and words", () => {
  expect(
    input('author:@ada assignee:@bo label:bug label:"needs review" milestone:1.0 tide', { ada: 3 }),
  ).toMatchObject({
    author_id: 3,
    // Nobody has this id: an unknown name finds nothing.
    assignee_id: 0,
    labels: "bug,needs review",
    milestone: "1.0",
    search: "tide",
  });
  expect(input("created-after:2026-01-02 updated-before:soon")).toMatchObject({
    created_after: "2026-01-02T00:00:00Z",
  });
  expect(input("updated-before:soon")).not.toHaveProperty("updated_before");
});

it("reads what an issue lacks, and that it is confidential", () => {
  expect(input("no:assignee no:label no:milestone is:confidential")).toMatchObject({
    assignee_id: "None",
    labels: "None",
    milestone: "None",
    confidential: true,
  });
  expect(input("due:None")).toMatchObject({ due_date: "0" });
  expect(input("due:overdue type:incident")).toMatchObject({ due_date: "overdue", issue_type: "incident" });
  expect(input("due:whenever type:epic")).not.toHaveProperty("due_date");
});

it("takes a number for a number, not for words", () => {
  expect(numberOf(parseFilter("#12"))).toBe(12);
  expect(numberOf(parseFilter("12"))).toBeNull();
  expect(input("#12")).not.toHaveProperty("search");
});
