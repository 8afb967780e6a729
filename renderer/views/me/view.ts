import { Bell, KeyRound, UserRound } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import type { WebReaders } from "../../features/addresses/web-pages.ts";

const tabs: Readonly<Record<string, string>> = {
  profile: "Profile",
  keys: "SSH keys",
  notifications: "Notifications",
};

/** Pages of the web interface by the tabs of the app. */
const webTabs: Readonly<Record<string, string>> = {
  profile: "-/user_settings/profile",
  keys: "-/user_settings/ssh_keys",
  notifications: "-/profile/notifications",
};

const web: WebReaders = {
  service: {
    profile: ({ account, path: [part] }) => {
      if (part === "keys" || part === "ssh_keys") return hrefs.me(account, "keys");
      if (part === "notifications") return hrefs.me(account, "notifications");
      return part === undefined || part === "profile" ? hrefs.me(account) : null;
    },
  },
};

export const me = defineView({
  load: () => import("./index.tsx"),
  web,
  pages: [
    page("/a/$account/me", {
      name: "me",
      label: "Me",
      icon: UserRound,
      leadsTo: "/a/$account/me/profile",
      web: () => webTabs.profile ?? null,
    }),
    page("/a/$account/me/$tab", {
      name: "me",
      label: "Me",
      icon: UserRound,
      component: "MeView",
      parent: "me",
      names: ({ params }) => ({ own: tabs[params.tab] ?? "Profile" }),
      web: ({ params }) => webTabs[params.tab] ?? null,
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
