import { Send } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const publishes = defineView({
  load: () => import("./index.tsx"),
  pages: [
    page("/publishes", {
      name: "publishes",
      label: "Publish projects",
      icon: Send,
      component: "PublishesView",
      sidebar: { group: "rail", label: "Publish", count: "publishing", isOnlyCounted: true },
      commands: [{ id: "go.publishes", keywords: "move migrate import export transfer service" }],
    }),
  ],
});
