import { expect, it } from "vitest";
import { accountListHref, rememberedListHref } from "./account-lists.ts";

const two = (allAccounts: boolean | null) => ({ allAccounts, accounts: 2 });

it("addresses the list of one account, and of all where there is one", () => {
  expect(accountListHref("merge_requests", "7")).toBe("/a/7/merge_requests");
  expect(accountListHref("merge_requests", null)).toBe("/merge_requests");
  expect(accountListHref("ci", "7")).toBe("/ci?account=7");
  expect(accountListHref("runners", null)).toBeNull();
});

it("opens lists as the user chose last", () => {
  expect(rememberedListHref("projects", "7", two(true))).toBe("/projects");
  expect(rememberedListHref("projects", "7", two(false))).toBe("/a/7/projects");
  expect(rememberedListHref("ci", "7", two(false))).toBe("/ci?account=7");
  expect(rememberedListHref("runners", "7", two(true))).toBe("/a/7/runners");
});

it("opens CI of all accounts and other lists of one until the user has chosen", () => {
  expect(rememberedListHref("ci", "7", two(null))).toBe("/ci");
  expect(rememberedListHref("snippets", "7", two(null))).toBe("/a/7/snippets");
});

it("leaves other pages, and a single account, as they are", () => {
  expect(rememberedListHref("groups", "7", two(true))).toBeNull();
  expect(rememberedListHref("projects", "7", { allAccounts: true, accounts: 1 })).toBeNull();
});
