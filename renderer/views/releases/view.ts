import { Package } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const releases = defineView({
  load: () => import("./releases-view.tsx"),
  pages: [
    page("/a/$account/p/$project/releases", {
      name: "releases",
      label: "Releases",
      icon: Package,
      component: "ReleasesView",
      sidebar: { group: "build" },
      commands: [{ id: "project.releases", menu: "Repository" }],
    }),
  ],
});
