import { BookOpen } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const reference = defineView({
  load: () => import("./index.tsx"),
  pages: [
    page("/a/$account/reference", {
      name: "reference",
      label: "API reference",
      icon: BookOpen,
      component: "ReferenceView",
      marks: "settings",
      commands: [
        {
          id: "go.reference",
          keywords: "operations curl endpoints",
          menu: { menu: "Help", section: 1, order: 2 },
        },
      ],
    }),
    page("/a/$account/reference/$operation", {
      name: "reference",
      label: "API reference",
      icon: BookOpen,
      component: "ReferenceView",
      parent: "reference",
      marks: "settings",
      names: ({ params }) => ({ own: params.operation }),
    }),
  ],
});
