import { SquareLibrary } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import type { WebReaders } from "../../features/addresses/web-pages.ts";

const isNumber = (text: string | undefined): text is string => /^[1-9]\d*$/.test(text ?? "");

const web: WebReaders = {
  service: {
    "": ({ account }) => hrefs.projects(account),
    projects: ({ account, path: [id] }) =>
      id === "new"
        ? hrefs.newProject(account)
        : isNumber(id)
          ? hrefs.project(account, id)
          : hrefs.projects(account),
    p: ({ account, path: [id] }) => (isNumber(id) ? hrefs.project(account, id) : null),
  },
};

export const projects = defineView({
  load: () => import("./index.tsx"),
  prefetch: () => import("./first-reads.ts"),
  web,
  pages: [
    page("/a/$account/projects", {
      name: "projects",
      label: "Projects",
      icon: SquareLibrary,
      component: "ProjectsView",
      loader: async ({ client, params, search }) =>
        (await import("./index.tsx")).prefetchProjects(client, params.account, search),
      web: () => "dashboard/projects",
      sidebar: { group: "rail" },
      commands: [{ id: "go.projects", keys: ["g p"], menu: { menu: "Go", section: 2, order: 2 } }],
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
      firstReads: async ({ params: { account, project } }, of) =>
        (await import("./first-reads.ts")).readProject(of(account), project),
      names: () => ({ own: null }),
      web: () => "",
      sidebar: { group: "code" },
      commands: [
        {
          id: "project.overview",
          title: "Project overview",
          keys: ["g o"],
          menu: { menu: "Repository", section: 1, order: 1 },
        },
      ],
    }),
  ],
});
