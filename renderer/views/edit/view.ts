import { PencilLine } from "lucide-react";
import { nameOf } from "../../../shared/text/paths.ts";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { encoded, type WebReader, type WebReaders } from "../../features/addresses/web-pages.ts";

const readEdit: WebReader = ({ account, project, path: [ref, ...path] }) =>
  hrefs.project(account, project, "edit", { ref, path: path.join("/") });

/** `ide/project/GROUP/PROJECT/edit/REF/-/PATH`, the address of GitLab's editor. */
const readIde: WebReader = ({ account, path }) => {
  const at = path.findIndex((name, index) => index > 2 && /^(?:edit|tree|blob)$/.test(name));
  if (path[0] !== "project" || path.length < 3) return null;
  const project = path.slice(1, at < 0 ? undefined : at).join("/");
  if (at < 0) return hrefs.project(account, project, "files");
  const mark = path.indexOf("-", at);
  const ref = path.slice(at + 1, mark < 0 ? undefined : mark).join("/");
  const file = mark < 0 ? "" : path.slice(mark + 1).join("/");
  return hrefs.project(account, project, file ? "edit" : "files", { ref, path: file });
};

const web: WebReaders = { refs: { edit: readEdit, new: readEdit }, service: { ide: readIde } };

export const edit = defineView({
  load: () => import("./index.tsx"),
  web,
  keys: {
    "edit.save": { title: "Save draft", group: "Editor", keys: ["mod+s"], whileTyping: true },
    "edit.commit": { title: "Review and commit", group: "Editor", keys: ["mod+enter"], whileTyping: true },
  },
  pages: [
    page("/a/$account/p/$project/edit", {
      name: "edit",
      label: "Edit",
      icon: PencilLine,
      component: "EditView",
      parent: "files",
      names: ({ search }) => ({ title: search.path && nameOf(search.path) }),
      web: ({ search: { ref = "HEAD", path = "" } }) => encoded(path ? "edit" : "new", ref, path),
    }),
    page("/a/$account/p/$project/changes", {
      name: "changes",
      label: "Pending changes",
      icon: PencilLine,
      component: "ChangesView",
      keepsRef: "branches",
      sidebar: { group: "pending", count: "pending" },
      commands: [
        {
          id: "project.changes",
          keywords: "drafts",
          keys: ["g d"],
          menu: { menu: "Branch", section: 2, order: 2 },
        },
      ],
    }),
  ],
});
