import { type WikiPlace, wikiPath } from "../wiki/wiki-address.ts";
import type { ProjectPart } from "./parse-address.ts";
import { stringifyPlainSearch } from "./plain-search.ts";

const segment = encodeURIComponent;

/** Parts whose address ends with an id. */
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

/** Addresses within the app. */
export const hrefs = {
  home: "/",
  accounts: "/accounts",
  outbox: "/outbox",
  /** Of every account. */
  allMergeRequests: "/merge_requests",
  /** Failed and running jobs of every account. */
  ci: "/ci",
  settings: (section = "appearance") => `/settings/${segment(section)}`,
  projects: (account: string) => `/a/${segment(account)}/projects`,
  groups: (account: string) => `/a/${segment(account)}/groups`,
  group: (account: string, group: string) => `/a/${segment(account)}/groups/${segment(group)}`,
  project: (
    account: string,
    project: string,
    part: Exclude<ProjectPart, NumberedPart> = "overview",
    search: Readonly<Record<string, string | undefined>> = {},
    hash = "",
  ) =>
    `/a/${segment(account)}/p/${segment(project)}${part === "overview" ? "" : `/${part}`}` +
    stringifyPlainSearch(search) +
    (hash ? `#${hash}` : ""),
  /** The user of an account; `tab` is `profile`, `keys` or `notifications`. */
  me: (account: string, tab = "profile") => `/a/${segment(account)}/me/${segment(tab)}`,
  runners: (account: string) => `/a/${segment(account)}/runners`,
  user: (account: string, username: string) => `/a/${segment(account)}/users/${segment(username)}`,
  admin: (account: string, tab = "") => `/a/${segment(account)}/admin${tab ? `/${segment(tab)}` : ""}`,
  reference: (account: string) => `/a/${segment(account)}/reference`,
  mergeRequests: (account: string, group?: string) =>
    group
      ? `/a/${segment(account)}/groups/${segment(group)}/merge_requests`
      : `/a/${segment(account)}/merge_requests`,
  mergeRequest: (account: string, project: string, iid: string) =>
    `/a/${segment(account)}/p/${segment(project)}/merge_requests/${segment(iid)}`,
  pipeline: (account: string, project: string, id: string) =>
    `/a/${segment(account)}/p/${segment(project)}/pipelines/${segment(id)}`,
  /** Comments of an issue. */
  issue: (account: string, project: string, iid: string) =>
    `/a/${segment(account)}/p/${segment(project)}/issues/${segment(iid)}`,
  /** The account's own snippets, or the public ones of everyone. */
  snippets: (account: string, list: "mine" | "public" = "mine") =>
    `/a/${segment(account)}/snippets${list === "public" ? "?list=public" : ""}`,
  /** A snippet of a project, or a personal one where `project` is null; `new` for one to write. */
  snippet: (account: string, project: string | null, id: string) =>
    `/a/${segment(account)}${project === null ? "" : `/p/${segment(project)}`}/snippets/${segment(id)}`,
  /** One job; `hash` names lines of its log, such as `L10-20`. */
  job: (account: string, project: string, id: string | number, hash = "") =>
    `/a/${segment(account)}/p/${segment(project)}/jobs/${segment(id)}${hash ? `#${hash}` : ""}`,
  /** What a job left, or its test report. */
  jobTab: (account: string, project: string, id: string | number, tab: "artifacts" | "tests") =>
    `/a/${segment(account)}/p/${segment(project)}/jobs/${segment(id)}/${tab}`,
  environment: (account: string, project: string, id: string | number) =>
    `/a/${segment(account)}/p/${segment(project)}/environments/${segment(id)}`,
  /** A wiki, or a page of it. */
  wiki: (account: string, project: string, place: WikiPlace | null = null, hash = "") =>
    `/a/${segment(account)}/p/${segment(project)}/wiki${wikiPath(place)}${hash ? `#${hash}` : ""}`,
  commit: (account: string, project: string, sha: string) =>
    `/a/${segment(account)}/p/${segment(project)}/commits/${segment(sha)}`,
} as const;
