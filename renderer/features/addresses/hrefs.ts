import type { ProjectPart } from "./parse-address.ts";
import { stringifyPlainSearch } from "./plain-search.ts";
import { type WikiRoute, wikiPath } from "./wiki-address.ts";

const segment = encodeURIComponent;

/** Search parameters of an address; those that are undefined, null or empty are left out. */
type Search = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Parts whose address ends with an id, and which have a function of their own. */
type NumberedPart =
  | "commit"
  | "merge_request"
  | "pipeline"
  | "issue"
  | "snippet"
  | "job"
  | "job_artifacts"
  | "job_tests"
  | "environment";

/** A view of a project whose address names no single entry. */
export type ListPart = Exclude<ProjectPart, NumberedPart>;

const full = (path: string, search: Search = {}, hash = ""): string =>
  path + stringifyPlainSearch(search) + (hash ? `#${hash}` : "");

const inAccount = (account: string, path: string, search?: Search, hash?: string): string =>
  full(`/a/${segment(account)}${path}`, search, hash);

const inProject = (account: string, project: string, path: string, search?: Search, hash?: string): string =>
  full(`/a/${segment(account)}/p/${segment(project)}${path}`, search, hash);

/**
 * The address book: builds every address within the app. What it builds, {@link parseAddress} reads, and the router
 * has a route for.
 */
export const hrefs = {
  home: "/",
  accounts: "/settings/accounts",
  /** Accounts, with the dialog that adds one open. */
  addAccount: "/settings/accounts?add=1",
  outbox: "/outbox",
  /** Merge requests of every account. */
  allMergeRequests: (search?: Search) => full("/merge_requests", search),
  /** Failed and running jobs of every account. */
  ci: (search?: Search) => full("/ci", search),
  settings: (section = "appearance") => `/settings/${segment(section)}`,

  /** Returns the beginning of every address of an account. */
  accountRoot: (account: string) => `/a/${segment(account)}/`,
  projects: (account: string, search?: Search) => inAccount(account, "/projects", search),
  groups: (account: string, search?: Search) => inAccount(account, "/groups", search),
  group: (account: string, group: string, search?: Search) =>
    inAccount(account, `/groups/${segment(group)}`, search),
  /** Merge requests of an account, or of one of its groups. */
  mergeRequests: (account: string, group?: string, search?: Search) =>
    inAccount(account, `${group ? `/groups/${segment(group)}` : ""}/merge_requests`, search),
  /** The user of an account; `tab` is `profile`, `keys` or `notifications`. */
  me: (account: string, tab = "profile", search?: Search) =>
    inAccount(account, `/me/${segment(tab)}`, search),
  runners: (account: string, search?: Search) => inAccount(account, "/runners", search),
  user: (account: string, username: string) => inAccount(account, `/users/${segment(username)}`),
  admin: (account: string, tab = "", search?: Search) =>
    inAccount(account, `/admin${tab ? `/${segment(tab)}` : ""}`, search),
  reference: (account: string, operation = "", search?: Search) =>
    inAccount(account, `/reference${operation ? `/${segment(operation)}` : ""}`, search),
  /** The account's own snippets, or the public ones of everyone. */
  snippets: (account: string, list: "mine" | "public" = "mine") =>
    inAccount(account, "/snippets", list === "public" ? { list } : {}),

  /** The overview of a project, or a part of it; `hash` names lines of a file, such as `L10-20`, or a tag. */
  project: (account: string, project: string, part: ListPart = "overview", search?: Search, hash?: string) =>
    inProject(account, project, part === "overview" ? "" : `/${part}`, search, hash),
  /** One commit; `hash` names a file of its diff, or a line of one, as {@link hrefs.mergeRequest} does. */
  commit: (account: string, project: string, sha: string, search?: Search, hash?: string) =>
    inProject(account, project, `/commits/${segment(sha)}`, search, hash),
  /**
   * A merge request; `hash` names a comment, such as `note_12`, or a file of the changes by the SHA-1 of its path, with
   * numbers of a line before and after: `SHA1_10_12`.
   */
  mergeRequest: (account: string, project: string, iid: string | number, search?: Search, hash?: string) =>
    inProject(account, project, `/merge_requests/${segment(iid)}`, search, hash),
  pipeline: (account: string, project: string, id: string | number, search?: Search) =>
    inProject(account, project, `/pipelines/${segment(id)}`, search),
  /** One job; `hash` names lines of its log, such as `L10-20`. */
  job: (account: string, project: string, id: string | number, search?: Search, hash?: string) =>
    inProject(account, project, `/jobs/${segment(id)}`, search, hash),
  /** The artifacts of a job, or its test report. */
  jobTab: (
    account: string,
    project: string,
    id: string | number,
    tab: "artifacts" | "tests",
    search?: Search,
    hash?: string,
  ) => inProject(account, project, `/jobs/${segment(id)}/${tab}`, search, hash),
  environment: (account: string, project: string, id: string | number) =>
    inProject(account, project, `/environments/${segment(id)}`),
  /** Comments of an issue; `hash` names one, such as `note_12`. */
  issue: (account: string, project: string, iid: string | number, hash?: string) =>
    inProject(account, project, `/issues/${segment(iid)}`, {}, hash),
  /** A snippet of a project, or a personal one where `project` is null; `new` for the form of a new one. */
  snippet: (account: string, project: string | null, id: string | number, search?: Search, hash?: string) =>
    project === null
      ? inAccount(account, `/snippets/${segment(id)}`, search, hash)
      : inProject(account, project, `/snippets/${segment(id)}`, search, hash),
  snippetEdit: (account: string, project: string | null, id: string | number) =>
    project === null
      ? inAccount(account, `/snippets/${segment(id)}/edit`)
      : inProject(account, project, `/snippets/${segment(id)}/edit`),
  /** A wiki's home page, or the wiki's `route`. */
  wiki: (account: string, project: string, route: WikiRoute | null = null, search?: Search, hash?: string) =>
    inProject(account, project, `/wiki${wikiPath(route)}`, search, hash),
} as const;
