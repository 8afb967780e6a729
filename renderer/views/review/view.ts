import { GitPullRequest } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const review = defineView({
  load: () => import("./index.tsx"),
  prefetch: () => import("./prefetch.ts"),
  pages: [
    page("/a/$account/p/$project/merge_requests/$iid", {
      name: "merge_request",
      label: "Merge request",
      icon: GitPullRequest,
      component: "MergeRequestView",
      id: "number",
      // As a service's own interface names the form.
      newLeadsTo: "/a/$account/p/$project/merge_requests?create=1",
      loader: async ({ client, params, search }) =>
        (await import("./prefetch.ts")).prefetchMergeRequest(client, params, search),
      parent: "merge_requests",
      names: ({ params, name }) => ({
        own: `!${params.iid}`,
        title: name && `${name} !${params.iid}`,
      }),
    }),
  ],
});
