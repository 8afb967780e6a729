import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { createQueryClient } from "../api/query-client.ts";
import { adminTabs } from "../views/admin/tabs.ts";
import { readBranchesAhead } from "../views/branches/read-ahead.ts";
import { readFilesAhead } from "../views/repository/read-ahead.ts";
import { readMergeRequestAhead } from "../views/review/read-ahead.ts";
import { AccountRoute } from "./account-route.tsx";
import { NotFound } from "./not-found.tsx";
import { parsePlainSearch, stringifyPlainSearch, validatePlainSearch } from "./places/plain-search.ts";
import { views } from "./places/views.ts";
import { ProjectRoute } from "./project-route.tsx";
import { Shell } from "./shell/shell.tsx";
import { ViewError } from "./view-error.tsx";
import { ViewPending } from "./view-pending.tsx";

/** All that was read of services. */
export const queryClient = createQueryClient();

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  validateSearch: validatePlainSearch,
});

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  component: lazyRouteComponent(views.home, "HomeView"),
});
const accounts = createRoute({
  getParentRoute: () => root,
  path: "/accounts",
  component: lazyRouteComponent(views.accounts, "AccountsView"),
});
const outbox = createRoute({
  getParentRoute: () => root,
  path: "/outbox",
  component: lazyRouteComponent(views.outbox, "OutboxView"),
});
const allMergeRequests = createRoute({
  getParentRoute: () => root,
  path: "/merge_requests",
  component: lazyRouteComponent(views.mergeRequests, "AllAccountsView"),
});
const ci = createRoute({
  getParentRoute: () => root,
  path: "/ci",
  component: lazyRouteComponent(views.pipelines, "CiView"),
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
  component: lazyRouteComponent(views.settings, "SettingsView"),
});

const account = createRoute({ getParentRoute: () => root, path: "/a/$account", component: AccountRoute });
const projects = createRoute({
  getParentRoute: () => account,
  path: "/projects",
  component: lazyRouteComponent(views.projects, "ProjectsView"),
});
const groups = createRoute({
  getParentRoute: () => account,
  path: "/groups",
  component: lazyRouteComponent(views.groups, "GroupsView"),
});
const group = createRoute({
  getParentRoute: () => account,
  path: "/groups/$group",
  component: lazyRouteComponent(views.groups, "GroupView"),
});

const accountMergeRequests = createRoute({
  getParentRoute: () => account,
  path: "/merge_requests",
  component: lazyRouteComponent(views.mergeRequests, "MergeRequestsView"),
});
const groupMergeRequests = createRoute({
  getParentRoute: () => account,
  path: "/groups/$group/merge_requests",
  component: lazyRouteComponent(views.mergeRequests, "MergeRequestsView"),
});

const runners = createRoute({
  getParentRoute: () => account,
  path: "/runners",
  component: lazyRouteComponent(views.runners, "RunnersView"),
});

const user = createRoute({
  getParentRoute: () => account,
  path: "/users/$name",
  component: lazyRouteComponent(views.users, "UserView"),
});

const admin = createRoute({
  getParentRoute: () => account,
  path: "/admin",
  beforeLoad: ({ params }) => {
    throw redirect({
      to: "/a/$account/admin/$tab",
      params: { account: params.account, tab: adminTabs[0].id },
      replace: true,
    });
  },
});
const adminTab = createRoute({
  getParentRoute: () => account,
  path: "/admin/$tab",
  component: lazyRouteComponent(views.admin, "AdminView"),
});

const me = createRoute({
  getParentRoute: () => account,
  path: "/me",
  component: lazyRouteComponent(views.me, "MeView"),
});
const meTab = createRoute({
  getParentRoute: () => account,
  path: "/me/$tab",
  component: lazyRouteComponent(views.me, "MeView"),
});
const snippets = createRoute({
  getParentRoute: () => account,
  path: "/snippets",
  component: lazyRouteComponent(views.snippets, "SnippetsView"),
});
const snippet = createRoute({
  getParentRoute: () => account,
  path: "/snippets/$snippet",
  component: lazyRouteComponent(views.snippets, "SnippetView"),
});
const snippetEdit = createRoute({
  getParentRoute: () => account,
  path: "/snippets/$snippet/edit",
  component: lazyRouteComponent(views.snippets, "SnippetEditView"),
});

const reference = createRoute({
  getParentRoute: () => account,
  path: "/reference",
  component: lazyRouteComponent(views.reference, "ReferenceView"),
});
const referenceOperation = createRoute({
  getParentRoute: () => account,
  path: "/reference/$operation",
  component: lazyRouteComponent(views.reference, "ReferenceView"),
});

const project = createRoute({
  getParentRoute: () => account,
  path: "/p/$project",
  component: ProjectRoute,
});
const overview = createRoute({
  getParentRoute: () => project,
  path: "/",
  component: lazyRouteComponent(views.projects, "ProjectView"),
});
const files = createRoute({
  getParentRoute: () => project,
  path: "/files",
  loader: ({ params, location }) => readFilesAhead(queryClient, params, location.search),
  component: lazyRouteComponent(views.repository, "FilesView"),
});
const edit = createRoute({
  getParentRoute: () => project,
  path: "/edit",
  component: lazyRouteComponent(views.edit, "EditView"),
});
const commits = createRoute({
  getParentRoute: () => project,
  path: "/commits",
  component: lazyRouteComponent(views.commits, "CommitsView"),
});
const commit = createRoute({
  getParentRoute: () => project,
  path: "/commits/$sha",
  component: lazyRouteComponent(views.commits, "CommitView"),
});
const changes = createRoute({
  getParentRoute: () => project,
  path: "/changes",
  component: lazyRouteComponent(views.edit, "ChangesView"),
});
const branches = createRoute({
  getParentRoute: () => project,
  path: "/branches",
  loader: ({ params, location }) => readBranchesAhead(queryClient, params, location.search),
  component: lazyRouteComponent(views.branches, "BranchesView"),
});
const tags = createRoute({
  getParentRoute: () => project,
  path: "/tags",
  component: lazyRouteComponent(views.tags, "TagsView"),
});
const releases = createRoute({
  getParentRoute: () => project,
  path: "/releases",
  component: lazyRouteComponent(views.releases, "ReleasesView"),
});
const searchFiles = createRoute({
  getParentRoute: () => project,
  path: "/search",
  component: lazyRouteComponent(views.search, "SearchView"),
});
const compare = createRoute({
  getParentRoute: () => project,
  path: "/compare",
  component: lazyRouteComponent(views.compare, "CompareView"),
});
const contributors = createRoute({
  getParentRoute: () => project,
  path: "/contributors",
  component: lazyRouteComponent(views.contributors, "ContributorsView"),
});
const projectRunners = createRoute({
  getParentRoute: () => project,
  path: "/runners",
  component: lazyRouteComponent(views.runners, "RunnersView"),
});

const mergeRequests = createRoute({
  getParentRoute: () => project,
  path: "/merge_requests",
  component: lazyRouteComponent(views.mergeRequests, "MergeRequestsView"),
});
const mergeRequest = createRoute({
  getParentRoute: () => project,
  path: "/merge_requests/$iid",
  loader: ({ params, location }) => readMergeRequestAhead(queryClient, params, location.search),
  component: lazyRouteComponent(views.review, "MergeRequestView"),
});

const pipelines = createRoute({
  getParentRoute: () => project,
  path: "/pipelines",
  component: lazyRouteComponent(views.pipelines, "PipelinesView"),
});
const pipeline = createRoute({
  getParentRoute: () => project,
  path: "/pipelines/$pipeline",
  component: lazyRouteComponent(views.pipelines, "PipelineView"),
});
const jobs = createRoute({
  getParentRoute: () => project,
  path: "/jobs",
  component: lazyRouteComponent(views.pipelines, "JobsView"),
});

const issues = createRoute({
  getParentRoute: () => project,
  path: "/issues",
  component: lazyRouteComponent(views.notes, "IssuesView"),
});
const issueNotes = createRoute({
  getParentRoute: () => project,
  path: "/issues/$iid",
  component: lazyRouteComponent(views.notes, "NotesView"),
});
const projectSnippets = createRoute({
  getParentRoute: () => project,
  path: "/snippets",
  component: lazyRouteComponent(views.snippets, "SnippetsView"),
});
const projectSnippet = createRoute({
  getParentRoute: () => project,
  path: "/snippets/$snippet",
  component: lazyRouteComponent(views.snippets, "SnippetView"),
});
const projectSnippetEdit = createRoute({
  getParentRoute: () => project,
  path: "/snippets/$snippet/edit",
  component: lazyRouteComponent(views.snippets, "SnippetEditView"),
});

const job = createRoute({
  getParentRoute: () => project,
  path: "/jobs/$job",
  component: lazyRouteComponent(views.job, "JobView"),
});

const jobArtifacts = createRoute({
  getParentRoute: () => project,
  path: "/jobs/$job/artifacts",
  component: lazyRouteComponent(views.artifacts, "ArtifactsView"),
});
const jobTests = createRoute({
  getParentRoute: () => project,
  path: "/jobs/$job/tests",
  component: lazyRouteComponent(views.artifacts, "TestsView"),
});
const refArtifacts = createRoute({
  getParentRoute: () => project,
  path: "/artifacts",
  component: lazyRouteComponent(views.artifacts, "RefArtifactsView"),
});
const environments = createRoute({
  getParentRoute: () => project,
  path: "/environments",
  component: lazyRouteComponent(views.environments, "EnvironmentsView"),
});
const environment = createRoute({
  getParentRoute: () => project,
  path: "/environments/$environment",
  component: lazyRouteComponent(views.environments, "EnvironmentView"),
});
/** Pages of a wiki share one view, whose tree stays while one goes from page to page. */
const wiki = createRoute({
  getParentRoute: () => project,
  path: "/wiki",
  component: lazyRouteComponent(views.wiki, "WikiView"),
});
const wikiPlace = createRoute({ getParentRoute: () => wiki, path: "$" });

const routeTree = root.addChildren([
  home,
  accounts,
  outbox,
  allMergeRequests,
  ci,
  settings,
  settingsSection,
  account.addChildren([
    projects,
    groups,
    group,
    accountMergeRequests,
    groupMergeRequests,
    me,
    meTab,
    runners,
    user,
    admin,
    adminTab,
    snippets,
    snippet,
    snippetEdit,
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
      projectRunners,
      mergeRequests,
      mergeRequest,
      pipelines,
      pipeline,
      jobs,
      issues,
      issueNotes,
      projectSnippets,
      projectSnippet,
      projectSnippetEdit,
      job,
      jobArtifacts,
      jobTests,
      refArtifacts,
      environments,
      environment,
      wiki.addChildren([wikiPlace]),
    ]),
  ]),
]);

/** The page's one router. Every place has an address that can be copied and opened again. */
export const router = createRouter({
  routeTree,
  parseSearch: parsePlainSearch,
  stringifySearch: stringifyPlainSearch,
  defaultPreload: "intent",
  // Long enough that passing over a list asks for nothing.
  defaultPreloadDelay: 120,
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
