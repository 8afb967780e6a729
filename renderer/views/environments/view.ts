import { Rocket } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { entryOf, firstOf, leaveFrom, type WebReaders } from "../../features/addresses/web-pages.ts";

const web: WebReaders = {
  project: {
    environments: firstOf(
      entryOf((page, id) => {
        leaveFrom(page, 1);
        return hrefs.environment(page.account, page.project, id);
      }),
      (page) => {
        leaveFrom(page, 0);
        return hrefs.project(page.account, page.project, "environments");
      },
    ),
  },
};

export const environments = defineView({
  load: () => import("./index.tsx"),
  web,
  pages: [
    page("/a/$account/p/$project/environments", {
      name: "environments",
      label: "Environments",
      icon: Rocket,
      component: "EnvironmentsView",
      web: () => "environments",
      sidebar: { group: "build", part: "environments" },
      commands: [
        {
          id: "project.environments",
          keywords: "deployments deploy",
          keys: ["g e"],
          menu: { menu: "Repository", section: 2, order: 3 },
        },
      ],
    }),
    page("/a/$account/p/$project/environments/$environment", {
      name: "environment",
      label: "Environment",
      icon: Rocket,
      component: "EnvironmentView",
      id: "number",
      parent: "environments",
      names: ({ params, name }) => ({ own: name ?? `Environment #${params.environment}` }),
      web: ({ params, hash }) => `environments/${params.environment}${hash}`,
    }),
  ],
});
