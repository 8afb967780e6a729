import { GitCompareArrows } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { stringifyPlainSearch } from "../../features/addresses/plain-search.ts";
import { encoded, type WebReaders } from "../../features/addresses/web-pages.ts";
import { diffAnchorOf } from "../../features/addresses/web-rest.ts";

const web: WebReaders = {
  project: {
    compare: ({ account, project, path, rest }) => {
      const [, from, dots, to] = /^(.+?)(\.{2,3})(.+)$/.exec(path.join("/")) ?? [];
      const isStraight = rest.get("straight") === "true" || dots === "..";
      const straight = isStraight ? "1" : "";
      if (from && to)
        return hrefs.project(account, project, "compare", { from, to, straight }, diffAnchorOf(rest));
      const target = rest.get("from") ?? path.join("/");
      return hrefs.project(account, project, "compare", { from: target, to: rest.get("to"), straight });
    },
  },
};

export const compare = defineView({
  load: () => import("./index.tsx"),
  prefetch: () => import("./prefetch.ts"),
  web,
  pages: [
    page("/a/$account/p/$project/compare", {
      name: "compare",
      label: "Compare",
      icon: GitCompareArrows,
      component: "CompareView",
      loader: async ({ client, params, search }) =>
        (await import("./prefetch.ts")).prefetchComparison(client, params, search),
      web: ({ search: { from, to, straight }, hash }) =>
        from && to
          ? encoded("compare", `${from}${straight ? ".." : "..."}${to}`) + hash
          : `compare${stringifyPlainSearch({ from, to })}`,
      sidebar: { group: "code" },
      commands: [{ id: "project.compare", menu: { menu: "Branch", section: 2, order: 3 } }],
    }),
  ],
});
