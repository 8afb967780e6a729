import { House } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const home = defineView({
  load: () => import("./home-view.tsx"),
  keys: {
    "home.next": { title: "Next entry", group: "Home", keys: ["j"] },
    "home.previous": { title: "Previous entry", group: "Home", keys: ["k"] },
    "inbox.done": { title: "Mark as done", group: "Home", keys: ["e"] },
    "inbox.unread": { title: "Mark as read or unread", group: "Home", keys: ["u"] },
    "inbox.snooze": { title: "Snooze", group: "Home", keys: ["h", "s"] },
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
