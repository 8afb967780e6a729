import { UserRound } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { encoded, type WebReaders } from "../../features/addresses/web-pages.ts";

const web: WebReaders = {
  service: { users: ({ account, path: [name] }) => (name ? hrefs.user(account, name) : null) },
};

export const users = defineView({
  load: () => import("./index.tsx"),
  web,
  pages: [
    page("/a/$account/users/$username", {
      name: "user",
      label: "User",
      icon: UserRound,
      component: "UserView",
      names: ({ params }) => ({ own: `@${params.username}` }),
      web: ({ params }) => encoded("users", params.username),
    }),
  ],
});
