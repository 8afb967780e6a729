import type { RegisteredRouter } from "@tanstack/react-router";
import { fillPath, matchPath, type ParamsOf } from "./match-path.ts";
import { type PlainSearch, parsePlainSearch, stringifyPlainSearch } from "./plain-search.ts";
import { type WikiRoute, wikiPath } from "./wiki-address.ts";

/** Pattern of an address that the router has a route for. */
export type RoutePath = Extract<keyof RegisteredRouter["routesByPath"], string>;

/** Search parameters of an address; those that are undefined, null or empty are left out. */
type Search = Readonly<Record<string, string | number | boolean | null | undefined>>;

type ValuesOf<P extends string> = { readonly [Name in keyof ParamsOf<P>]: string | number };

/** Returns the address of a route. */
function hrefOf<const P extends RoutePath>(
  path: P,
  params: ValuesOf<P>,
  search?: Search,
  hash?: string,
): string;
function hrefOf(
  path: string,
  params: Readonly<Record<string, string | number>>,
  search: Search = {},
  hash = "",
): string {
  const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
  return fillPath(path, texts) + stringifyPlainSearch(search) + (hash ? `#${hash}` : "");
}

/** An address, in the parts that a route gives it. */
export interface ReadAddress<P extends string> {
  readonly params: ParamsOf<P>;
  readonly search: PlainSearch;
  /** Empty, or with its `#`. */
  readonly hash: string;
}

/** Reads an address of a route; null for that of any other. */
export const readHref = <const P extends RoutePath>(path: P, href: string): ReadAddress<P> | null =>
  readAddress(path, href);

/** Reads an address by a pattern; null for one that has another. */
export function readAddress<const P extends string>(path: P, href: string): ReadAddress<P> | null {
  const [, pathname = "/", query = "", hash = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?/.exec(href) ?? [];
  const params = matchPath(path, pathname);
  return params && { params, search: parsePlainSearch(query), hash };
}

type AfterProject<P extends string> = P extends `/a/$account/p/$project/${infer Rest}` ? Rest : never;

/** A view of a project whose address names no single entry. */
export type ListPart = "overview" | Exclude<AfterProject<RoutePath>, "" | `${string}/${string}`>;

/**
 * The address book: builds every address within the app. It names the patterns of the
 * router's routes, so that each has its parameters.
 */
export const hrefs = {
  home: "/",
  accounts: "/settings/accounts",
  /** Accounts, with the dialog that adds one open. */
  addAccount: "/settings/accounts?add=1",
  outbox: "/outbox",
  /** Merge requests of every account that are merged one after another. */
  mergeQueue: "/merge_queue",
  /** Projects that move between services; a project of an account to publish, or the account that gets one. */
  publishes: (search?: { readonly from?: string; readonly project?: string; readonly to?: string }) =>
    hrefOf("/publishes", {}, search),
  /** Merge requests of every account. */
  allMergeRequests: (search?: Search) => hrefOf("/merge_requests", {}, search),
  /** Issues of every account. */
  allIssues: (search?: Search) => hrefOf("/issues", {}, search),
  /** Projects of every account. */
  allProjects: (search?: Search) => hrefOf("/projects", {}, search),
  /** Snippets of every account. */
  allSnippets: (search?: Search) => hrefOf("/snippets", {}, search),
  /** Failed and running jobs of every account. */
  ci: (search?: Search) => hrefOf("/ci", {}, search),
  settings: (section = "appearance") => hrefOf("/settings/$section", { section }),

  /** Returns the beginning of every address of an account. */
  accountRoot: (account: string) => `${hrefOf("/a/$account", { account })}/`,
  projects: (account: string, search?: Search) => hrefOf("/a/$account/projects", { account }, search),
  newProject: (account: string) => hrefOf("/a/$account/projects/new", { account }),
  groups: (account: string, search?: Search) => hrefOf("/a/$account/groups", { account }, search),
  group: (account: string, group: string, search?: Search) =>
    hrefOf("/a/$account/groups/$group", { account, group }, search),
  /** The search over all of a service, or in a group or project of it. */
  search: (account: string, search?: Search) => hrefOf("/a/$account/search", { account }, search),
  /** Merge requests of an account, or of one of its groups. */
  mergeRequests: (account: string, group?: string, search?: Search) =>
    group
      ? hrefOf("/a/$account/groups/$group/merge_requests", { account, group }, search)
      : hrefOf("/a/$account/merge_requests", { account }, search),
  /** Issues of an account, or of one of its groups. */
  issues: (account: string, group?: string, search?: Search) =>
    group
      ? hrefOf("/a/$account/groups/$group/issues", { account, group }, search)
      : hrefOf("/a/$account/issues", { account }, search),
  /** The user of an account; `tab` is `profile`, `keys` or `notifications`. */
  me: (account: string, tab = "profile", search?: Search) =>
    hrefOf("/a/$account/me/$tab", { account, tab }, search),
  runners: (account: string, search?: Search) => hrefOf("/a/$account/runners", { account }, search),
  user: (account: string, username: string) => hrefOf("/a/$account/users/$username", { account, username }),
  admin: (account: string, tab = "", search?: Search) =>
    tab
      ? hrefOf("/a/$account/admin/$tab", { account, tab }, search)
      : hrefOf("/a/$account/admin", { account }, search),
  reference: (account: string, operation = "", search?: Search) =>
    operation
      ? hrefOf("/a/$account/reference/$operation", { account, operation }, search)
      : hrefOf("/a/$account/reference", { account }, search),
  /** The account's own snippets, or the public ones of everyone. */
  snippets: (account: string, list: "mine" | "public" = "mine") =>
    hrefOf("/a/$account/snippets", { account }, list === "public" ? { list } : {}),

  /** The overview of a project, or a part of it; `hash` names lines of a file, such as `L10-20`, or a tag. */
  project: (account: string, project: string, part: ListPart = "overview", search?: Search, hash?: string) =>
    part === "overview"
      ? hrefOf("/a/$account/p/$project", { account, project }, search, hash)
      : hrefOf(`/a/$account/p/$project/${part}`, { account, project }, search, hash),
  /** One commit; `hash` names a file of its diff, or a line of one, as {@link hrefs.mergeRequest} does. */
  commit: (account: string, project: string, sha: string, search?: Search, hash?: string) =>
    hrefOf("/a/$account/p/$project/commits/$sha", { account, project, sha }, search, hash),
  /**
   * A merge request; `hash` names a comment, such as `note_12`, or a file of the changes by the SHA-1 of its path, with
   * numbers of a line before and after: `SHA1_10_12`.
   */
  mergeRequest: (account: string, project: string, iid: string | number, search?: Search, hash?: string) =>
    hrefOf("/a/$account/p/$project/merge_requests/$iid", { account, project, iid }, search, hash),
  /** The stack that a merge request belongs to. */
  stack: (account: string, project: string, iid: string | number) =>
    hrefOf("/a/$account/p/$project/merge_requests/$iid/stack", { account, project, iid }),
  pipeline: (account: string, project: string, pipeline: string | number, search?: Search) =>
    hrefOf("/a/$account/p/$project/pipelines/$pipeline", { account, project, pipeline }, search),
  /**
   * A pipeline compared with another one: its id, or `branch` or `target` for the last success of the pipeline's own branch
   * or of the one that it is merged into; `target` of the search names that.
   */
  pipelineComparison: (
    account: string,
    project: string,
    pipeline: string | number,
    other: string | number,
    search?: Search,
  ) =>
    hrefOf(
      "/a/$account/p/$project/pipelines/$pipeline/compare/$other",
      { account, project, pipeline, other },
      search,
    ),
  /** One job; `hash` names lines of its log, such as `L10-20`. */
  job: (account: string, project: string, job: string | number, search?: Search, hash?: string) =>
    hrefOf("/a/$account/p/$project/jobs/$job", { account, project, job }, search, hash),
  /** The artifacts of a job, or its test report. */
  jobTab: (
    account: string,
    project: string,
    job: string | number,
    tab: "artifacts" | "tests",
    search?: Search,
    hash?: string,
  ) => hrefOf(`/a/$account/p/$project/jobs/$job/${tab}`, { account, project, job }, search, hash),
  environment: (account: string, project: string, environment: string | number) =>
    hrefOf("/a/$account/p/$project/environments/$environment", { account, project, environment }),
  /** A milestone of a project or a group, by its number. */
  milestone: (
    account: string,
    { project, group }: { readonly project?: string | undefined; readonly group?: string },
    milestone: string | number,
    search?: Search,
  ) =>
    project === undefined
      ? hrefOf(
          "/a/$account/groups/$group/milestones/$milestone",
          { account, group: group ?? "", milestone },
          search,
        )
      : hrefOf("/a/$account/p/$project/milestones/$milestone", { account, project, milestone }, search),
  /** Labels or milestones of a group. */
  groupPart: (account: string, group: string, part: "labels" | "milestones", search?: Search) =>
    hrefOf(`/a/$account/groups/$group/${part}`, { account, group }, search),
  /** An issue; `hash` names a comment, such as `note_12`. */
  issue: (account: string, project: string, iid: string | number, hash?: string) =>
    hrefOf("/a/$account/p/$project/issues/$iid", { account, project, iid }, {}, hash),
  /** A snippet of a project, or a personal one where `project` is null; `new` for the form of a new one. */
  snippet: (
    account: string,
    project: string | null,
    snippet: string | number,
    search?: Search,
    hash?: string,
  ) =>
    project === null
      ? hrefOf("/a/$account/snippets/$snippet", { account, snippet }, search, hash)
      : hrefOf("/a/$account/p/$project/snippets/$snippet", { account, project, snippet }, search, hash),
  snippetEdit: (account: string, project: string | null, snippet: string | number) =>
    project === null
      ? hrefOf("/a/$account/snippets/$snippet/edit", { account, snippet })
      : hrefOf("/a/$account/p/$project/snippets/$snippet/edit", { account, project, snippet }),
  /** A wiki's home page, or the wiki's `route`. */
  wiki: (account: string, project: string, route: WikiRoute | null = null, search?: Search, hash?: string) =>
    route === null
      ? hrefOf("/a/$account/p/$project/wiki", { account, project }, search, hash)
      : hrefOf(
          "/a/$account/p/$project/wiki/$",
          { account, project, _splat: wikiPath(route).slice(1) },
          search,
          hash,
        ),
} as const;
