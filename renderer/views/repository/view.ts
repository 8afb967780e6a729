import { FolderTree } from "lucide-react";
import { nameOf } from "../../../shared/text/paths.ts";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { stringifyPlainSearch } from "../../features/addresses/plain-search.ts";
import { encoded, type WebReader, type WebReaders, webRef } from "../../features/addresses/web-pages.ts";
import { fileAnchorOf, webRefOf } from "../../features/addresses/web-rest.ts";

/** Returns the reader of a file's page. */
const filesWith =
  (view: { readonly blame?: "1" }): WebReader =>
  ({ account, project, path: [ref, ...path], rest }) => {
    const plain = rest.get("plain") === "1" || rest.get("viewer") === "simple" ? "1" : "";
    const blame = rest.get("blame") === "1" ? "1" : "";
    const [, from, to] = /^(\d+)-(\d+)$/.exec(rest.get("lines") ?? "") ?? [];
    const file = { ref: webRefOf(ref, rest), path: path.join("/"), plain, blame, ...view };
    const lines = from === undefined ? fileAnchorOf(rest) : `L${from}-${to}`;
    return hrefs.project(account, project, "files", file, lines);
  };
const files = filesWith({});

const web: WebReaders = {
  refs: { tree: files, blob: files, raw: files, blame: filesWith({ blame: "1" }), find_file: files },
};

export const repository = defineView({
  load: () => import("./files-view.tsx"),
  prefetch: () => import("./prefetch.ts"),
  web,
  keys: {
    "repository.edit": { title: "Edit file", group: "File", keys: ["e"] },
    "repository.permalink": { title: "Copy permalink", group: "File", keys: ["y"] },
    "repository.comment": { title: "Comment on the selected lines", group: "File", keys: ["c"] },
    "repository.go-to-symbol": {
      title: "Go to symbol",
      group: "File",
      keys: ["mod+shift+o"],
      whileTyping: true,
    },
  },
  pages: [
    page("/a/$account/p/$project/files", {
      name: "files",
      label: "Files",
      icon: FolderTree,
      component: "FilesView",
      firstReads: async ({ params, search }, of) =>
        (await import("./first-reads.ts")).readFiles(of(params.account), params.project, search),
      loader: async ({ client, params, search }) =>
        (await import("./prefetch.ts")).prefetchFiles(client, params, search),
      names: ({ search }) => ({ title: search.path && nameOf(search.path) }),
      keepsRef: true,
      web: ({ search, hash }) => {
        const { path = "" } = search;
        const { name, type } = webRef(search.ref);
        return (
          encoded(search.blame ? "blame" : path ? "blob" : "tree", name, path) +
          stringifyPlainSearch({ plain: search.plain, ref_type: type }) +
          hash
        );
      },
      sidebar: { group: "code" },
      commands: [{ id: "project.files", keys: ["g f"], menu: { menu: "Repository", section: 1, order: 2 } }],
    }),
  ],
});
