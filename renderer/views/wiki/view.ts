import { BookText } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { readWikiSplat, titleOfSlug } from "../../features/addresses/wiki-address.ts";

/** Returns the names of a page of a wiki, by the end of its address. */
function namesOf(splat: string) {
  const route = readWikiSplat(splat);
  const own = "slug" in route ? titleOfSlug(route.slug) : route.kind === "new" ? "New page" : "Search";
  return { own, ending: " wiki" };
}

export const wiki = defineView({
  load: () => import("./wiki-view.tsx"),
  pages: [
    page("/a/$account/p/$project/wiki", {
      name: "wiki",
      label: "Wiki",
      icon: BookText,
      component: "WikiView",
      names: () => namesOf(""),
      reads: () => ({ wiki: readWikiSplat("") }),
      sidebar: { group: "plan", part: "wiki" },
      commands: [{ id: "project.wiki", keywords: "pages documentation", menu: "Repository" }],
    }),
    // Shown by the page around it, so that the tree stays mounted between pages.
    page("/a/$account/p/$project/wiki/$", {
      name: "wiki",
      label: "Wiki",
      icon: BookText,
      names: ({ params }) => namesOf(params._splat),
      reads: ({ _splat }) => ({ wiki: readWikiSplat(_splat) }),
    }),
  ],
});
