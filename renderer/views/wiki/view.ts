import { BookText } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { type PlainSearch, stringifyPlainSearch } from "../../features/addresses/plain-search.ts";
import { encoded, type WebReaders } from "../../features/addresses/web-pages.ts";
import { readWikiRoute, readWikiSplat, titleOfSlug } from "../../features/addresses/wiki-address.ts";

/** Returns the names of a page of a wiki, by the end of its address. */
function namesOf(splat: string) {
  const route = readWikiSplat(splat);
  const own = "slug" in route ? titleOfSlug(route.slug) : route.kind === "new" ? "New page" : "Search";
  return { own, ending: " wiki" };
}

const web: WebReaders = {
  project: {
    wikis: ({ account, project, path, rest }) => {
      // GitLab's list of pages is the tree that every page has beside it.
      const isList = path.length === 0 || (path.length === 1 && path[0] === "pages");
      const version = rest.get("version_id");
      const route = isList
        ? null
        : readWikiRoute(path.at(-1) === "diff" ? [...path.slice(0, -1), "history"] : path);
      return hrefs.wiki(account, project, route, version ? { version } : {}, rest.hash());
    },
  },
};

function webPath(splat: string, search: PlainSearch, hash: string): string | null {
  const route = readWikiSplat(splat);
  if (route.kind === "search") return null;
  if (route.kind === "new") return "wikis/new";
  const version = stringifyPlainSearch({ version_id: search.version });
  return encoded("wikis", route.slug, route.kind === "page" ? "" : route.kind) + version + hash;
}

export const wiki = defineView({
  load: () => import("./wiki-view.tsx"),
  web,
  keys: {
    "wiki.search": { title: "Search wiki pages", group: "Wiki", keys: ["s"] },
    "wiki.new": { title: "New wiki page", group: "Wiki", keys: ["n"] },
    "wiki.edit": { title: "Edit this page", group: "Wiki", keys: ["e"] },
    "wiki.save": { title: "Save page", group: "Wiki", keys: ["mod+s"], whileTyping: true },
  },
  pages: [
    page("/a/$account/p/$project/wiki", {
      name: "wiki",
      label: "Wiki",
      icon: BookText,
      component: "WikiView",
      names: () => namesOf(""),
      reads: () => ({ wiki: readWikiSplat("") }),
      web: ({ search, hash }) => webPath("", search, hash),
      sidebar: { group: "plan", part: "wiki" },
      commands: [
        {
          id: "project.wiki",
          keywords: "pages documentation",
          keys: ["g w"],
          menu: { menu: "Repository", section: 2, order: 5 },
        },
      ],
    }),
    // Shown by the page around it, so that the tree stays mounted between pages.
    page("/a/$account/p/$project/wiki/$", {
      name: "wiki",
      label: "Wiki",
      icon: BookText,
      names: ({ params }) => namesOf(params._splat),
      reads: ({ _splat }) => ({ wiki: readWikiSplat(_splat) }),
      web: ({ params, search, hash }) => webPath(params._splat, search, hash),
    }),
  ],
});
