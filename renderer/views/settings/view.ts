import { Plus, Settings, Users } from "lucide-react";
import { capitalize } from "../../../shared/text/capitalize.ts";
import { defineView, page } from "../../features/addresses/define-view.ts";

/** Sections whose name is not in the plural before "settings". */
const settingsOf: Readonly<Record<string, string>> = { notifications: "Notification", tools: "Tool" };

export const settings = defineView({
  load: () => import("./settings-view.tsx"),
  fixedKeys: [{ title: "Move an account by its focused handle", group: "Settings", keys: ["up", "down"] }],
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
        {
          id: "go.accounts",
          title: "Accounts",
          icon: Users,
          params: { section: "accounts" },
          keys: ["g a"],
          menu: { menu: "Go", section: 2, order: 3 },
        },
        {
          id: "account.add",
          title: "Add account…",
          icon: Plus,
          params: { section: "accounts" },
          search: { add: "1" },
          menu: { menu: "File", section: 1, order: 3 },
        },
        {
          id: "go.settings",
          params: { section: "appearance" },
          keys: ["mod+,"],
          whileTyping: true,
          menu: { menu: "Settings", section: 1, label: "Settings…" },
        },
      ],
    }),
  ],
});
