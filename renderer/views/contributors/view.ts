import { UsersRound } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { leaveFrom, type WebReaders } from "../../features/addresses/web-pages.ts";

const web: WebReaders = {
  project: {
    graphs: (page) => {
      leaveFrom(page, 1);
      return hrefs.project(page.account, page.project, "contributors");
    },
  },
};

export const contributors = defineView({
  load: () => import("./contributors-view.tsx"),
  web,
  pages: [
    page("/a/$account/p/$project/contributors", {
      name: "contributors",
      label: "Contributors",
      icon: UsersRound,
      component: "ContributorsView",
      web: () => "graphs/HEAD",
      sidebar: { group: "code" },
      commands: [{ id: "project.contributors", menu: { menu: "Repository", section: 3, order: 2 } }],
    }),
  ],
});
