import { CirclePlay, Workflow } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

/** Starts the host's reader of logs, which are one step away from here. */
const prepare = async () => (await import("../../api/traces/prepare-traces.ts")).prepareTraces();

export const pipelines = defineView({
  load: () => import("./index.tsx"),
  pages: [
    page("/ci", {
      name: "ci",
      label: "CI of all accounts",
      icon: Workflow,
      component: "CiView",
      names: () => ({ title: "CI" }),
      needs: "account",
      sidebar: { group: "rail", label: "CI" },
      commands: [{ id: "go.ci", keywords: "failed running jobs pipelines" }],
    }),
    page("/a/$account/p/$project/pipelines", {
      name: "pipelines",
      label: "Pipelines",
      icon: Workflow,
      component: "PipelinesView",
      loader: prepare,
      sidebar: { group: "build", part: "jobs" },
      commands: [{ id: "project.pipelines", keywords: "ci jobs builds", menu: "Repository" }],
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
    }),
    page("/a/$account/p/$project/jobs", {
      name: "jobs",
      label: "Jobs",
      icon: CirclePlay,
      component: "JobsView",
      loader: prepare,
      marks: "pipelines",
      commands: [{ id: "project.jobs", keywords: "ci builds" }],
    }),
  ],
});
