import { Bell, KeyRound, UserRound } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

const tabs: Readonly<Record<string, string>> = {
  profile: "Profile",
  keys: "SSH keys",
  notifications: "Notifications",
};

export const me = defineView({
  load: () => import("./index.tsx"),
  pages: [
    page("/a/$account/me", { name: "me", label: "Me", icon: UserRound, leadsTo: "/a/$account/me/profile" }),
    page("/a/$account/me/$tab", {
      name: "me",
      label: "Me",
      icon: UserRound,
      component: "MeView",
      parent: "me",
      names: ({ params }) => ({ own: tabs[params.tab] ?? "Profile" }),
      commands: [
        { id: "go.me", title: "My profile and status", keywords: "me user", params: { tab: "profile" } },
        {
          id: "go.my-keys",
          title: "My SSH keys",
          icon: KeyRound,
          keywords: "me public key",
          params: { tab: "keys" },
        },
        {
          id: "go.my-notifications",
          title: "My notification levels",
          icon: Bell,
          keywords: "me watch mute email",
          params: { tab: "notifications" },
        },
      ],
    }),
  ],
});
