import { SquareTerminal } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const job = defineView({
  load: () => import("./index.tsx"),
  pages: [
    page("/a/$account/p/$project/jobs/$job", {
      name: "job",
      label: "Job",
      icon: SquareTerminal,
      component: "JobView",
      id: "number",
      loader: async ({ client, params, preload }) =>
        (await import("./prefetch.ts")).prefetchJob(client, params, preload),
      parent: "jobs",
      names: ({ params, name }) => ({ own: name ?? `#${params.job}` }),
    }),
  ],
});
