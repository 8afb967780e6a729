import { SquareCode } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

/** Name of a snippet by the end of its address. */
const nameOfSnippet = (id: string): string => (id === "new" ? "New snippet" : `$${id}`);

export const snippets = defineView({
  load: () => import("./index.tsx"),
  pages: [
    page("/a/$account/snippets", {
      name: "snippets",
      label: "Snippets",
      icon: SquareCode,
      component: "SnippetsView",
      isNamedBySearch: true,
      names: ({ search }) => ({ title: search.list === "public" ? "Public snippets" : "Snippets" }),
      sidebar: { group: "main" },
      commands: [
        { id: "go.snippets", title: "My snippets", keywords: "personal gists" },
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
    }),
    page("/a/$account/p/$project/snippets", {
      name: "snippets",
      label: "Snippets",
      icon: SquareCode,
      component: "SnippetsView",
      sidebar: { group: "project" },
      commands: [{ id: "project.snippets", title: "Snippets of this project", keywords: "gists" }],
    }),
    page("/a/$account/p/$project/snippets/$snippet", {
      name: "snippet",
      label: "Snippet",
      icon: SquareCode,
      component: "SnippetView",
      id: "number or new",
      parent: "snippets",
      names: ({ params }) => ({ own: nameOfSnippet(params.snippet) }),
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
    }),
  ],
});
