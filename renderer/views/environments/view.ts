import { Rocket } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const environments = defineView({
  load: () => import("./index.tsx"),
  pages: [
    page("/a/$account/p/$project/environments", {
      name: "environments",
      label: "Environments",
      icon: Rocket,
      component: "EnvironmentsView",
      sidebar: { group: "build", part: "jobs" },
      commands: [{ id: "project.environments", keywords: "deployments deploy", menu: "Repository" }],
    }),
    page("/a/$account/p/$project/environments/$environment", {
      name: "environment",
      label: "Environment",
      icon: Rocket,
      component: "EnvironmentView",
      id: "number",
      parent: "environments",
      names: ({ params, name }) => ({ own: name ?? `Environment #${params.environment}` }),
    }),
  ],
});
