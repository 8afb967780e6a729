import { hrefs } from "./hrefs.ts";
import { mergeRequestQuery } from "./merge-request-filters.ts";
import {
  diffAnchorOf,
  diffLineAnchorOf,
  fileAnchorOf,
  linesAnchorOf,
  noteAnchorOf,
  type WebRest,
  webRefOf,
} from "./web-rest.ts";
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
type Reader = (page: WebPage) => string | null;

const number = (text: string | undefined): string | null => /^([1-9]\d*)$/.exec(text ?? "")?.[1] ?? null;

/** Returns the reader of a file's page. */
const filesWith =
  (view: { readonly blame?: "1" }): Reader =>
  ({ account, project, path: [ref, ...path], rest }) => {
    const plain = rest.get("plain") === "1" || rest.get("viewer") === "simple" ? "1" : "";
    const blame = rest.get("blame") === "1" ? "1" : "";
    const [, from, to] = /^(\d+)-(\d+)$/.exec(rest.get("lines") ?? "") ?? [];
    const file = { ref: webRefOf(ref, rest), path: path.join("/"), plain, blame, ...view };
    const lines = from === undefined ? fileAnchorOf(rest) : `L${from}-${to}`;
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
  if (commit) return hrefs.commit(account, project, commit, { merge_request: id }, diffAnchorOf(rest));
  leaveFrom(page, tab === undefined ? 1 : 2);
  const versions = tab === "changes" ? { from: rest.get("start_sha"), to: rest.get("diff_id") } : {};
  return hrefs.mergeRequest(account, project, id, { tab, ...versions }, diffAnchorOf(rest));
};

const compare: Reader = ({ account, project, path, rest }) => {
  const [, from, dots, to] = /^(.+?)(\.{2,3})(.+)$/.exec(path.join("/")) ?? [];
  const isStraight = rest.get("straight") === "true" || dots === "..";
  const straight = isStraight ? "1" : "";
  if (from && to)
    return hrefs.project(account, project, "compare", { from, to, straight }, diffAnchorOf(rest));
  const target = rest.get("from") ?? path.join("/");
  return hrefs.project(account, project, "compare", { from: target, to: rest.get("to"), straight });
};

const commit: Reader = (page) => {
  const { account, project, path, rest } = page;
  const [, sha, ending] = /^(.+?)(\.(?:diff|patch))?$/.exec(path[0] ?? "") ?? [];
  if (sha === undefined) return null;
  if (ending !== undefined) rest.leave(ending);
  leaveFrom(page, 1);
  return hrefs.commit(account, project, sha, {}, diffLineAnchorOf(rest));
};

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
  const search = { ref: webRefOf(ref || undefined, rest), job: rest.get("job"), path: inside };
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
      return hrefs.jobTab(account, project, id, "artifacts", { path: inside }, linesAnchorOf(rest));
    }
    leaveFrom(page, path[1] === "raw" || path[1] === "trace" ? 2 : 1);
    return hrefs.job(account, project, id, path[1] === "raw" ? { view: "raw" } : {}, linesAnchorOf(rest));
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
      const place = noteAnchorOf(rest) || linesAnchorOf(rest);
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
      ref: webRefOf(ref, rest),
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
      return hrefs.issue(page.account, page.project, id, noteAnchorOf(page.rest));
    },
    (page) => {
      const id = page.path[0] === "incident" ? number(page.path[1]) : null;
      return id === null ? null : hrefs.issue(page.account, page.project, id, noteAnchorOf(page.rest));
    },
  ),
  work_items: numbered(part("issues"), (page, id) =>
    hrefs.issue(page.account, page.project, id, noteAnchorOf(page.rest)),
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
