import { ShieldCheck } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { adminTabs } from "./admin-tabs.ts";

export const admin = defineView({
  load: () => import("./index.tsx"),
  pages: [
    page("/a/$account/admin", {
      name: "admin",
      label: "Administration",
      icon: ShieldCheck,
      leadsTo: `/a/$account/admin/${adminTabs[0].id}`,
      isPlace: true,
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
