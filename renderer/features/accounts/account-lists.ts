import { changeLayout, useLayout } from "../../state/layout.ts";
import { hrefs } from "../addresses/hrefs.ts";

/** Lists that an account has, and how each is addressed for all accounts; null where there is no such list. */
const lists = {
  merge_requests: {
    one: (account: string) => hrefs.mergeRequests(account),
    all: () => hrefs.allMergeRequests(),
  },
  issues: { one: (account: string) => hrefs.issues(account), all: () => hrefs.allIssues() },
  projects: { one: (account: string) => hrefs.projects(account), all: () => hrefs.allProjects() },
  ci: { one: (account: string) => hrefs.ci({ account }), all: () => hrefs.ci() },
  runners: { one: (account: string) => hrefs.runners(account), all: null },
  snippets: { one: (account: string) => hrefs.snippets(account), all: () => hrefs.allSnippets() },
} as const;

/** A list that an account has. */
export type AccountList = keyof typeof lists;

const isAccountList = (name: string): name is AccountList => Object.hasOwn(lists, name);

/** Returns the address of a list for an account, or for all where `account` is null; null where there is no such list. */
export const accountListHref = (list: AccountList, account: string | null): string | null =>
  account === null ? (lists[list].all?.() ?? null) : lists[list].one(account);

/** Returns whether a path is that of a list of one account. */
export function isListOfAccount(path: string): boolean {
  const [, start, account = "", ...rest] = path.split("/");
  return (
    start === "a" &&
    rest.length === 1 &&
    Object.values(lists).some(({ one }) => one(decodeURIComponent(account)) === path)
  );
}

/**
 * Returns the address that a link to a page opens, where the page is a list of accounts: as the user chose the last time. CI
 * is that of all accounts until one is chosen, the others are those of one. Null for any other page.
 */
export function rememberedListHref(
  page: string,
  account: string | undefined,
  layout: { readonly allAccounts: boolean | null; readonly accounts: number },
): string | null {
  if (!isAccountList(page) || layout.accounts < 2) return null;
  const isAll = layout.allAccounts ?? page === "ci";
  return (isAll ? accountListHref(page, null) : null) ?? (account ? accountListHref(page, account) : null);
}

/** Stores which accounts the lists show: one, or all where `account` is null. */
export function rememberAccounts(account: string | null): void {
  const { allAccounts, account: last } = useLayout.getState();
  const next = { allAccounts: account === null, account: account ?? last };
  if (next.allAccounts !== allAccounts || next.account !== last) changeLayout(next);
}
