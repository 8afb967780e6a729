import { UsersRound } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const contributors = defineView({
  load: () => import("./contributors-view.tsx"),
  pages: [
    page("/a/$account/p/$project/contributors", {
      name: "contributors",
      label: "Contributors",
      icon: UsersRound,
      component: "ContributorsView",
      sidebar: { group: "code" },
      commands: [{ id: "project.contributors", menu: "Repository" }],
    }),
  ],
});
