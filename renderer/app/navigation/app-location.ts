import { useLocation } from "@tanstack/react-router";
import { CircleQuestionMark } from "lucide-react";
import { useMemo } from "react";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { folderOf, nameOf } from "../../../shared/text/paths.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { useOperation } from "../../api/use-operation.ts";
import { isOfProject, type Page, type projectRoutePath } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { fillPath } from "../../features/addresses/match-path.ts";
import { type PlainSearch, stringifyPlainSearch } from "../../features/addresses/plain-search.ts";
import type { WikiRoute } from "../../features/addresses/wiki-address.ts";
import { accountIdentity, useAccount, useAccounts, useHostState } from "../../state/host-state.ts";
import { useLayout } from "../../state/layout.ts";
import { pathOfHref } from "../../state/route-status.ts";
import { useTabs } from "../../state/tabs.ts";
import type { IconType } from "../../ui/marks/icon.tsx";
import { type AddressedPage, type AppPage, findPage, idNameOf, pages } from "../views.ts";

type PageOfProject = Extract<AppPage, { readonly path: `${typeof projectRoutePath}${string}` }>;

/** Target of an address in a project. */
export interface ProjectLocation {
  readonly kind: "project";
  readonly account: string;
  readonly project: string;
  readonly part: PageOfProject["name"];
  readonly search: PlainSearch;
  /** Commit id, for the part `commit`. */
  readonly sha?: string;
  /** Number of the merge request, issue, snippet, pipeline, job or environment. */
  readonly iid?: string;
  /** Route in the wiki, for the part `wiki`. */
  readonly wiki?: WikiRoute;
}

/** Target of any other address, with the parameters of its page. */
interface PlaceLocation {
  readonly kind: Exclude<AppPage, PageOfProject>["name"];
  readonly account?: string;
  readonly search?: PlainSearch;
  readonly iid?: string;
}

/** Target of an address of the app. */
type AppLocation = ProjectLocation | PlaceLocation | { readonly kind: "unknown" };

/** Reads an address such as `/a/1/p/group%2Fproject/files?ref=main`, by the pages of the views. */
export function parseAddress(href: string): AppLocation {
  const found = findPage(href);
  if (!found) return { kind: "unknown" };
  const { page, params, search } = found;
  const idName = idNameOf(page);
  const named = Object.entries(params).filter(([name]) => name !== "_splat");
  const fields = {
    ...Object.fromEntries(named.map(([name, value]) => [name === idName ? "iid" : name, value])),
    ...page.reads?.(params),
  };
  // The views say the names of their pages, and a project's address begins with its account and the project.
  return (
    isOfProject(page)
      ? { ...fields, kind: "project", part: page.name, search }
      : { ...fields, kind: page.name, ...(page.isNamedBySearch ? { search } : {}) }
  ) as AppLocation;
}

/** The account that a location belongs to, if any. */
export const accountOf = (location: AppLocation): string | null =>
  ("account" in location ? location.account : null) ?? null;

/** Origin of the app in the desktop shell. */
const desktopOrigin = "app://helve";

/** Returns the address that a URL of the app itself names; null for any other text. */
export function hrefOfAppUrl(text: string): string | null {
  const url = text.trim();
  const origin = [location.origin, desktopOrigin].find((each) => url.startsWith(`${each}/`));
  const href = origin === undefined ? "" : url.slice(origin.length);
  return href !== "" && findPage(href) ? href : null;
}

/** Returns the current location. */
export function useAppLocation(): AppLocation {
  const href = useLocation({ select: (location) => location.href });
  return useMemo(() => parseAddress(href), [href]);
}

/** Returns the account of the current location, null where it has none. */
export const useLocationAccount = (): string | null =>
  useLocation({ select: ({ href }) => accountOf(parseAddress(href)) });

/** Returns a function from an account's id to whose it is, null where there is no such account. */
export function useAccountName(): (id: string) => string | null {
  const accounts = useHostState((state) => state.accounts);
  return useMemo(
    () => (id) => {
      if (!accounts) return "Account";
      const account = accounts.find((one) => one.id === id);
      return account ? accountIdentity(accounts, account) : null;
    },
    [accounts],
  );
}

/** Returns whether the current location is of an account that does not exist. */
export function useHasMissingAccount(): boolean {
  const id = useLocationAccount();
  const accountName = useAccountName();
  return id !== null && accountName(id) === null;
}

/** Returns the names of the current location. */
export function useLocationDescription(): Description {
  const href = useLocation({ select: (location) => location.href });
  const accountName = useAccountName();
  const pathname = useLocation({ select: (currentAccount) => currentAccount.pathname });
  const ownName = useTabs(({ tabs }) => tabs.find(({ href }) => pathOfHref(href) === pathname)?.name);
  return useMemo(() => describeAddress(href, accountName, ownName), [href, accountName, ownName]);
}

/** Returns the route's account, else the one that was used last, else the first. */
export function useCurrentAccount() {
  const currentAccount = useLocationAccount();
  const last = useLayout((state) => state.account);
  const accounts = useAccounts();
  const account = useAccount(currentAccount ?? last);
  return account ?? accounts[0];
}

/**
 * Returns whether the service responded that the project does not exist, or is hidden from this account. False before
 * the response: this hook observes the request of the project's routes and sends none.
 */
export function useMissingProject(account: string, project: string): boolean {
  const { error } = useOperation(getProject, { id: project }, { account, enabled: false });
  if (error === null) return false;
  const { code, reason } = toProblem(error);
  // With a reason it is a repository on this computer whose folder is missing.
  return code === "not_found" && reason === undefined;
}

/** One link of the breadcrumbs. */
interface CrumbLink {
  readonly label: string;
  readonly href: string;
}

/** Names of an address in tabs, titles and breadcrumbs. */
interface Description {
  /** Short: for a tab. */
  readonly title: string;
  readonly icon: IconType;
  /** Outermost first; the last one is the address itself. */
  readonly crumbs: readonly CrumbLink[];
}

const nowhere = (label: string, href: string): Description => ({
  title: label,
  icon: CircleQuestionMark,
  crumbs: [{ label, href }],
});

/**
 * Returns the names of an address. `accountName` returns an account's name by its id, null for none; `ownName` is what
 * the view calls the entry it shows, once it is known.
 */
export function describeAddress(
  href: string,
  accountName: (id: string) => string | null,
  ownName?: string,
): Description {
  const found = findPage(href);
  const account = found?.params.account;
  const nameOfAccount = account === undefined ? "" : accountName(account);
  if (nameOfAccount === null) return nowhere("Account not found", hrefs.accounts);
  if (!found) return nowhere("Not found", hrefs.home);
  const { page, params, search } = found;
  const names = page.names?.({ params, search, name: ownName });
  const { own = page.label, title, ending = "", icon = page.icon } = names ?? {};
  const outer = [...placeCrumbs(found, nameOfAccount), ...parentCrumbs(found)];
  const crumbs = own === null ? outer : [...outer, { label: own, href: hrefIn(found, page) }];
  const short = title || own;
  const project = params.project && lastOf(params.project);
  const inProject = short ? `${short} · ${project}${ending}` : project;
  return { title: (project ? inProject : short) ?? "", icon, crumbs };
}

/** Returns the crumbs of the account, the groups or the project that a page belongs to. */
function placeCrumbs({ params }: AddressedPage, nameOfAccount: string): readonly CrumbLink[] {
  const { account, project, group = project && folderOf(project) } = params;
  if (account === undefined) return [];
  const groups = (group || "").split("/").map((label, index, all) => ({
    label,
    href: hrefs.group(account, all.slice(0, index + 1).join("/")),
  }));
  return [
    ...(project === undefined ? [{ label: nameOfAccount, href: hrefs.projects(account) }] : []),
    ...(group ? groups : []),
    ...(project === undefined ? [] : [{ label: lastOf(project), href: hrefs.project(account, project) }]),
  ];
}

/** Returns the crumbs between the place and the page. */
function parentCrumbs(found: AddressedPage): readonly CrumbLink[] {
  const { params } = found;
  const crumbs: CrumbLink[] = [];
  for (let page = parentOf(found.page); page; page = parentOf(page)) {
    const own = page.names?.({ params, search: {} }).own ?? page.label;
    crumbs.unshift({ label: own, href: hrefIn(found, page) });
  }
  return crumbs;
}

const parentOf = (child: Page): Page | undefined =>
  pages.find(
    (page) => page.name === child.parent && page !== child && isOfProject(page) === isOfProject(child),
  );

/** Returns the address of a page with the parameters of another, at the same ref where it shows files. */
function hrefIn({ params, search }: AddressedPage, page: Page): string {
  const path = page.leadsTo !== undefined && !page.isPlace ? page.leadsTo : page.path;
  const kept = page.keepsRef ? { ref: search.ref } : {};
  return fillPath(path, params) + stringifyPlainSearch(kept);
}

/** Returns the last name of a path. */
const lastOf = (path: string): string => nameOf(path.replace(/\/+$/, ""));
