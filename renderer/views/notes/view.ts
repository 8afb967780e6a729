import { CircleDot } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import {
  entryOf,
  firstOf,
  leaveFrom,
  listOf,
  type WebReader,
  type WebReaders,
} from "../../features/addresses/web-pages.ts";
import { noteAnchorOf } from "../../features/addresses/web-rest.ts";

const readList = listOf(({ account, project }) => hrefs.project(account, project, "issues"));

const readIssue = entryOf((page, id) => {
  leaveFrom(page, 1);
  return hrefs.issue(page.account, page.project, id, noteAnchorOf(page.rest));
});

/** `issues/incident/7`. */
const readIncident: WebReader = ({ account, project, path: [kind, id = ""], rest }) =>
  kind === "incident" && /^[1-9]\d*$/.test(id) ? hrefs.issue(account, project, id, noteAnchorOf(rest)) : null;

const web: WebReaders = {
  project: {
    issues: firstOf(readList, readIssue, readIncident),
    work_items: firstOf(readList, readIssue),
  },
};

export const notes = defineView({
  load: () => import("./index.tsx"),
  web,
  pages: [
    page("/a/$account/p/$project/issues", {
      name: "issues",
      label: "Issues",
      icon: CircleDot,
      component: "IssuesView",
      web: () => "issues",
      sidebar: { group: "plan", part: "issues" },
      commands: [
        {
          id: "project.issues",
          title: "Issue by number…",
          keywords: "comments notes bug",
          keys: ["g i"],
        },
      ],
    }),
    page("/a/$account/p/$project/issues/$iid", {
      name: "issue",
      label: "Issue",
      icon: CircleDot,
      component: "NotesView",
      id: "number",
      parent: "issues",
      names: ({ params }) => ({ own: `#${params.iid}` }),
      web: ({ params, hash }) => `issues/${params.iid}${hash}`,
    }),
  ],
});
