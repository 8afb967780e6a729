import { UserRound } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const users = defineView({
  load: () => import("./index.tsx"),
  pages: [
    page("/a/$account/users/$username", {
      name: "user",
      label: "User",
      icon: UserRound,
      component: "UserView",
      names: ({ params }) => ({ own: `@${params.username}` }),
    }),
  ],
});
