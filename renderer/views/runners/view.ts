import { ServerCog } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import type { WebReaders } from "../../features/addresses/web-pages.ts";

const web: WebReaders = {
  project: { runners: ({ account, project }) => hrefs.project(account, project, "runners") },
  service: { admin: ({ account, path: [part] }) => (part === "runners" ? hrefs.runners(account) : null) },
};

export const runners = defineView({
  load: () => import("./runners-view.tsx"),
  web,
  keys: { "runners.filter": { title: "Filter runners", group: "Runners", keys: ["/"] } },
  pages: [
    page("/a/$account/runners", {
      name: "runners",
      label: "Runners",
      icon: ServerCog,
      component: "RunnersView",
      web: () => "admin/runners",
      sidebar: { group: "rail" },
      commands: [{ id: "go.runners", title: "Runners of all projects", keywords: "ci fleet machines" }],
    }),
    page("/a/$account/p/$project/runners", {
      name: "runners",
      label: "Runners",
      icon: ServerCog,
      component: "RunnersView",
      web: () => "runners",
      sidebar: { group: "build", part: "runners" },
      commands: [{ id: "project.runners", keywords: "ci fleet machines" }],
    }),
  ],
});
