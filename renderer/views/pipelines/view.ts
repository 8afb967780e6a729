import { CalendarClock, CirclePlay, GitCompareArrows, Shuffle, Workflow } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { stringifyPlainSearch } from "../../features/addresses/plain-search.ts";
import {
  entryOf,
  firstOf,
  leaveFrom,
  listOf,
  type WebReader,
  type WebReaders,
} from "../../features/addresses/web-pages.ts";

/** Starts the host's reader of logs, which are one step away from here. */
const prepare = async () => (await import("../../api/traces/prepare-traces.ts")).prepareTraces();

/** Tabs of GitLab's page of a pipeline that Helve's has, by its views. */
const webTabs: Readonly<Record<string, string>> = { builds: "jobs", dag: "graph" };

const readPipelines = firstOf(
  listOf(({ account, project, rest }) =>
    hrefs.project(account, project, "pipelines", {
      status: rest.all("status").join(",").toLowerCase(),
      ref: rest.get("ref"),
      source: rest.get("source"),
    }),
  ),
  entryOf((page, id) => {
    const view = webTabs[page.path[1] ?? ""];
    leaveFrom(page, view === undefined ? 1 : 2);
    return hrefs.pipeline(page.account, page.project, id, { view });
  }),
  ({ account, project, path, rest }) => {
    if (path[0] === "new")
      return hrefs.project(account, project, "pipelines", { run: "1", ref: rest.get("ref") });
    if (path.at(-1) !== "latest" && path[0] !== "latest") return null;
    return hrefs.project(account, project, "pipelines", {
      ref: path.slice(0, -1).join("/") || rest.get("ref"),
    });
  },
);

const jobs: WebReader = listOf(({ account, project, rest }) =>
  hrefs.project(account, project, "jobs", {
    status: rest.all("statuses").join(",").toLowerCase(),
    name: rest.get("name"),
    ref: rest.get("ref"),
  }),
);

const schedules = firstOf(
  listOf(({ account, project, rest }) =>
    hrefs.project(account, project, "schedules", { show: rest.get("scope")?.toLowerCase() }),
  ),
  entryOf((page, id) => {
    leaveFrom(page, page.path[1] === "edit" ? 2 : 1);
    return hrefs.project(page.account, page.project, "schedules", { edit: id });
  }),
  ({ account, project, path }) =>
    path[0] === "new" ? hrefs.project(account, project, "schedules", { create: "1" }) : null,
);

const web: WebReaders = {
  project: { pipelines: readPipelines, jobs, builds: jobs, pipeline_schedules: schedules },
};

export const pipelines = defineView({
  load: () => import("./index.tsx"),
  web,
  keys: {
    "pipeline.compare": {
      title: "Compare with the last success of the branch",
      group: "Pipelines",
      keys: ["d"],
    },
    "pipeline.compare-target": {
      title: "Compare with the last success of the target branch",
      group: "Pipelines",
      keys: ["shift+d"],
    },
  },
  fixedKeys: [
    {
      title: "Next or previous job of the stage graph",
      group: "Pipelines",
      keys: ["up", "down", "left", "right"],
    },
    { title: "First or last job of a stage", group: "Pipelines", keys: ["home", "end"] },
  ],
  pages: [
    page("/ci", {
      name: "ci",
      label: "CI of all accounts",
      icon: Workflow,
      component: "CiView",
      names: () => ({ title: "CI" }),
      needs: "account",
      sidebar: { group: "rail", label: "CI" },
      commands: [{ id: "go.ci", keywords: "failed running jobs pipelines", keys: ["g j"] }],
    }),
    page("/a/$account/p/$project/pipelines", {
      name: "pipelines",
      label: "Pipelines",
      icon: Workflow,
      component: "PipelinesView",
      loader: prepare,
      web: ({ search: { run, status, ref, source } }) =>
        run
          ? `pipelines/new${stringifyPlainSearch({ ref })}`
          : `pipelines${stringifyPlainSearch({ status, ref, source })}`,
      sidebar: { group: "build", part: "jobs" },
      commands: [
        {
          id: "project.pipelines",
          keywords: "ci jobs builds",
          keys: ["g j"],
          menu: { menu: "Repository", section: 2, order: 2 },
        },
      ],
    }),
    page("/a/$account/p/$project/pipelines/$pipeline", {
      name: "pipeline",
      label: "Pipeline",
      icon: Workflow,
      component: "PipelineView",
      id: "number",
      loader: prepare,
      parent: "pipelines",
      names: ({ params, name }) => ({ own: name ?? `#${params.pipeline}` }),
      web: ({ params, search }) => `pipelines/${params.pipeline}${search.view === "jobs" ? "/builds" : ""}`,
    }),
    page("/a/$account/p/$project/pipelines/$pipeline/compare/$other", {
      name: "pipeline_comparison",
      label: "Compare pipelines",
      icon: GitCompareArrows,
      component: "PipelineComparisonView",
      loader: prepare,
      parent: "pipeline",
      names: ({ params }) => ({ own: "Compare", title: `Compare #${params.pipeline}` }),
      // Services compare no pipelines.
      web: ({ params }) => `pipelines/${params.pipeline}`,
    }),
    page("/a/$account/p/$project/flaky_tests", {
      name: "flaky_tests",
      label: "Flaky tests",
      icon: Shuffle,
      component: "FlakyTestsView",
      marks: "pipelines",
      web: () => null,
      commands: [{ id: "project.flaky-tests", keywords: "ci junit unstable ledger failures" }],
    }),
    page("/a/$account/p/$project/jobs", {
      name: "jobs",
      label: "Jobs",
      icon: CirclePlay,
      component: "JobsView",
      loader: prepare,
      marks: "pipelines",
      web: ({ search: { status, name, ref } }) =>
        `jobs${stringifyPlainSearch({ statuses: status?.toUpperCase(), name, ref })}`,
      commands: [{ id: "project.jobs", keywords: "ci builds" }],
    }),
    page("/a/$account/p/$project/schedules", {
      name: "schedules",
      label: "Schedules",
      icon: CalendarClock,
      component: "SchedulesView",
      web: ({ search: { create, edit, show } }) =>
        create
          ? "pipeline_schedules/new"
          : edit
            ? `pipeline_schedules/${edit}/edit`
            : `pipeline_schedules${stringifyPlainSearch({ scope: show?.toUpperCase() })}`,
      sidebar: { group: "build", part: "jobs" },
      commands: [{ id: "project.schedules", keywords: "cron nightly pipelines" }],
    }),
  ],
});
