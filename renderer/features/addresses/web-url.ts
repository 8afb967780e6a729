import { decodePercent } from "../../../shared/text/decode-percent.ts";
import { parseQuery } from "../query-text/query-text.ts";
import { type AppLocation, parseAddress } from "./parse-address.ts";
import { type PlainSearch, parsePlainSearch, stringifyPlainSearch } from "./plain-search.ts";
import { mergeRequestFilters } from "./web-pages.ts";
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
  const { terms, words } = parseQuery(query, ["state", "author", "assignee", "label"]);
  const search = new URLSearchParams(terms.map(({ key, value }) => [mergeRequestFilters[key], value]));
  if (words) search.set("search", words);
  return search.size > 0 ? `?${search}` : "";
}

/** Returns what follows `/-/` in the address of a project's page. */
function projectPage(location: ProjectLocation, { search, hash, isEdit }: Address): string | null {
  const { part, iid = "" } = location;
  const { ref = "HEAD", path = "" } = search;
  switch (part) {
    case "files": {
      const name = search.blame ? "blame" : path ? "blob" : "tree";
      return encoded(name, ref, path) + stringifyPlainSearch({ plain: search.plain }) + hash;
    }
    case "edit":
      return encoded(path ? "edit" : "new", ref, path);
    case "commits":
      return search.all
        ? encoded("network", ref)
        : encoded("commits", ref, path) +
            stringifyPlainSearch({ author: search.author, search: search.message });
    case "commit":
      return encoded("commit", location.sha ?? "");
    case "branches":
    case "tags":
      return part + stringifyPlainSearch({ search: search.search });
    case "releases":
      return encoded(part, decodePercent(hash.slice(1)));
    case "contributors":
      return "graphs/HEAD";
    case "compare":
      return search.from && search.to
        ? encoded(part, `${search.from}${search.straight ? ".." : "..."}${search.to}`)
        : part + stringifyPlainSearch({ from: search.from, to: search.to });
    case "merge_requests": {
      const form = {
        "merge_request[source_branch]": search.source,
        "merge_request[target_branch]": search.target,
      };
      return search.create ? `${part}/new${stringifyPlainSearch(form)}` : part + mergeRequestSearch(search.q);
    }
    case "merge_request":
      return `merge_requests/${iid}${reviewTabs[search.tab ?? ""] ?? ""}${hash}`;
    case "pipelines":
      return search.run ? `${part}/new` : part;
    case "job":
      return `jobs/${iid}${search.view === "raw" ? "/raw" : ""}${hash}`;
    case "job_artifacts":
      return `jobs/${iid}/artifacts/browse`;
    // Its report is on the page of its pipeline there.
    case "job_tests":
      return `jobs/${iid}`;
    case "pipeline":
    case "issue":
    case "environment":
      return `${part}s/${iid}`;
    case "snippet":
      return `snippets/${iid}${isEdit ? "/edit" : ""}`;
    case "wiki":
      return location.wiki ? wikiPage(location.wiki, hash) : null;
    case "jobs":
    case "environments":
    case "issues":
    case "runners":
    case "snippets":
      return part;
    default:
      return null;
  }
}

function wikiPage(route: WikiRoute, hash: string): string | null {
  if (route.kind === "search") return null;
  if (route.kind === "new") return "wikis/new";
  return encoded("wikis", route.slug, route.kind === "page" ? "" : route.kind) + hash;
}

/** Pages of the user's account, by the tab of the app. */
const accountPages: Readonly<Record<string, string>> = {
  profile: "/-/user_settings/profile",
  keys: "/-/user_settings/ssh_keys",
  notifications: "/-/profile/notifications",
};

const adminPages: ReadonlySet<string> = new Set(["users", "hooks"]);

/** Returns the path of a page that belongs to no project. */
function servicePath(location: AppLocation, { search, isEdit }: Address): string | null {
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
      return `/-/snippets/${location.iid}${isEdit ? "/edit" : ""}`;
    default:
      return null;
  }
}
