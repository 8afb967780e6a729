import { decodePercent } from "../../../shared/text/decode-percent.ts";
import { type PlainSearch, parsePlainSearch } from "./plain-search.ts";
import { readWikiRoute, type WikiRoute } from "./wiki-address.ts";

/** A part of a project that has an address of its own. */
export type ProjectPart =
  | "overview"
  | "files"
  | "edit"
  | "commits"
  | "commit"
  | "changes"
  | "branches"
  | "tags"
  | "releases"
  | "search"
  | "compare"
  | "contributors"
  | "runners"
  | "merge_requests"
  | "merge_request"
  | "pipelines"
  | "pipeline"
  | "jobs"
  | "issues"
  | "issue"
  | "snippets"
  | "snippet"
  | "job"
  | "job_artifacts"
  | "job_tests"
  | "artifacts"
  | "environments"
  | "environment"
  | "wiki";

/** Parts whose address is their own name. */
const plainParts = [
  "files",
  "edit",
  "changes",
  "branches",
  "tags",
  "releases",
  "search",
  "compare",
  "contributors",
  "jobs",
  "artifacts",
  "environments",
  "runners",
  "issues",
  "snippets",
] as const;

/** Lists whose entries have numbers. */
const numberedLists = ["merge_requests", "pipelines", "issues", "jobs", "environments", "snippets"] as const;

/** Target of an address of the app. */
export type AppLocation =
  | { readonly kind: "home" | "outbox" | "all_merge_requests" | "ci" | "unknown" }
  | { readonly kind: "settings"; readonly section: string }
  | { readonly kind: "groups" | "projects" | "runners"; readonly account: string }
  | { readonly kind: "me"; readonly account: string; readonly tab: string }
  | { readonly kind: "snippets"; readonly account: string; readonly search: PlainSearch }
  | {
      readonly kind: "snippet";
      readonly account: string;
      /** Id of a personal snippet, or `new`. */
      readonly iid: string;
    }
  | { readonly kind: "reference"; readonly account: string; readonly operation?: string | undefined }
  | { readonly kind: "user"; readonly account: string; readonly username: string }
  | { readonly kind: "admin"; readonly account: string; readonly tab?: string | undefined }
  | { readonly kind: "merge_requests"; readonly account: string; readonly group?: string | undefined }
  | { readonly kind: "group"; readonly account: string; readonly group: string }
  | {
      readonly kind: "project";
      readonly account: string;
      readonly project: string;
      readonly part: ProjectPart;
      readonly search: PlainSearch;
      /** Commit id, for the part `commit`. */
      readonly sha?: string | undefined;
      /** Number of the merge request, issue, snippet, pipeline, job or environment. */
      readonly iid?: string | undefined;
      /** Route in the wiki, for the part `wiki`. */
      readonly wiki?: WikiRoute | undefined;
    };

/** Reads an address such as `/a/1/p/group%2Fproject/files?ref=main`. */
export function parseAddress(href: string): AppLocation {
  const [, pathname = "/", query = ""] = /^([^?#]*)(?:\?([^#]*))?/.exec(href) ?? [];
  const [first, ...rest] = pathname.split("/").filter(Boolean).map(decodePercent);
  if (first === undefined) return { kind: "home" };
  // The address of earlier versions.
  if (first === "accounts") return { kind: "settings", section: "accounts" };
  if (first === "outbox") return { kind: "outbox" };
  if (first === "merge_requests") return { kind: "all_merge_requests" };
  if (first === "ci") return { kind: "ci" };
  if (first === "settings") return { kind: "settings", section: rest[0] ?? "appearance" };
  const [account, area, id, part, sha, tab] = rest;
  if (first !== "a" || !account) return { kind: "unknown" };
  if (area === "projects" || area === "runners") return { kind: area, account };
  if (area === "me") return { kind: "me", account, tab: id ?? "profile" };
  if (area === "snippets") {
    if (id && !isNumber(id) && !isNew(area, id)) return { kind: "unknown" };
    return id
      ? { kind: "snippet", account, iid: id }
      : { kind: area, account, search: parsePlainSearch(query) };
  }
  if (area === "reference") return { kind: "reference", account, operation: id };
  if (area === "users" && id) return { kind: "user", account, username: id };
  if (area === "admin") return { kind: "admin", account, tab: id };
  if (area === "merge_requests") return { kind: "merge_requests", account };
  if (area === "groups" && id && part === "merge_requests") {
    return { kind: "merge_requests", account, group: id };
  }
  if (area === "groups" && !id) return { kind: "groups", account };
  if (area === "groups" && id) return { kind: "group", account, group: id };
  if (area !== "p" || !id) return { kind: "unknown" };
  const isNumbered = (numberedLists as readonly (string | undefined)[]).includes(part);
  if (isNumbered && sha !== undefined && !isNumber(sha) && !isNew(part, sha)) return { kind: "unknown" };
  const search = parsePlainSearch(query);
  const project = { kind: "project", account, project: id, search } as const;
  if (part === undefined) return { ...project, part: "overview" };
  if (part === "commits") return sha ? { ...project, part: "commit", sha } : { ...project, part };
  if (part === "merge_requests") {
    return sha && sha !== "new" ? { ...project, part: "merge_request", iid: sha } : { ...project, part };
  }
  if (part === "jobs" && sha) {
    const jobPart = tab === "artifacts" || tab === "tests" ? (`job_${tab}` as const) : "job";
    return { ...project, part: jobPart, iid: sha };
  }
  if (part === "pipelines") {
    return sha ? { ...project, part: "pipeline", iid: sha } : { ...project, part };
  }
  if (part === "environments" && sha) return { ...project, part: "environment", iid: sha };
  if (part === "wiki") return { ...project, part, wiki: readWikiRoute(rest.slice(4)) };
  if (part === "issues" && sha) return { ...project, part: "issue", iid: sha };
  if (part === "snippets" && sha) return { ...project, part: "snippet", iid: sha };
  const plain = plainParts.find((name) => name === part);
  if (plain) return { ...project, part: plain };
  return { kind: "unknown" };
}

/** Returns whether a part of an address is the number of a merge request, job and the like. */
export const isNumber = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text);

/** Returns whether the address names the form for a new one. */
const isNew = (part: string | undefined, id: string): boolean =>
  id === "new" && (part === "snippets" || part === "merge_requests");

/** The account that a location belongs to, if any. */
export const accountOf = (location: AppLocation): string | null =>
  "account" in location ? location.account : null;
