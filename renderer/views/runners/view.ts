import { ServerCog } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const runners = defineView({
  load: () => import("./runners-view.tsx"),
  pages: [
    page("/a/$account/runners", {
      name: "runners",
      label: "Runners",
      icon: ServerCog,
      component: "RunnersView",
      sidebar: { group: "rail" },
      commands: [{ id: "go.runners", title: "Runners of all projects", keywords: "ci fleet machines" }],
    }),
    page("/a/$account/p/$project/runners", {
      name: "runners",
      label: "Runners",
      icon: ServerCog,
      component: "RunnersView",
      sidebar: { group: "build", part: "jobs" },
      commands: [{ id: "project.runners", keywords: "ci fleet machines" }],
    }),
  ],
});
