import { House } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const home = defineView({
  load: () => import("./home-view.tsx"),
  prefetch: () => import("./attention/work.tsx"),
  pages: [
    page("/", {
      name: "home",
      label: "Home",
      icon: House,
      component: "HomeView",
      sidebar: { group: "main" },
      commands: [{ id: "go.home", menu: "Go" }],
    }),
  ],
});
