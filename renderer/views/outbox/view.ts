import { Inbox } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const outbox = defineView({
  load: () => import("./index.tsx"),
  pages: [
    page("/outbox", {
      name: "outbox",
      label: "Outbox",
      icon: Inbox,
      component: "OutboxView",
      sidebar: { group: "rail", count: "unsent", isOnlyCounted: true },
      commands: [{ id: "go.outbox" }],
    }),
  ],
});
