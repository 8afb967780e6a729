import { decodePercent } from "../../../shared/text/decode-percent.ts";
import { readRefName } from "../../../shared/text/ref-name.ts";
import { useHostState } from "../../state/host-state.ts";
import { parseQuery } from "../query-text/query-text.ts";
import { type ReadAddress, type RoutePath, readHref } from "./hrefs.ts";
import { mergeRequestFilterNames, mergeRequestFilters, mergeRequestOrders } from "./merge-request-filters.ts";
import { type PlainSearch, stringifyPlainSearch } from "./plain-search.ts";
import { readWikiSplat, type WikiRoute } from "./wiki-address.ts";

/** The parts that the addresses of all routes have. */
type Found = Pick<ReadAddress<string>, "search" | "hash">;

/**
 * Returns the URL of an address's page in the web interface of a service, which `readWebLink` reads as that address; null
 * for what the app alone has. Search parameters that the web interface has no like for are left out.
 */
export function webUrl(href: string, service: string): string | null {
  const { pathname, search, hash } = new URL(href, "https://helve.invalid");
  const path = webPath(pathname + search + hash);
  return path === null ? null : service.replace(/\/+$/, "") + path;
}

function webPath(href: string): string | null {
  for (const write of writers) {
    const path = write(href);
    if (path !== undefined) return path;
  }
  return null;
}

/** Returns the page's path; null where the web interface has none, undefined for an address of another route. */
type PathOf = (href: string) => string | null | undefined;

/** Returns what writes the path of a route's page. */
const of =
  <const P extends RoutePath>(route: P, write: (address: ReadAddress<P>) => string | null): PathOf =>
  (href) => {
    const address = readHref(route, href);
    return address ? write(address) : undefined;
  };

type InProject = `/a/$account/p/$project${string}`;

/** Returns what writes the page of a project's route, behind `/-/`. A project may be named by its number. */
const ofProject = <const P extends Extract<RoutePath, InProject>>(
  route: P,
  write: (address: ReadAddress<P>) => string | null,
): PathOf =>
  of(route, (address) => {
    const { project } = address.params as { readonly project: string };
    if (isProjectNumber(project)) return null;
    const page = write(address);
    return page === null ? null : `/${encoded(project)}/-/${page}`;
  });

const isProjectNumber = (project: string): boolean => /^\d+$/.test(project);

/** Returns an encoded path of segments that may have slashes. */
const encoded = (...segments: readonly string[]): string =>
  segments
    .filter(Boolean)
    .flatMap((segment) => segment.split("/"))
    .map(encodeURIComponent)
    .join("/");

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

/** A commit's hash; a version's number in an address of earlier days is none. */
const shaOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^[0-9a-f]{7,64}$/.test(text) && !/^\d{1,12}$/.test(text) ? text : undefined;

const snippetPage = (id: string, search: PlainSearch, hash: string): string =>
  search.view === "raw"
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

const filesPage = ({ search, hash }: Found) => {
  const { ref = "HEAD", path = "" } = search;
  const page = search.blame ? "blame" : path ? "blob" : "tree";
  const { name, type } = webRef(ref);
  return encoded(page, name, path) + stringifyPlainSearch({ plain: search.plain, ref_type: type }) + hash;
};

const commitsPage = ({ search }: Found) => {
  const { name, type } = webRef(search.ref ?? "HEAD");
  if (search.all) return encoded("network", search.ref ?? "HEAD");
  return (
    encoded("commits", name, search.path ?? "") +
    stringifyPlainSearch({
      author: search.author,
      search: search.message,
      committed_after: search.since,
      committed_before: search.until,
      ref_type: type,
    })
  );
};

const comparePage = ({ search: { from, to, straight }, hash }: Found) =>
  from && to
    ? encoded("compare", `${from}${straight ? ".." : "..."}${to}`) + hash
    : `compare${stringifyPlainSearch({ from, to })}`;

const mergeRequestsPage = ({ search }: Found) => {
  const form = {
    "merge_request[source_branch]": search.source,
    "merge_request[target_branch]": search.target,
  };
  return search.create
    ? `merge_requests/new${stringifyPlainSearch(form)}`
    : `merge_requests${mergeRequestSearch(search.q)}`;
};

const pipelinesPage = ({ search: { run, status, ref, source } }: Found) =>
  run
    ? `pipelines/new${stringifyPlainSearch({ ref })}`
    : `pipelines${stringifyPlainSearch({ status, ref, source })}`;

const artifactsPage = ({ search }: Found) => {
  const { name, type } = webRef(search.ref ?? "HEAD");
  return (
    encoded("jobs/artifacts", name, search.path ? "file" : "browse", search.path ?? "") +
    stringifyPlainSearch({ job: search.job, ref_type: type })
  );
};

/** Writers of the pages that a web interface has too, by their routes. */
const writers: readonly PathOf[] = [
  of("/a/$account/p/$project", ({ params: { project } }) =>
    isProjectNumber(project) ? `/projects/${project}` : `/${encoded(project)}`,
  ),
  ofProject("/a/$account/p/$project/files", filesPage),
  ofProject("/a/$account/p/$project/edit", ({ search: { ref = "HEAD", path = "" } }) =>
    encoded(path ? "edit" : "new", ref, path),
  ),
  ofProject("/a/$account/p/$project/commits", commitsPage),
  ofProject("/a/$account/p/$project/commits/$sha", ({ params: { sha }, search, hash }) =>
    search.merge_request
      ? `merge_requests/${search.merge_request}/diffs?commit_id=${sha}${hash}`
      : encoded("commit", sha) + hash,
  ),
  ofProject(
    "/a/$account/p/$project/branches",
    ({ search: { search } }) => `branches${stringifyPlainSearch({ search })}`,
  ),
  ofProject(
    "/a/$account/p/$project/tags",
    ({ search: { search } }) => `tags${stringifyPlainSearch({ search })}`,
  ),
  ofProject("/a/$account/p/$project/releases", ({ hash }) =>
    encoded("releases", decodePercent(hash.slice(1))),
  ),
  ofProject("/a/$account/p/$project/contributors", () => "graphs/HEAD"),
  ofProject("/a/$account/p/$project/compare", comparePage),
  ofProject("/a/$account/p/$project/merge_requests", mergeRequestsPage),
  ofProject(
    "/a/$account/p/$project/merge_requests/$iid",
    ({ params: { iid }, search, hash }) =>
      `merge_requests/${iid}${reviewTabs[search.tab ?? ""] ?? ""}` +
      stringifyPlainSearch(
        search.tab === "changes" ? { diff_id: search.to, start_sha: shaOf(search.from) } : {},
      ) +
      hash,
  ),
  ofProject("/a/$account/p/$project/pipelines", pipelinesPage),
  ofProject(
    "/a/$account/p/$project/pipelines/$pipeline",
    ({ params, search }) => `pipelines/${params.pipeline}${search.view === "jobs" ? "/builds" : ""}`,
  ),
  ofProject(
    "/a/$account/p/$project/jobs",
    ({ search: { status, name, ref } }) =>
      `jobs${stringifyPlainSearch({ statuses: status?.toUpperCase(), name, ref })}`,
  ),
  ofProject(
    "/a/$account/p/$project/jobs/$job",
    ({ params, search, hash }) => `jobs/${params.job}${search.view === "raw" ? "/raw" : ""}${hash}`,
  ),
  ofProject(
    "/a/$account/p/$project/jobs/$job/artifacts",
    ({ params, search: { path }, hash }) =>
      encoded("jobs", params.job, "artifacts", path ? "file" : "browse", path ?? "") + hash,
  ),
  // Its report is on the page of its pipeline there.
  ofProject("/a/$account/p/$project/jobs/$job/tests", ({ params }) => `jobs/${params.job}`),
  ofProject("/a/$account/p/$project/artifacts", artifactsPage),
  ofProject("/a/$account/p/$project/environments", () => "environments"),
  ofProject(
    "/a/$account/p/$project/environments/$environment",
    ({ params, hash }) => `environments/${params.environment}${hash}`,
  ),
  ofProject("/a/$account/p/$project/issues", () => "issues"),
  ofProject("/a/$account/p/$project/issues/$iid", ({ params, hash }) => `issues/${params.iid}${hash}`),
  ofProject("/a/$account/p/$project/runners", () => "runners"),
  ofProject("/a/$account/p/$project/snippets", () => "snippets"),
  ofProject("/a/$account/p/$project/snippets/$snippet", ({ params, search, hash }) =>
    snippetPage(params.snippet, search, hash),
  ),
  ofProject(
    "/a/$account/p/$project/snippets/$snippet/edit",
    ({ params }) => `snippets/${params.snippet}/edit`,
  ),
  ofProject("/a/$account/p/$project/wiki", ({ search, hash }) => wikiPage(readWikiSplat(""), search, hash)),
  ofProject("/a/$account/p/$project/wiki/$", ({ params, search, hash }) =>
    wikiPage(readWikiSplat(params._splat), search, hash),
  ),
  of("/a/$account/projects", () => "/dashboard/projects"),
  of("/a/$account/groups", () => "/dashboard/groups"),
  of("/a/$account/groups/$group", ({ params }) => `/groups/${encoded(params.group)}`),
  of(
    "/a/$account/merge_requests",
    ({ search }) => `/dashboard/merge_requests${mergeRequestSearch(search.q)}`,
  ),
  of(
    "/a/$account/groups/$group/merge_requests",
    ({ params, search }) =>
      `/groups/${encoded(params.group)}/-/merge_requests${mergeRequestSearch(search.q)}`,
  ),
  of("/a/$account/me", () => accountPages.profile ?? null),
  of("/a/$account/me/$tab", ({ params }) => accountPages[params.tab] ?? null),
  of("/a/$account/runners", () => "/admin/runners"),
  of("/a/$account/users/$username", ({ params }) => `/users/${encoded(params.username)}`),
  of("/a/$account/admin", () => "/admin"),
  of("/a/$account/admin/$tab", ({ params: { tab } }) => (adminPages.has(tab) ? `/admin/${tab}` : null)),
  of("/a/$account/snippets", ({ search }) =>
    search.list === "public" ? "/explore/snippets" : "/dashboard/snippets",
  ),
  of(
    "/a/$account/snippets/$snippet",
    ({ params, search, hash }) => `/-/${snippetPage(params.snippet, search, hash)}`,
  ),
  of("/a/$account/snippets/$snippet/edit", ({ params }) => `/-/snippets/${params.snippet}/edit`),
];

/**
 * Returns the URL to copy for an address of the app: that of its page on the web, which everyone can open. Where there is
 * none, as for the local service, it is the app's own.
 */
export const shareUrl = (href: string): string => webPageUrl(href) ?? location.origin + href;

/** Returns the URL of an address's page in the web interface of its service; null where there is none. */
export function webPageUrl(href: string): string | null {
  const id = /^\/a\/([^/?#]+)/.exec(href)?.[1];
  const account = useHostState.getState().accounts?.find((entry) => encodeURIComponent(entry.id) === id);
  return account?.kind === "remote" ? webUrl(href, account.url) : null;
}
