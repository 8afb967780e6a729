import { GitCompareArrows } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const compare = defineView({
  load: () => import("./index.tsx"),
  prefetch: () => import("./prefetch.ts"),
  pages: [
    page("/a/$account/p/$project/compare", {
      name: "compare",
      label: "Compare",
      icon: GitCompareArrows,
      component: "CompareView",
      loader: async ({ client, params, search }) =>
        (await import("./prefetch.ts")).prefetchComparison(client, params, search),
      sidebar: { group: "code" },
      commands: [{ id: "project.compare", menu: "Branch" }],
    }),
  ],
});
