// Over 400 lines: one table of the pages of a web interface, whose rows are read by the same few functions.
import { tagRef } from "../../../shared/text/ref-name.ts";
import { formatQuery } from "../query-text/query-text.ts";
import { hrefs } from "./hrefs.ts";
import type { WebRest } from "./web-rest.ts";
import { readWikiRoute } from "./wiki-address.ts";

/** A page of a service's web interface that belongs to a project or to nobody. */
export interface WebPage {
  readonly account: string;
  /** Full path of the project; empty for pages of the service itself. */
  readonly project: string;
  /** Decoded segments after the page's name. */
  readonly path: readonly string[];
  /** Query and fragment. */
  readonly rest: WebRest;
}

/** Returns the address within the app; null where the app has no such page. */
export type Reader = (page: WebPage) => string | null;

const number = (text: string | undefined): string | null => /^([1-9]\d*)$/.exec(text ?? "")?.[1] ?? null;

/** Lines such as `L3-L9`, or `LC3` of older pages, as Helve writes them: `L3-9`. */
const linesOf = (rest: WebRest): string => {
  const [, from, to] = rest.hashLike(/^LC?(\d+)(?:-(?:LC?)?(\d+))?$/) ?? [];
  if (from === undefined) return "";
  return `L${from}${to === undefined ? "" : `-${to}`}`;
};

/** Lines of a file, or a heading of a document. */
const placeOf = (rest: WebRest): string =>
  linesOf(rest) || (rest.hashLike(/^(?!blob-content-holder)./) ? rest.hash() : "");

/** A file of a diff, as the SHA-1 of its path, with the numbers of a line before and after. */
const diffLine = /^(?:line_)?([0-9a-f]{40})(?:_(\d+)_(\d+))?$/;
const noteHash = /^note_\d+$/;

/** A comment or a line of a diff. */
const diffPlaceOf = (rest: WebRest): string => {
  if (rest.hashLike(noteHash)) return rest.hash();
  const [, file, before, after] = rest.hashLike(diffLine) ?? [];
  if (file !== undefined) return before === undefined ? file : `${file}_${before}_${after}`;
  return rest.hashLike(/^diff-content-([0-9a-f]{40})$/)?.[1] ?? rest.get("file") ?? rest.get("pin") ?? "";
};
const noteOf = (rest: WebRest): string => rest.hashLike(noteHash)?.[0] ?? "";

/** `HEAD` is the default branch, as an address of the app without a ref. A name alone is a branch's before a tag's. */
function refOf(ref: string | undefined, rest: WebRest): string | undefined {
  const type = rest.get("ref_type");
  if (ref === "HEAD" || ref === undefined) return undefined;
  return type === "tags" ? tagRef(ref) : ref;
}

/** Returns the reader of a file's page. */
const filesWith =
  (view: { readonly blame?: "1" }): Reader =>
  ({ account, project, path: [ref, ...path], rest }) => {
    const plain = rest.get("plain") === "1" || rest.get("viewer") === "simple" ? "1" : "";
    const blame = rest.get("blame") === "1" ? "1" : "";
    const [, from, to] = /^(\d+)-(\d+)$/.exec(rest.get("lines") ?? "") ?? [];
    const file = { ref: refOf(ref, rest), path: path.join("/"), plain, blame, ...view };
    const lines = from === undefined ? placeOf(rest) : `L${from}-${to}`;
    return hrefs.project(account, project, "files", file, lines);
  };
const files = filesWith({});

const edit: Reader = ({ account, project, path: [ref, ...path] }) =>
  hrefs.project(account, project, "edit", { ref, path: path.join("/") });

/** Returns the reader of a list whose entries have numbers; `other` reads what is neither. */
const numbered =
  (list: Reader, entry: (page: WebPage, id: string) => string | null, other: Reader = () => null): Reader =>
  (page) => {
    const [first] = page.path;
    if (first === undefined) return list(page);
    const [, id, ending] = /^([1-9]\d*)(\.(?:diff|patch|json|atom))?$/.exec(first) ?? [];
    if (id === undefined) return other(page);
    if (ending !== undefined) page.rest.leave(ending);
    return entry(page, id);
  };

/** Records the segments of a page from one on as parts that Helve has no like for. */
const leaveFrom = ({ path, rest }: WebPage, from: number): void => {
  if (path.length > from) rest.leave(`/${path.slice(from).join("/")}`);
};

const reviewTabs: Readonly<Record<string, string>> = {
  diffs: "changes",
  commits: "commits",
  pipelines: "pipelines",
};

/** Filters of GitLab's list of merge requests, by their names in Helve's query; the first is what Helve writes. */
export const mergeRequestFilters = {
  state: ["state"],
  author: ["author_username", "author_username[]"],
  assignee: ["assignee_username", "assignee_username[]", "assignee_id"],
  reviewer: ["reviewer_username", "reviewer_id"],
  label: ["label_name[]", "label_name"],
  milestone: ["milestone_title"],
  source: ["source_branch", "source_branches[]"],
  target: ["target_branch", "target_branches[]"],
  draft: ["draft", "wip"],
  reaction: ["my_reaction_emoji"],
  in: ["in"],
  scope: ["scope"],
} as const;
type FilterName = keyof typeof mergeRequestFilters;
export const mergeRequestFilterNames = Object.keys(mergeRequestFilters) as readonly FilterName[];

/** GitLab's orders of merge requests by those of Helve's query. */
export const mergeRequestOrders: Readonly<Record<string, string>> = {
  "created-desc": "created_date",
  "created-asc": "created_asc",
  "updated-desc": "updated_desc",
  "updated-asc": "updated_asc",
};

/** Filters of GitLab's list of merge requests as Helve's query. */
export function mergeRequestQuery(rest: WebRest): { q?: string } {
  const terms = mergeRequestFilterNames.flatMap((key) =>
    mergeRequestFilters[key].flatMap((name) =>
      rest.all(name).flatMap((value) => (value === "" ? [] : [{ key, value: filterValue(key, value) }])),
    ),
  );
  const order = rest.get("sort");
  const sort = Object.keys(mergeRequestOrders).find((key) => mergeRequestOrders[key] === order);
  if (order && order !== "created_desc" && sort === undefined) rest.leave(`sort=${order}`);
  const sorted = order === "created_desc" ? "created-desc" : sort;
  const all = [...terms, ...(sorted ? [{ key: "sort", value: sorted }] : [])];
  const q = formatQuery({ terms: all, words: rest.get("search") ?? "" });
  return q ? { q } : {};
}

/** A value of GitLab's as that of Helve's query. */
function filterValue(key: FilterName, value: string): string {
  if (key === "scope") return value.replaceAll("-", "_");
  if (value.toLowerCase() === "none" || value === "0") return "None";
  return value.toLowerCase() === "any" ? "Any" : value;
}

const newMergeRequest: Reader = ({ account, project, path, rest }) =>
  path[0] === "new"
    ? hrefs.project(account, project, "merge_requests", {
        create: "1",
        source: rest.get("merge_request[source_branch]"),
        target: rest.get("merge_request[target_branch]"),
      })
    : null;

const mergeRequest = (page: WebPage, id: string): string => {
  const { account, project, path, rest } = page;
  const tab = reviewTabs[path[1] ?? ""];
  const commit = rest.get("commit_id");
  if (commit) return hrefs.commit(account, project, commit, { merge_request: id }, diffPlaceOf(rest));
  leaveFrom(page, tab === undefined ? 1 : 2);
  const versions = tab === "changes" ? { from: rest.get("start_sha"), to: rest.get("diff_id") } : {};
  return hrefs.mergeRequest(account, project, id, { tab, ...versions }, diffPlaceOf(rest));
};

const compare: Reader = ({ account, project, path, rest }) => {
  const [, from, dots, to] = /^(.+?)(\.{2,3})(.+)$/.exec(path.join("/")) ?? [];
  const isStraight = rest.get("straight") === "true" || dots === "..";
  const straight = isStraight ? "1" : "";
  if (from && to)
    return hrefs.project(account, project, "compare", { from, to, straight }, diffPlaceOf(rest));
  const target = rest.get("from") ?? path.join("/");
  return hrefs.project(account, project, "compare", { from: target, to: rest.get("to"), straight });
};

const commit: Reader = (page) => {
  const { account, project, path, rest } = page;
  const [, sha, ending] = /^(.+?)(\.(?:diff|patch))?$/.exec(path[0] ?? "") ?? [];
  if (sha === undefined) return null;
  if (ending !== undefined) rest.leave(ending);
  leaveFrom(page, 1);
  return hrefs.commit(account, project, sha, {}, diffLineOf(rest));
};

/** A commit's comments have no numbers in the interface: the fragment of one is left. */
const diffLineOf = (rest: WebRest): string => (rest.hashLike(diffLine) ? diffPlaceOf(rest) : "");

const part =
  (name: "contributors" | "environments" | "issues" | "runners"): Reader =>
  ({ account, project }) =>
    hrefs.project(account, project, name);

/** Reads what follows `artifacts` in a job's address: a folder or a file of the archive. */
const artifactPath = (path: readonly string[]): string =>
  /^(?:browse|file|raw|external_file)$/.test(path[0] ?? "") ? path.slice(1).join("/") : "";

/** `jobs/artifacts/REF/browse/PATH?job=NAME`; the ref may have slashes. */
const refArtifacts: Reader = ({ account, project, path, rest }) => {
  if (path[0] !== "artifacts") return null;
  const at = path.findIndex((name, index) => index > 1 && /^(?:browse|file|raw|download)$/.test(name));
  const ref = path.slice(1, at < 0 ? undefined : at).join("/");
  const inside = at < 0 ? "" : artifactPath(path.slice(at));
  const search = { ref: refOf(ref || undefined, rest), job: rest.get("job"), path: inside };
  return hrefs.project(account, project, "artifacts", search);
};

const jobs = numbered(
  ({ account, project, rest }) =>
    hrefs.project(account, project, "jobs", {
      status: rest.all("statuses").join(",").toLowerCase(),
      name: rest.get("name"),
      ref: rest.get("ref"),
    }),
  (page, id) => {
    const { account, project, path, rest } = page;
    if (path[1] === "artifacts") {
      const inside = artifactPath(path.slice(2));
      return hrefs.jobTab(account, project, id, "artifacts", { path: inside }, linesOf(rest));
    }
    leaveFrom(page, path[1] === "raw" || path[1] === "trace" ? 2 : 1);
    return hrefs.job(account, project, id, path[1] === "raw" ? { view: "raw" } : {}, linesOf(rest));
  },
  refArtifacts,
);

/** Tabs of GitLab's page of a pipeline that Helve's has, by its views. */
const pipelineViews: Readonly<Record<string, string>> = { builds: "jobs", dag: "graph" };

const pipelineFilter = (rest: WebRest) => ({
  status: rest.all("status").join(",").toLowerCase(),
  ref: rest.get("ref"),
  source: rest.get("source"),
});

const snippet = (project: string | null) =>
  numbered(
    ({ account, rest }) =>
      project === null
        ? hrefs.snippets(account)
        : hrefs.project(account, project, "snippets", {
            visibility: rest.get("scope")?.replace(/^are_/, ""),
          }),
    (page, id) => {
      const { account, path, rest } = page;
      if (path[1] === "edit") return hrefs.snippetEdit(account, project, id);
      const place = noteOf(rest) || linesOf(rest);
      if (path[1] !== "raw") {
        leaveFrom(page, 1);
        return hrefs.snippet(account, project, id, {}, place);
      }
      // `raw/main/name`: a snippet's repository has one branch.
      return hrefs.snippet(account, project, id, { view: "raw", file: path.slice(3).join("/") });
    },
    ({ account, path }) => (path[0] === "new" ? hrefs.snippet(account, project, "new") : null),
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
  commits: ({ account, project, path: [ref, ...path], rest }) =>
    hrefs.project(account, project, "commits", {
      ref: refOf(ref, rest),
      path: path.join("/"),
      author: rest.get("author"),
      message: rest.get("search"),
      since: rest.get("committed_after")?.slice(0, 10) ?? rest.get("since")?.slice(0, 10),
      until: rest.get("committed_before")?.slice(0, 10) ?? rest.get("until")?.slice(0, 10),
    }),
  commit,
  network: ({ account, project }) => hrefs.project(account, project, "commits", { all: "1" }),
  graphs: (page) => {
    leaveFrom(page, 1);
    return part("contributors")(page);
  },
  compare,
  branches: (page) => {
    const { account, project, path, rest } = page;
    if (path[0] === "new") return hrefs.project(account, project, "branches", { create: "1" });
    // GitLab's tabs of this list; any other segment is a name.
    const isTab = path.length === 1 && /^(?:all|active|stale)$/.test(path[0] ?? "");
    if (isTab && path[0] !== "all") leaveFrom(page, 0);
    const search = isTab ? rest.get("search") : path.join("/") || rest.get("search");
    if (rest.get("state") === "all") rest.get("state");
    return hrefs.project(account, project, "branches", { search });
  },
  tags: ({ account, project, path, rest }) => {
    const name = path[0] === "new" ? "" : path.join("/").replace(/\/release\/edit$/, "");
    return hrefs.project(account, project, "tags", { search: name || rest.get("search") });
  },
  releases: ({ account, project, path, rest }) => {
    const [, tag = "", ending] =
      /^(.*?)(\/(?:edit|evidences|downloads)(?:\/.*)?)?$/.exec(path.join("/")) ?? [];
    if (ending !== undefined) rest.leave(ending);
    const isWord = tag === "new" || tag === "permalink/latest";
    return hrefs.project(account, project, "releases", {}, isWord ? "" : tag);
  },
  merge_requests: numbered(
    ({ account, project, rest }) =>
      hrefs.project(account, project, "merge_requests", mergeRequestQuery(rest)),
    mergeRequest,
    newMergeRequest,
  ),
  issues: numbered(
    part("issues"),
    (page, id) => {
      leaveFrom(page, 1);
      return hrefs.issue(page.account, page.project, id, noteOf(page.rest));
    },
    (page) => {
      const id = page.path[0] === "incident" ? number(page.path[1]) : null;
      return id === null ? null : hrefs.issue(page.account, page.project, id, noteOf(page.rest));
    },
  ),
  work_items: numbered(part("issues"), (page, id) =>
    hrefs.issue(page.account, page.project, id, noteOf(page.rest)),
  ),
  pipelines: numbered(
    ({ account, project, rest }) => hrefs.project(account, project, "pipelines", pipelineFilter(rest)),
    (page, id) => {
      const view = pipelineViews[page.path[1] ?? ""];
      leaveFrom(page, view === undefined ? 1 : 2);
      return hrefs.pipeline(page.account, page.project, id, { view });
    },
    ({ account, project, path, rest }) => {
      if (path[0] === "new")
        return hrefs.project(account, project, "pipelines", { run: "1", ref: rest.get("ref") });
      if (path[0] === "latest" || path.at(-1) === "latest")
        return hrefs.project(account, project, "pipelines", {
          ref: path.slice(0, -1).join("/") || rest.get("ref"),
        });
      return null;
    },
  ),
  jobs,
  builds: jobs,
  environments: numbered(
    part("environments"),
    (page, id) => {
      leaveFrom(page, 1);
      return hrefs.environment(page.account, page.project, id);
    },
    (page) => {
      leaveFrom(page, 0);
      return part("environments")(page);
    },
  ),
  runners: part("runners"),
  snippets: (page) => snippet(page.project)(page),
  wikis: ({ account, project, path, rest }) => {
    // GitLab's list of pages is the tree that every page has beside it.
    const isList = path.length === 0 || (path.length === 1 && path[0] === "pages");
    const version = rest.get("version_id");
    const route = isList
      ? null
      : readWikiRoute(path.at(-1) === "diff" ? [...path.slice(0, -1), "history"] : path);
    return hrefs.wiki(account, project, route, version ? { version } : {}, rest.hash());
  },
};

/** `ide/project/GROUP/PROJECT/edit/REF/-/PATH`, the address of GitLab's editor. */
const ide: Reader = ({ account, path }) => {
  const at = path.findIndex((name, index) => index > 2 && /^(?:edit|tree|blob)$/.test(name));
  if (path[0] !== "project" || path.length < 3) return null;
  const project = path.slice(1, at < 0 ? undefined : at).join("/");
  if (at < 0) return hrefs.project(account, project, "files");
  const mark = path.indexOf("-", at);
  const ref = path.slice(at + 1, mark < 0 ? undefined : mark).join("/");
  const file = mark < 0 ? "" : path.slice(mark + 1).join("/");
  return hrefs.project(account, project, file ? "edit" : "files", { ref, path: file });
};

/** Readers of pages that belong to no project, by their first segments. */
export const servicePages: Readonly<Record<string, Reader>> = {
  "": ({ account }) => hrefs.projects(account),
  projects: ({ account, path: [id] }) =>
    number(id) ? hrefs.project(account, id ?? "") : hrefs.projects(account),
  p: ({ account, path: [id] }) => (number(id) ? hrefs.project(account, id ?? "") : null),
  ide,
  groups: ({ account }) => hrefs.groups(account),
  merge_requests: ({ account, rest }) => hrefs.mergeRequests(account, undefined, mergeRequestQuery(rest)),
  snippets: (page) => snippet(null)(page),
  "public snippets": ({ account }) => hrefs.snippets(account, "public"),
  users: (page) => {
    const [name] = page.path;
    return name ? hrefs.user(page.account, name) : null;
  },
  profile: ({ account, path: [part] }) => {
    if (part === "keys" || part === "ssh_keys") return hrefs.me(account, "keys");
    if (part === "notifications") return hrefs.me(account, "notifications");
    return part === undefined || part === "profile" ? hrefs.me(account) : null;
  },
  admin: ({ account, path: [part] }) => {
    if (part === "runners") return hrefs.runners(account);
    return part === undefined || part === "users" || part === "hooks" ? hrefs.admin(account, part) : null;
  },
};
