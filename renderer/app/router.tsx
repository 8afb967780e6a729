import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { AccountRoute } from "./account-route.tsx";
import { NotFound } from "./not-found.tsx";
import { parsePlainSearch, stringifyPlainSearch, validatePlainSearch } from "./places/plain-search.ts";
import { ProjectRoute } from "./project-route.tsx";
import { Shell } from "./shell/shell.tsx";
import { ViewError } from "./view-error.tsx";
import { ViewPending } from "./view-pending.tsx";

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  validateSearch: validatePlainSearch,
});

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  component: lazyRouteComponent(() => import("../views/home/index.tsx"), "HomeView"),
});
const accounts = createRoute({
  getParentRoute: () => root,
  path: "/accounts",
  component: lazyRouteComponent(() => import("../views/accounts/index.tsx"), "AccountsView"),
});
const outbox = createRoute({
  getParentRoute: () => root,
  path: "/outbox",
  component: lazyRouteComponent(() => import("../views/outbox/index.tsx"), "OutboxView"),
});
const allMergeRequests = createRoute({
  getParentRoute: () => root,
  path: "/merge_requests",
  component: lazyRouteComponent(() => import("../views/merge-requests/index.tsx"), "AllAccountsView"),
});
const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  beforeLoad: () => {
    throw redirect({ to: "/settings/$section", params: { section: "appearance" }, replace: true });
  },
});
const settingsSection = createRoute({
  getParentRoute: () => root,
  path: "/settings/$section",
  component: lazyRouteComponent(() => import("../views/settings/index.tsx"), "SettingsView"),
});

const account = createRoute({ getParentRoute: () => root, path: "/a/$account", component: AccountRoute });
const projects = createRoute({
  getParentRoute: () => account,
  path: "/projects",
  component: lazyRouteComponent(() => import("../views/projects/index.tsx"), "ProjectsView"),
});
const group = createRoute({
  getParentRoute: () => account,
  path: "/groups/$group",
  component: lazyRouteComponent(() => import("../views/projects/index.tsx"), "GroupView"),
});

const accountMergeRequests = createRoute({
  getParentRoute: () => account,
  path: "/merge_requests",
  component: lazyRouteComponent(() => import("../views/merge-requests/index.tsx"), "MergeRequestsView"),
});
const groupMergeRequests = createRoute({
  getParentRoute: () => account,
  path: "/groups/$group/merge_requests",
  component: lazyRouteComponent(() => import("../views/merge-requests/index.tsx"), "MergeRequestsView"),
});

const reference = createRoute({
  getParentRoute: () => account,
  path: "/reference",
  component: lazyRouteComponent(() => import("../views/reference/index.tsx"), "ReferenceView"),
});
const referenceOperation = createRoute({
  getParentRoute: () => account,
  path: "/reference/$operation",
  component: lazyRouteComponent(() => import("../views/reference/index.tsx"), "ReferenceView"),
});

const project = createRoute({
  getParentRoute: () => account,
  path: "/p/$project",
  component: ProjectRoute,
});
const overview = createRoute({
  getParentRoute: () => project,
  path: "/",
  component: lazyRouteComponent(() => import("../views/projects/index.tsx"), "ProjectView"),
});
const files = createRoute({
  getParentRoute: () => project,
  path: "/files",
  component: lazyRouteComponent(() => import("../views/repository/index.tsx"), "FilesView"),
});
const edit = createRoute({
  getParentRoute: () => project,
  path: "/edit",
  component: lazyRouteComponent(() => import("../views/edit/index.tsx"), "EditView"),
});
const commits = createRoute({
  getParentRoute: () => project,
  path: "/commits",
  component: lazyRouteComponent(() => import("../views/commits/index.tsx"), "CommitsView"),
});
const commit = createRoute({
  getParentRoute: () => project,
  path: "/commits/$sha",
  component: lazyRouteComponent(() => import("../views/commits/index.tsx"), "CommitView"),
});
const changes = createRoute({
  getParentRoute: () => project,
  path: "/changes",
  component: lazyRouteComponent(() => import("../views/edit/index.tsx"), "ChangesView"),
});
const branches = createRoute({
  getParentRoute: () => project,
  path: "/branches",
  component: lazyRouteComponent(() => import("../views/branches/index.tsx"), "BranchesView"),
});
const tags = createRoute({
  getParentRoute: () => project,
  path: "/tags",
  component: lazyRouteComponent(() => import("../views/tags/index.tsx"), "TagsView"),
});
const releases = createRoute({
  getParentRoute: () => project,
  path: "/releases",
  component: lazyRouteComponent(() => import("../views/releases/index.tsx"), "ReleasesView"),
});
const searchFiles = createRoute({
  getParentRoute: () => project,
  path: "/search",
  component: lazyRouteComponent(() => import("../views/search/index.tsx"), "SearchView"),
});
const compare = createRoute({
  getParentRoute: () => project,
  path: "/compare",
  component: lazyRouteComponent(() => import("../views/compare/index.tsx"), "CompareView"),
});
const contributors = createRoute({
  getParentRoute: () => project,
  path: "/contributors",
  component: lazyRouteComponent(() => import("../views/contributors/index.tsx"), "ContributorsView"),
});

const mergeRequests = createRoute({
  getParentRoute: () => project,
  path: "/merge_requests",
  component: lazyRouteComponent(() => import("../views/merge-requests/index.tsx"), "MergeRequestsView"),
});
const mergeRequest = createRoute({
  getParentRoute: () => project,
  path: "/merge_requests/$iid",
  component: lazyRouteComponent(() => import("../views/review/index.tsx"), "MergeRequestView"),
});

const issueNotes = createRoute({
  getParentRoute: () => project,
  path: "/issues/$iid",
  component: lazyRouteComponent(() => import("../views/notes/index.tsx"), "NotesView"),
});
const snippetNotes = createRoute({
  getParentRoute: () => project,
  path: "/snippets/$snippet",
  component: lazyRouteComponent(() => import("../views/notes/index.tsx"), "NotesView"),
});

const routeTree = root.addChildren([
  home,
  accounts,
  outbox,
  allMergeRequests,
  settings,
  settingsSection,
  account.addChildren([
    projects,
    group,
    accountMergeRequests,
    groupMergeRequests,
    reference,
    referenceOperation,
    project.addChildren([
      overview,
      files,
      edit,
      commits,
      commit,
      changes,
      branches,
      tags,
      releases,
      searchFiles,
      compare,
      contributors,
      mergeRequests,
      mergeRequest,
      issueNotes,
      snippetNotes,
    ]),
  ]),
]);

/** The page's one router. Every place has an address that can be copied and opened again. */
export const router = createRouter({
  routeTree,
  parseSearch: parsePlainSearch,
  stringifySearch: stringifyPlainSearch,
  defaultPreload: "intent",
  defaultPendingComponent: ViewPending,
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultErrorComponent: ViewError,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
