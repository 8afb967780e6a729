import { SquareLibrary } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const projects = defineView({
  load: () => import("./index.tsx"),
  prefetch: () => import("./prefetch.ts"),
  pages: [
    page("/a/$account/projects", {
      name: "projects",
      label: "Projects",
      icon: SquareLibrary,
      component: "ProjectsView",
      loader: async ({ client, params, search }) =>
        (await import("./index.tsx")).prefetchProjects(client, params.account, search),
      sidebar: { group: "main" },
      commands: [{ id: "go.projects", menu: "Go" }],
    }),
    page("/projects", {
      name: "all_projects",
      label: "Projects of all accounts",
      icon: SquareLibrary,
      component: "AllProjectsView",
      names: () => ({ title: "All projects" }),
      marks: "projects",
      commands: [{ id: "go.projects-of-all" }],
    }),
    page("/a/$account/p/$project", {
      name: "overview",
      label: "Overview",
      icon: SquareLibrary,
      component: "ProjectView",
      loader: async ({ client, params }) => (await import("./prefetch.ts")).prefetchProject(client, params),
      names: () => ({ own: null }),
      sidebar: { group: "project" },
      commands: [{ id: "project.overview", title: "Project overview", menu: "Repository" }],
    }),
  ],
});
