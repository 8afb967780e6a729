import { CircleDot, CirclePlus, SquareKanban } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import {
  encoded,
  entryOf,
  firstOf,
  listOf,
  type WebReader,
  type WebReaders,
} from "../../features/addresses/web-pages.ts";
import { issueQuery, issueSearch } from "../../features/addresses/work-filters.ts";

const readList = listOf(({ account, project, rest }) =>
  hrefs.project(account, project, "issues", issueQuery(rest)),
);

const readForm: WebReader = ({ account, project, path }) =>
  path[0] === "new" ? hrefs.project(account, project, "issues", { create: "1" }) : null;

const web: WebReaders = {
  project: {
    issues: firstOf(readList, readForm),
    work_items: firstOf(readList, readForm),
    boards: firstOf(
      listOf(({ account, project, rest }) => hrefs.project(account, project, "boards", issueQuery(rest))),
      // A board of the service has lists of its own, which are not read.
      entryOf(({ account, project, rest }) => hrefs.project(account, project, "boards", issueQuery(rest))),
    ),
  },
  service: {
    issues: ({ account, rest }) => hrefs.issues(account, undefined, issueQuery(rest)),
  },
};

export const issues = defineView({
  load: () => import("./index.tsx"),
  web,
  keys: {
    "issues.create": { title: "New issue", group: "Issues", keys: ["c"] },
  },
  fixedKeys: [
    { title: "Select an issue", group: "Issues", keys: ["x"] },
    { title: "Column before or after", group: "Board", keys: ["left", "right"] },
    {
      title: "Move the issue to the column before or after",
      group: "Board",
      keys: ["shift+left", "shift+right"],
    },
  ],
  pages: [
    page("/issues", {
      name: "all_issues",
      label: "Issues of all accounts",
      icon: CircleDot,
      component: "AllIssuesView",
      names: () => ({ title: "All issues" }),
      marks: "issues",
      commands: [{ id: "go.issues-of-all" }],
    }),
    page("/a/$account/issues", {
      name: "issues",
      label: "Issues",
      icon: CircleDot,
      component: "IssuesView",
      firstReads: async ({ params: { account }, search }, of) =>
        (await import("./first-reads.ts")).readIssues(of(account), {}, search.q),
      web: ({ search }) => `dashboard/issues${issueSearch(search.q)}`,
      sidebar: { group: "rail" },
      commands: [{ id: "go.issues", title: "Issues of all projects" }],
    }),
    page("/a/$account/groups/$group/issues", {
      name: "issues",
      label: "Issues",
      icon: CircleDot,
      component: "IssuesView",
      firstReads: async ({ params: { account, group }, search }, of) =>
        (await import("./first-reads.ts")).readIssues(of(account), { group }, search.q),
      web: ({ params, search }) => encoded("groups", params.group, "-", "issues") + issueSearch(search.q),
    }),
    page("/a/$account/p/$project/issues", {
      name: "issues",
      label: "Issues",
      icon: CircleDot,
      component: "IssuesView",
      firstReads: async ({ params: { account, project }, search }, of) =>
        (await import("./first-reads.ts")).readIssues(of(account), { project }, search.q),
      web: ({ search }) => (search.create ? "issues/new" : `issues${issueSearch(search.q)}`),
      sidebar: { group: "plan", part: "issues" },
      commands: [
        {
          id: "project.issues",
          keywords: "bugs tickets",
          keys: ["g i"],
          menu: { menu: "Repository", section: 2, order: 2 },
        },
        {
          id: "project.new-issue",
          title: "New issue…",
          icon: CirclePlus,
          keywords: "create bug ticket",
          search: { create: "1" },
        },
      ],
    }),
    page("/a/$account/p/$project/boards", {
      name: "board",
      label: "Board",
      icon: SquareKanban,
      component: "BoardView",
      web: ({ search }) => `boards${issueSearch(search.q)}`,
      sidebar: { group: "plan", part: "issues" },
      commands: [{ id: "project.board", keywords: "kanban columns", keys: ["g k"] }],
    }),
  ],
});
