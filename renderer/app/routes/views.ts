import { type AppLocation, type ProjectPart, parseAddress } from "../../features/addresses/parse-address.ts";

/** The code of every view, loaded on demand. */
export const views = {
  admin: () => import("../../views/admin/index.tsx"),
  artifacts: () => import("../../views/artifacts/index.tsx"),
  branches: () => import("../../views/branches/index.tsx"),
  commits: () => import("../../views/commits/index.tsx"),
  compare: () => import("../../views/compare/index.tsx"),
  contributors: () => import("../../views/contributors/index.tsx"),
  edit: () => import("../../views/edit/index.tsx"),
  environments: () => import("../../views/environments/index.tsx"),
  groups: () => import("../../views/groups/index.tsx"),
  home: () => import("../../views/home/index.tsx"),
  job: () => import("../../views/job/index.tsx"),
  me: () => import("../../views/me/index.tsx"),
  mergeRequests: () => import("../../views/merge-requests/index.tsx"),
  notes: () => import("../../views/notes/index.tsx"),
  outbox: () => import("../../views/outbox/index.tsx"),
  pipelines: () => import("../../views/pipelines/index.tsx"),
  projects: () => import("../../views/projects/index.tsx"),
  reference: () => import("../../views/reference/index.tsx"),
  releases: () => import("../../views/releases/index.tsx"),
  repository: () => import("../../views/repository/index.tsx"),
  review: () => import("../../views/review/index.tsx"),
  runners: () => import("../../views/runners/index.tsx"),
  search: () => import("../../views/search/index.tsx"),
  settings: () => import("../../views/settings/index.tsx"),
  snippets: () => import("../../views/snippets/index.tsx"),
  tags: () => import("../../views/tags/index.tsx"),
  users: () => import("../../views/users/index.tsx"),
  wiki: () => import("../../views/wiki/index.tsx"),
} as const;

type View = keyof typeof views;

const ofKind: Readonly<Record<Exclude<AppLocation["kind"], "project" | "unknown">, View>> = {
  admin: "admin",
  all_merge_requests: "mergeRequests",
  ci: "pipelines",
  group: "groups",
  groups: "groups",
  home: "home",
  me: "me",
  merge_requests: "mergeRequests",
  outbox: "outbox",
  projects: "projects",
  reference: "reference",
  runners: "runners",
  settings: "settings",
  snippet: "snippets",
  snippets: "snippets",
  user: "users",
};

const ofPart: Readonly<Record<ProjectPart, View>> = {
  artifacts: "artifacts",
  branches: "branches",
  changes: "edit",
  commit: "commits",
  commits: "commits",
  compare: "compare",
  contributors: "contributors",
  edit: "edit",
  environment: "environments",
  environments: "environments",
  files: "repository",
  issue: "notes",
  issues: "notes",
  job: "job",
  jobs: "pipelines",
  job_artifacts: "artifacts",
  job_tests: "artifacts",
  merge_request: "review",
  merge_requests: "mergeRequests",
  overview: "projects",
  pipeline: "pipelines",
  pipelines: "pipelines",
  releases: "releases",
  runners: "runners",
  search: "search",
  snippet: "snippets",
  snippets: "snippets",
  tags: "tags",
  wiki: "wiki",
};

/** Preloads the code of the view at an address. Errors are ignored: the router loads the same code and reports them. */
export function preloadView(href: string): void {
  const location = parseAddress(href);
  if (location.kind === "unknown") return;
  const view = location.kind === "project" ? ofPart[location.part] : ofKind[location.kind];
  views[view]().catch(() => undefined);
}
