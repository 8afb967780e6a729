import { formatQuery } from "../query-text/query-text.ts";
import { hrefs } from "./hrefs.ts";
import { readWikiRoute } from "./wiki-address.ts";

/** A page of a service's web interface that belongs to a project or to nobody. */
export interface WebPage {
  readonly account: string;
  /** Full path of the project; empty for pages of the service itself. */
  readonly project: string;
  /** Decoded segments after the page's name. */
  readonly rest: readonly string[];
  readonly search: URLSearchParams;
  /** Without its `#`. */
  readonly hash: string;
}

type Reader = (page: WebPage) => string | null;

const number = (text: string | undefined): string | null =>
  text !== undefined && /^[1-9]\d*$/.test(text) ? text : null;

/** Lines such as `L3-L9` as Helve writes them: `L3-9`. */
const lines = (hash: string): string => hash.replace(/^(L\d+)-(?:L)?(\d+)$/, "$1-$2");

/** `HEAD` is the default branch, as an address of the app without a ref. */
const refOf = (ref: string | undefined): string | undefined => (ref === "HEAD" ? undefined : ref);

/** Returns the reader of a file's page. */
const filesWith =
  (view: { readonly blame?: "1" }): Reader =>
  ({ account, project, rest: [ref, ...path], search, hash }) => {
    const file = { ref: refOf(ref), path: path.join("/"), plain: search.get("plain"), ...view };
    return hrefs.project(account, project, "files", file, lines(hash));
  };
const files = filesWith({});

const edit: Reader = ({ account, project, rest: [ref, ...path] }) =>
  hrefs.project(account, project, "edit", { ref, path: path.join("/") });

/** Returns the reader of a list whose entries have numbers; `other` reads what is neither. */
const numbered =
  (
    list: (page: WebPage) => string,
    entry: (page: WebPage, id: string) => string,
    other: Reader = () => null,
  ): Reader =>
  (page) => {
    const id = number(page.rest[0]);
    if (id !== null) return entry(page, id);
    return page.rest.length === 0 ? list(page) : other(page);
  };

const reviewTabs: Readonly<Record<string, string>> = {
  diffs: "changes",
  commits: "commits",
  pipelines: "pipelines",
};

/** Filters of GitLab's list of merge requests, by their names in Helve's query. */
export const mergeRequestFilters = {
  state: "state",
  author: "author_username",
  assignee: "assignee_username",
  label: "label_name[]",
} as const;

/** Filters of GitLab's list of merge requests as Helve's query. */
export function mergeRequestQuery(search: URLSearchParams): { q?: string } {
  const terms = Object.entries(mergeRequestFilters).flatMap(([key, name]) =>
    search.getAll(name).map((value) => ({ key, value })),
  );
  const q = formatQuery({ terms, words: search.get("search") ?? "" });
  return q ? { q } : {};
}

const newMergeRequest: Reader = ({ account, project, rest, search }) =>
  rest[0] === "new"
    ? hrefs.project(account, project, "merge_requests", {
        create: "1",
        source: search.get("merge_request[source_branch]"),
        target: search.get("merge_request[target_branch]"),
      })
    : null;

const compare: Reader = ({ account, project, rest, search }) => {
  const [, from, dots, to] = /^(.+?)(\.{2,3})(.+)$/.exec(rest.join("/")) ?? [];
  if (from && to) {
    return hrefs.project(account, project, "compare", { from, to, straight: dots === ".." ? "1" : "" });
  }
  const target = search.get("from") ?? rest.join("/");
  return hrefs.project(account, project, "compare", { from: target, to: search.get("to") });
};

const part =
  (name: "contributors" | "environments" | "issues" | "runners") =>
  ({ account, project }: WebPage): string =>
    hrefs.project(account, project, name);

const jobs = numbered(
  ({ account, project }) => hrefs.project(account, project, "jobs"),
  ({ account, project, rest, hash }, id) =>
    rest[1] === "artifacts"
      ? hrefs.jobTab(account, project, id, "artifacts")
      : hrefs.job(account, project, id, rest[1] === "raw" ? { view: "raw" } : {}, lines(hash)),
);

/** Pages whose address continues with a ref and a path. */
export const refPages: ReadonlySet<string> = new Set([
  ...["tree", "blob", "raw", "blame", "find_file", "edit", "new", "commits"],
]);

/** Readers of a project's pages, by the first segment after `/-/`. */
export const projectPages: Readonly<Record<string, Reader>> = {
  tree: files,
  blob: files,
  raw: files,
  blame: filesWith({ blame: "1" }),
  find_file: files,
  edit,
  new: edit,
  commits: ({ account, project, rest: [ref, ...path], search }) =>
    hrefs.project(account, project, "commits", {
      ref: refOf(ref),
      path: path.join("/"),
      author: search.get("author"),
      message: search.get("search"),
    }),
  commit: ({ account, project, rest: [sha] }) => (sha ? hrefs.commit(account, project, sha) : null),
  network: ({ account, project }) => hrefs.project(account, project, "commits", { all: "1" }),
  graphs: part("contributors"),
  compare,
  branches: ({ account, project, search }) =>
    hrefs.project(account, project, "branches", { search: search.get("search") }),
  tags: ({ account, project, rest, search }) =>
    hrefs.project(account, project, "tags", {
      search: rest[0] === "new" ? "" : rest.join("/") || search.get("search"),
    }),
  releases: ({ account, project, rest }) => hrefs.project(account, project, "releases", {}, rest.join("/")),
  merge_requests: numbered(
    ({ account, project, search }) =>
      hrefs.project(account, project, "merge_requests", mergeRequestQuery(search)),
    ({ account, project, rest, hash }, id) =>
      hrefs.mergeRequest(account, project, id, { tab: reviewTabs[rest[1] ?? ""] }, hash),
    newMergeRequest,
  ),
  issues: numbered(part("issues"), ({ account, project }, id) => hrefs.issue(account, project, id)),
  pipelines: numbered(
    ({ account, project }) => hrefs.project(account, project, "pipelines"),
    ({ account, project }, id) => hrefs.pipeline(account, project, id),
    ({ account, project, rest }) =>
      rest[0] === "new" ? hrefs.project(account, project, "pipelines", { run: "1" }) : null,
  ),
  jobs,
  builds: jobs,
  environments: numbered(
    part("environments"),
    ({ account, project }, id) => hrefs.environment(account, project, id),
    part("environments"),
  ),
  runners: part("runners"),
  snippets: numbered(
    ({ account, project }) => hrefs.project(account, project, "snippets"),
    ({ account, project, rest }, id) =>
      rest[1] === "edit" ? hrefs.snippetEdit(account, project, id) : hrefs.snippet(account, project, id),
    ({ account, project, rest }) => (rest[0] === "new" ? hrefs.snippet(account, project, "new") : null),
  ),
  wikis: ({ account, project, rest, hash }) =>
    // GitLab's list of pages is the tree that every page has beside it.
    hrefs.wiki(
      account,
      project,
      rest.length === 0 || rest[0] === "pages" ? null : readWikiRoute(rest),
      {},
      hash,
    ),
};

/** Readers of pages that belong to no project, by their first segments. */
export const servicePages: Readonly<Record<string, Reader>> = {
  "": ({ account }) => hrefs.projects(account),
  projects: ({ account }) => hrefs.projects(account),
  groups: ({ account }) => hrefs.groups(account),
  merge_requests: ({ account, search }) => hrefs.mergeRequests(account, undefined, mergeRequestQuery(search)),
  snippets: numbered(
    ({ account }) => hrefs.snippets(account),
    ({ account, rest }, id) =>
      rest[1] === "edit" ? hrefs.snippetEdit(account, null, id) : hrefs.snippet(account, null, id),
    ({ account, rest }) => (rest[0] === "new" ? hrefs.snippet(account, null, "new") : null),
  ),
  "public snippets": ({ account }) => hrefs.snippets(account, "public"),
  users: ({ account, rest: [name] }) => (name ? hrefs.user(account, name) : null),
  profile: ({ account, rest: [part] }) => {
    if (part === "keys" || part === "ssh_keys") return hrefs.me(account, "keys");
    if (part === "notifications") return hrefs.me(account, "notifications");
    return part === undefined || part === "profile" ? hrefs.me(account) : null;
  },
  admin: ({ account, rest: [part] }) => {
    if (part === "runners") return hrefs.runners(account);
    return part === undefined || part === "users" || part === "hooks" ? hrefs.admin(account, part) : null;
  },
};
