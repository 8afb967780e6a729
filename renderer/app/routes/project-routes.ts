import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { prepareTraces } from "../../api/traces/prepare-traces.ts";
import { prefetchBranches } from "../../views/branches/prefetch.ts";
import { prefetchJob } from "../../views/job/prefetch.ts";
import { prefetchFiles } from "../../views/repository/prefetch.ts";
import { prefetchMergeRequest } from "../../views/review/prefetch.ts";
import { queryClient } from "../query-client.ts";
import { project } from "./parents.tsx";
import { requireNumber, requireNumberOrNew } from "./require-number.ts";
import { views } from "./views.ts";

const overview = createRoute({
  getParentRoute: () => project,
  path: "/",
  component: lazyRouteComponent(views.projects, "ProjectView"),
});
const files = createRoute({
  getParentRoute: () => project,
  path: "/files",
  loader: ({ params, location }) => prefetchFiles(queryClient, params, location.search),
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
  loader: ({ params, location }) => prefetchBranches(queryClient, params, location.search),
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
  beforeLoad: ({ params }) => {
    // As a service's own interface names the form.
    if (params.iid === "new") {
      const { account, project: path } = params;
      throw redirect({
        to: "/a/$account/p/$project/merge_requests",
        params: { account, project: path },
        search: { create: "1" },
        replace: true,
      });
    }
    requireNumber(params.iid);
  },
  loader: ({ params, location }) => prefetchMergeRequest(queryClient, params, location.search),
  component: lazyRouteComponent(views.review, "MergeRequestView"),
});
const pipelines = createRoute({
  getParentRoute: () => project,
  path: "/pipelines",
  loader: prepareTraces,
  component: lazyRouteComponent(views.pipelines, "PipelinesView"),
});
const pipeline = createRoute({
  getParentRoute: () => project,
  path: "/pipelines/$pipeline",
  beforeLoad: ({ params }) => requireNumber(params.pipeline),
  loader: prepareTraces,
  component: lazyRouteComponent(views.pipelines, "PipelineView"),
});
const jobs = createRoute({
  getParentRoute: () => project,
  path: "/jobs",
  loader: prepareTraces,
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
  beforeLoad: ({ params }) => requireNumber(params.iid),
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
  beforeLoad: ({ params }) => requireNumberOrNew(params.snippet),
  component: lazyRouteComponent(views.snippets, "SnippetView"),
});
const projectSnippetEdit = createRoute({
  getParentRoute: () => project,
  path: "/snippets/$snippet/edit",
  beforeLoad: ({ params }) => requireNumber(params.snippet),
  component: lazyRouteComponent(views.snippets, "SnippetEditView"),
});
const job = createRoute({
  getParentRoute: () => project,
  path: "/jobs/$job",
  beforeLoad: ({ params }) => requireNumber(params.job),
  loader: ({ params, preload }) => prefetchJob(queryClient, params, preload),
  component: lazyRouteComponent(views.job, "JobView"),
});
const jobArtifacts = createRoute({
  getParentRoute: () => project,
  path: "/jobs/$job/artifacts",
  beforeLoad: ({ params }) => requireNumber(params.job),
  component: lazyRouteComponent(views.artifacts, "ArtifactsView"),
});
const jobTests = createRoute({
  getParentRoute: () => project,
  path: "/jobs/$job/tests",
  beforeLoad: ({ params }) => requireNumber(params.job),
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
  beforeLoad: ({ params }) => requireNumber(params.environment),
  component: lazyRouteComponent(views.environments, "EnvironmentView"),
});
/** Pages of a wiki share one view, so that its tree stays mounted between pages. */
const wiki = createRoute({
  getParentRoute: () => project,
  path: "/wiki",
  component: lazyRouteComponent(views.wiki, "WikiView"),
});
const wikiPage = createRoute({ getParentRoute: () => wiki, path: "$" });

/** Routes of a project. */
export const projectRoutes = [
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
  wiki.addChildren([wikiPage]),
] as const;
