import { ListOrdered } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const mergeQueue = defineView({
  load: () => import("./index.tsx"),
  fixedKeys: [
    {
      title: "Move a queued merge request by its focused handle",
      group: "Merge queue",
      keys: ["up", "down"],
    },
  ],
  pages: [
    page("/merge_queue", {
      name: "merge_queue",
      label: "Merge queue",
      icon: ListOrdered,
      component: "MergeQueueView",
      sidebar: { group: "rail", count: "queued", isOnlyCounted: true },
      commands: [{ id: "go.merge-queue", keywords: "train" }],
    }),
  ],
});
