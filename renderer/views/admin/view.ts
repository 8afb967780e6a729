import { ShieldCheck } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import type { WebReaders } from "../../features/addresses/web-pages.ts";
import { adminTabs } from "./admin-tabs.ts";

/** Tabs that the web interface has, too. */
const onWeb: ReadonlySet<string> = new Set(["users", "hooks"]);

const web: WebReaders = {
  service: {
    admin: ({ account, path: [part] }) =>
      part === undefined || onWeb.has(part) ? hrefs.admin(account, part) : null,
  },
};

export const admin = defineView({
  load: () => import("./index.tsx"),
  web,
  keys: { "admin.users.filter": { title: "Filter users", group: "Administration", keys: ["/"] } },
  pages: [
    page("/a/$account/admin", {
      name: "admin",
      label: "Administration",
      icon: ShieldCheck,
      leadsTo: `/a/$account/admin/${adminTabs[0].id}`,
      isPlace: true,
      web: () => "admin",
      needs: "administrator",
      sidebar: { group: "rail", label: "Admin" },
    }),
    page("/a/$account/admin/$tab", {
      name: "admin",
      label: "Administration",
      icon: ShieldCheck,
      component: "AdminView",
      needs: "administrator",
      parent: "admin",
      names: ({ params }) => {
        const label = adminTabs.find(({ id }) => id === params.tab)?.label;
        return label === undefined
          ? { own: null, title: "Administration" }
          : { own: label, title: `${label} · Administration` };
      },
      web: ({ params: { tab } }) => (onWeb.has(tab) ? `admin/${tab}` : null),
      commands: adminTabs.map(({ id, label, icon, keywords }) => ({
        id: `go.admin.${id}`,
        title: `Administration: ${label}`,
        icon,
        keywords: `admin ${keywords}`,
        params: { tab: id },
      })),
    }),
  ],
});
