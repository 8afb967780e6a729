import { Package } from "lucide-react";
import { decodePercent } from "../../../shared/text/decode-percent.ts";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { encoded, type WebReaders } from "../../features/addresses/web-pages.ts";

const web: WebReaders = {
  project: {
    releases: ({ account, project, path, rest }) => {
      const [, tag = "", ending] =
        /^(.*?)(\/(?:edit|evidences|downloads)(?:\/.*)?)?$/.exec(path.join("/")) ?? [];
      if (ending !== undefined) rest.leave(ending);
      const isWord = tag === "new" || tag === "permalink/latest";
      return hrefs.project(account, project, "releases", {}, isWord ? "" : tag);
    },
  },
};

export const releases = defineView({
  load: () => import("./releases-view.tsx"),
  web,
  pages: [
    page("/a/$account/p/$project/releases", {
      name: "releases",
      label: "Releases",
      icon: Package,
      component: "ReleasesView",
      web: ({ hash }) => encoded("releases", decodePercent(hash.slice(1))),
      sidebar: { group: "build", part: "releases" },
      commands: [
        {
          id: "project.releases",
          keys: ["g r"],
          menu: { menu: "Repository", section: 2, order: 4 },
        },
      ],
    }),
  ],
});
