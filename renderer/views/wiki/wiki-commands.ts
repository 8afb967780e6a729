import { BookText, FilePlus2, FileSearch, History, PencilLine } from "lucide-react";
import type { WikiRoute } from "../../features/addresses/wiki-address.ts";
import type { Command } from "../../state/commands/commands.ts";
import type { Wiki } from "./model/use-wiki.ts";

/** Commands of a wiki for the palette and the keyboard. */
export function wikiCommands({ go, hrefOf, mayWrite }: Wiki, route: WikiRoute): Command[] {
  const section = "Wiki";
  const to = (next: WikiRoute) => () => go(hrefOf(next));
  const page = "slug" in route ? route.slug : null;
  return [
    {
      id: "wiki.search",
      title: "Search wiki pages",
      section,
      icon: FileSearch,
      keywords: "find text",
      run: to({ kind: "search" }),
    },
    ...(mayWrite
      ? [
          {
            id: "wiki.new",
            title: "New wiki page",
            section,
            icon: FilePlus2,
            run: to({ kind: "new" }),
          },
        ]
      : []),
    ...(page !== null && mayWrite && route.kind !== "edit"
      ? [
          {
            id: "wiki.edit",
            title: "Edit this page",
            section,
            icon: PencilLine,
            run: to({ kind: "edit", slug: page }),
          },
        ]
      : []),
    ...(page === null
      ? []
      : [
          {
            id: "wiki.history",
            title: "History of this page",
            section,
            icon: History,
            run: to({ kind: "history", slug: page }),
          },
        ]),
    ...(page !== null && route.kind !== "page"
      ? [
          {
            id: "wiki.read",
            title: "Read this page",
            section,
            icon: BookText,
            run: to({ kind: "page", slug: page }),
          },
        ]
      : []),
  ];
}
