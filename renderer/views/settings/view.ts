import { Plus, Settings, Users } from "lucide-react";
import { capitalize } from "../../../shared/text/capitalize.ts";
import { defineView, page } from "../../features/addresses/define-view.ts";

/** Sections whose name is not in the plural before "settings". */
const settingsOf: Readonly<Record<string, string>> = { notifications: "Notification" };

export const settings = defineView({
  load: () => import("./settings-view.tsx"),
  pages: [
    // The address of earlier versions.
    page("/accounts", { name: "accounts", label: "Accounts", icon: Users, leadsTo: "/settings/accounts" }),
    page("/settings", {
      name: "settings",
      label: "Settings",
      icon: Settings,
      leadsTo: "/settings/appearance",
      sidebar: { group: "foot" },
    }),
    page("/settings/$section", {
      name: "settings",
      label: "Settings",
      icon: Settings,
      component: "SettingsView",
      parent: "settings",
      names: ({ params: { section } }) => {
        const own = capitalize(section);
        const isWhole = section === "accounts" || section === "about";
        return {
          own,
          title: isWhole ? own : `${settingsOf[section] ?? own} settings`,
          icon: section === "accounts" ? Users : Settings,
        };
      },
      commands: [
        { id: "go.accounts", title: "Accounts", icon: Users, params: { section: "accounts" }, menu: "Go" },
        {
          id: "account.add",
          title: "Add account…",
          icon: Plus,
          params: { section: "accounts" },
          search: { add: "1" },
          menu: "File",
        },
        { id: "go.settings", params: { section: "appearance" }, menu: "File" },
      ],
    }),
  ],
});
