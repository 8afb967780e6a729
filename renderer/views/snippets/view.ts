import { SquareCode } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import type { PlainSearch } from "../../features/addresses/plain-search.ts";
import {
  encoded,
  entryOf,
  firstOf,
  leaveFrom,
  listOf,
  type WebReaders,
} from "../../features/addresses/web-pages.ts";
import { linesAnchorOf, noteAnchorOf } from "../../features/addresses/web-rest.ts";

/** Name of a snippet by the end of its address. */
const nameOfSnippet = (id: string): string => (id === "new" ? "New snippet" : `$${id}`);

const readSnippet = (ofProject: boolean) =>
  firstOf(
    entryOf((page, id) => {
      const { account, path, rest } = page;
      const project = ofProject ? page.project : null;
      if (path[1] === "edit") return hrefs.snippetEdit(account, project, id);
      const place = noteAnchorOf(rest) || linesAnchorOf(rest);
      if (path[1] !== "raw") {
        leaveFrom(page, 1);
        return hrefs.snippet(account, project, id, {}, place);
      }
      // `raw/main/name`: a snippet's repository has one branch.
      return hrefs.snippet(account, project, id, { view: "raw", file: path.slice(3).join("/") });
    }),
    ({ account, project, path }) =>
      path[0] === "new" ? hrefs.snippet(account, ofProject ? project : null, "new") : null,
  );

const web: WebReaders = {
  project: {
    snippets: firstOf(
      listOf(({ account, project, rest }) =>
        hrefs.project(account, project, "snippets", {
          visibility: rest.get("scope")?.replace(/^are_/, ""),
        }),
      ),
      readSnippet(true),
    ),
  },
  service: {
    snippets: firstOf(
      listOf(({ account }) => hrefs.snippets(account)),
      readSnippet(false),
    ),
    "public snippets": ({ account }) => hrefs.snippets(account, "public"),
  },
};

const webSnippet = (id: string, search: PlainSearch, hash: string): string =>
  search.view === "raw"
    ? encoded("snippets", id, "raw", ...(search.file ? ["main", search.file] : []))
    : `snippets/${id}${hash}`;

export const snippets = defineView({
  load: () => import("./index.tsx"),
  web,
  keys: { "snippet.edit": { title: "Edit snippet", group: "Snippet", keys: ["e"] } },
  pages: [
    page("/a/$account/snippets", {
      name: "snippets",
      label: "Snippets",
      icon: SquareCode,
      component: "SnippetsView",
      isNamedBySearch: true,
      names: ({ search }) => ({ title: search.list === "public" ? "Public snippets" : "Snippets" }),
      web: ({ search }) => (search.list === "public" ? "explore/snippets" : "dashboard/snippets"),
      sidebar: { group: "rail" },
      commands: [
        { id: "go.snippets", title: "My snippets", keywords: "personal gists", keys: ["g s"] },
        {
          id: "go.public-snippets",
          title: "Public snippets",
          keywords: "explore gists",
          search: { list: "public" },
        },
      ],
    }),
    page("/snippets", {
      name: "all_snippets",
      label: "Snippets of all accounts",
      icon: SquareCode,
      component: "AllSnippetsView",
      names: () => ({ title: "All snippets" }),
      marks: "snippets",
      commands: [{ id: "go.snippets-of-all" }],
    }),
    page("/a/$account/snippets/$snippet", {
      name: "snippet",
      label: "Snippet",
      icon: SquareCode,
      component: "SnippetView",
      id: "number or new",
      parent: "snippets",
      names: ({ params }) => ({ own: nameOfSnippet(params.snippet) }),
      web: ({ params, search, hash }) => `-/${webSnippet(params.snippet, search, hash)}`,
      commands: [
        {
          id: "snippet.new",
          title: "New personal snippet",
          keywords: "create gist",
          params: { snippet: "new" },
        },
      ],
    }),
    page("/a/$account/snippets/$snippet/edit", {
      name: "snippet",
      label: "Snippet",
      icon: SquareCode,
      component: "SnippetEditView",
      id: "number",
      parent: "snippets",
      names: ({ params }) => ({ own: nameOfSnippet(params.snippet) }),
      web: ({ params }) => `-/snippets/${params.snippet}/edit`,
    }),
    page("/a/$account/p/$project/snippets", {
      name: "snippets",
      label: "Snippets",
      icon: SquareCode,
      component: "SnippetsView",
      web: () => "snippets",
      sidebar: { group: "plan", part: "snippets" },
      commands: [
        {
          id: "project.snippets",
          title: "Snippets of this project",
          keywords: "gists",
          keys: ["g s"],
        },
      ],
    }),
    page("/a/$account/p/$project/snippets/$snippet", {
      name: "snippet",
      label: "Snippet",
      icon: SquareCode,
      component: "SnippetView",
      id: "number or new",
      parent: "snippets",
      names: ({ params }) => ({ own: nameOfSnippet(params.snippet) }),
      web: ({ params, search, hash }) => webSnippet(params.snippet, search, hash),
      commands: [
        {
          id: "project.new-snippet",
          title: "New snippet in this project",
          keywords: "create gist",
          params: { snippet: "new" },
        },
      ],
    }),
    page("/a/$account/p/$project/snippets/$snippet/edit", {
      name: "snippet",
      label: "Snippet",
      icon: SquareCode,
      component: "SnippetEditView",
      id: "number",
      parent: "snippets",
      names: ({ params }) => ({ own: nameOfSnippet(params.snippet) }),
      web: ({ params }) => `snippets/${params.snippet}/edit`,
    }),
  ],
});
