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
      sidebar: { group: "rail" },
      commands: [{ id: "go.projects", menu: "Go" }],
    }),
    page("/a/$account/p/$project", {
      name: "overview",
      label: "Overview",
      icon: SquareLibrary,
      component: "ProjectView",
      loader: async ({ client, params }) => (await import("./prefetch.ts")).prefetchProject(client, params),
      names: () => ({ own: null }),
      sidebar: { group: "code" },
      commands: [{ id: "project.overview", title: "Project overview", menu: "Repository" }],
    }),
  ],
});
