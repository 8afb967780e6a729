import { decodePercent } from "../../../shared/text/decode-percent.ts";
import { readRefName } from "../../../shared/text/ref-name.ts";
import { parseQuery } from "../query-text/query-text.ts";
import { type AppLocation, parseAddress } from "./parse-address.ts";
import { type PlainSearch, parsePlainSearch, stringifyPlainSearch } from "./plain-search.ts";
import { mergeRequestFilterNames, mergeRequestFilters, mergeRequestOrders } from "./web-pages.ts";
import type { WikiRoute } from "./wiki-address.ts";

type ProjectLocation = Extract<AppLocation, { kind: "project" }>;

/** An address of the app, in the parts that its page on the web is made from. */
interface Address {
  readonly search: PlainSearch;
  /** Empty, or with its `#`. */
  readonly hash: string;
  /** Whether the address is that of a form, as of a snippet. */
  readonly isEdit: boolean;
}

/**
 * Returns the URL of an address's page in the web interface of a service, which `readWebLink` reads as that address; null
 * for what the app alone has. Search parameters that the web interface has no like for are left out.
 */
export function webUrl(href: string, service: string): string | null {
  const { pathname, search, hash } = new URL(href, "https://helve.invalid");
  const location = parseAddress(pathname + search);
  const address = { search: parsePlainSearch(search), hash, isEdit: pathname.endsWith("/edit") };
  const path = location.kind === "project" ? projectPath(location, address) : servicePath(location, address);
  return path === null ? null : service.replace(/\/+$/, "") + path;
}

/** Returns an encoded path of segments that may have slashes. */
const encoded = (...segments: readonly string[]): string =>
  segments
    .filter(Boolean)
    .flatMap((segment) => segment.split("/"))
    .map(encodeURIComponent)
    .join("/");

function projectPath(location: ProjectLocation, address: Address): string | null {
  const isNumber = /^\d+$/.test(location.project);
  if (isNumber) return location.part === "overview" ? `/projects/${location.project}` : null;
  const path = `/${encoded(location.project)}`;
  if (location.part === "overview") return path;
  const page = projectPage(location, address);
  return page === null ? null : `${path}/-/${page}`;
}

const reviewTabs: Readonly<Record<string, string>> = {
  changes: "/diffs",
  commits: "/commits",
  pipelines: "/pipelines",
};

/** Returns a query of merge requests as the parameters of the web interface. */
function mergeRequestSearch(query = ""): string {
  const { terms, words } = parseQuery(query, [...mergeRequestFilterNames, "sort"]);
  const search = new URLSearchParams(
    terms.map(({ key, value }) =>
      key === "sort"
        ? ["sort", mergeRequestOrders[value] ?? ""]
        : [nameOfFilter(key, value), value.replace(/^@/, "")],
    ),
  );
  if (words) search.set("search", words);
  return search.size > 0 ? `?${search}` : "";
}

const isNobody = (value: string): boolean => value === "None" || value === "Any";

/** Returns the parameter of GitLab's for a filter; "nobody" and "anybody" have one of their own. */
function nameOfFilter(key: (typeof mergeRequestFilterNames)[number], value: string): string {
  if ((key === "assignee" || key === "reviewer") && isNobody(value)) return `${key}_id`;
  return mergeRequestFilters[key][0];
}

/** Returns a ref with the parameter by which GitLab tells a tag from a branch of its name. */
function webRef(ref: string): { readonly name: string; readonly type: string | undefined } {
  const { kind, name } = readRefName(ref);
  return { name, type: kind === null ? undefined : kind === "tag" ? "tags" : "heads" };
}

/** Returns what follows `/-/` in the address of a project's page. */
function projectPage(location: ProjectLocation, { search, hash, isEdit }: Address): string | null {
  const { part, iid = "" } = location;
  const { ref = "HEAD", path = "" } = search;
  switch (part) {
    case "files": {
      const page = search.blame ? "blame" : path ? "blob" : "tree";
      const { name, type } = webRef(ref);
      return encoded(page, name, path) + stringifyPlainSearch({ plain: search.plain, ref_type: type }) + hash;
    }
    case "edit":
      return encoded(path ? "edit" : "new", ref, path);
    case "commits":
      return search.all
        ? encoded("network", ref)
        : encoded("commits", webRef(ref).name, path) +
            stringifyPlainSearch({
              author: search.author,
              search: search.message,
              committed_after: search.since,
              committed_before: search.until,
              ref_type: webRef(ref).type,
            });
    case "commit":
      return search.merge_request
        ? `merge_requests/${search.merge_request}/diffs?commit_id=${location.sha ?? ""}${hash}`
        : encoded("commit", location.sha ?? "") + hash;
    case "branches":
    case "tags":
      return part + stringifyPlainSearch({ search: search.search });
    case "releases":
      return encoded(part, decodePercent(hash.slice(1)));
    case "contributors":
      return "graphs/HEAD";
    case "compare":
      return search.from && search.to
        ? encoded(part, `${search.from}${search.straight ? ".." : "..."}${search.to}`) + hash
        : part + stringifyPlainSearch({ from: search.from, to: search.to });
    case "merge_requests": {
      const form = {
        "merge_request[source_branch]": search.source,
        "merge_request[target_branch]": search.target,
      };
      return search.create ? `${part}/new${stringifyPlainSearch(form)}` : part + mergeRequestSearch(search.q);
    }
    case "merge_request":
      return (
        `merge_requests/${iid}${reviewTabs[search.tab ?? ""] ?? ""}` +
        stringifyPlainSearch(
          search.tab === "changes" ? { diff_id: search.to, start_sha: shaOf(search.from) } : {},
        ) +
        hash
      );
    case "pipelines":
      return search.run
        ? `${part}/new${stringifyPlainSearch({ ref: search.ref })}`
        : part + stringifyPlainSearch({ status: search.status, ref: search.ref, source: search.source });
    case "job":
      return `jobs/${iid}${search.view === "raw" ? "/raw" : ""}${hash}`;
    case "job_artifacts":
      return encoded("jobs", iid, "artifacts", search.path ? "file" : "browse", search.path ?? "") + hash;
    case "artifacts":
      return (
        encoded("jobs/artifacts", webRef(ref).name, search.path ? "file" : "browse", search.path ?? "") +
        stringifyPlainSearch({ job: search.job, ref_type: webRef(ref).type })
      );
    // Its report is on the page of its pipeline there.
    case "job_tests":
      return `jobs/${iid}`;
    case "pipeline":
      return `pipelines/${iid}${search.view === "jobs" ? "/builds" : ""}`;
    case "issue":
    case "environment":
      return `${part}s/${iid}${hash}`;
    case "snippet":
      return snippetPage(iid, search, isEdit, hash);
    case "wiki":
      return location.wiki ? wikiPage(location.wiki, search, hash) : null;
    case "jobs":
      return (
        part +
        stringifyPlainSearch({
          statuses: search.status?.toUpperCase(),
          name: search.name,
          ref: search.ref,
        })
      );
    case "environments":
    case "issues":
    case "runners":
    case "snippets":
      return part;
    default:
      return null;
  }
}

/** A commit's hash; a version's number in an address of earlier days is none. */
const shaOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^[0-9a-f]{7,64}$/.test(text) && !/^\d{1,12}$/.test(text) ? text : undefined;

const snippetPage = (id: string, search: PlainSearch, isEdit: boolean, hash: string): string =>
  isEdit
    ? `snippets/${id}/edit`
    : search.view === "raw"
      ? encoded("snippets", id, "raw", ...(search.file ? ["main", search.file] : []))
      : `snippets/${id}${hash}`;

function wikiPage(route: WikiRoute, search: PlainSearch, hash: string): string | null {
  if (route.kind === "search") return null;
  if (route.kind === "new") return "wikis/new";
  const version = stringifyPlainSearch({ version_id: search.version });
  return encoded("wikis", route.slug, route.kind === "page" ? "" : route.kind) + version + hash;
}

/** Pages of the user's account, by the tab of the app. */
const accountPages: Readonly<Record<string, string>> = {
  profile: "/-/user_settings/profile",
  keys: "/-/user_settings/ssh_keys",
  notifications: "/-/profile/notifications",
};

const adminPages: ReadonlySet<string> = new Set(["users", "hooks"]);

/** Returns the path of a page that belongs to no project. */
function servicePath(location: AppLocation, { search, hash, isEdit }: Address): string | null {
  switch (location.kind) {
    case "projects":
    case "groups":
      return `/dashboard/${location.kind}`;
    case "group":
      return `/groups/${encoded(location.group)}`;
    case "merge_requests":
      return (
        (location.group ? `/groups/${encoded(location.group)}/-` : "/dashboard") +
        `/merge_requests${mergeRequestSearch(search.q)}`
      );
    case "me":
      return accountPages[location.tab] ?? null;
    case "runners":
      return "/admin/runners";
    case "user":
      return `/users/${encoded(location.username)}`;
    case "admin":
      if (location.tab === undefined) return "/admin";
      return adminPages.has(location.tab) ? `/admin/${location.tab}` : null;
    case "snippets":
      return search.list === "public" ? "/explore/snippets" : "/dashboard/snippets";
    case "snippet":
      return `/-/${snippetPage(location.iid, search, isEdit, hash)}`;
    default:
      return null;
  }
}
