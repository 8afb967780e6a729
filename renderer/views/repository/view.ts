import { FolderTree } from "lucide-react";
import { nameOf } from "../../../shared/text/paths.ts";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const repository = defineView({
  load: () => import("./files-view.tsx"),
  prefetch: () => import("./prefetch.ts"),
  pages: [
    page("/a/$account/p/$project/files", {
      name: "files",
      label: "Files",
      icon: FolderTree,
      component: "FilesView",
      loader: async ({ client, params, search }) =>
        (await import("./prefetch.ts")).prefetchFiles(client, params, search),
      names: ({ search }) => ({ title: search.path && nameOf(search.path) }),
      keepsRef: true,
      sidebar: { group: "code" },
      commands: [{ id: "project.files", menu: "Repository" }],
    }),
  ],
});
