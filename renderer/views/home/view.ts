import { House } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const home = defineView({
  load: () => import("./home-view.tsx"),
  keys: {
    "home.next": { title: "Next entry", group: "Home", keys: ["j"] },
    "home.previous": { title: "Previous entry", group: "Home", keys: ["k"] },
  },
  pages: [
    page("/", {
      name: "home",
      label: "Home",
      icon: House,
      component: "HomeView",
      firstReads: async (_, of) => (await import("./attention/first-reads.ts")).readWork(of),
      sidebar: { group: "rail" },
      commands: [{ id: "go.home", keys: ["g h"], menu: { menu: "Go", section: 2, order: 1 } }],
    }),
  ],
});
