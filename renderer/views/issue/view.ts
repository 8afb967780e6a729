import { CircleDot } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import {
  entryOf,
  firstOf,
  leaveFrom,
  type WebReader,
  type WebReaders,
} from "../../features/addresses/web-pages.ts";
import { noteAnchorOf } from "../../features/addresses/web-rest.ts";

const readIssue = entryOf((page, id) => {
  leaveFrom(page, 1);
  return hrefs.issue(page.account, page.project, id, noteAnchorOf(page.rest));
});

/** `issues/incident/7`. */
const readIncident: WebReader = ({ account, project, path: [kind, id = ""], rest }) =>
  kind === "incident" && /^[1-9]\d*$/.test(id) ? hrefs.issue(account, project, id, noteAnchorOf(rest)) : null;

const web: WebReaders = {
  project: { issues: firstOf(readIssue, readIncident), work_items: readIssue },
};

const key = (title: string, stroke: string) => ({ title, group: "Issue", keys: [stroke] });

export const issue = defineView({
  load: () => import("./index.tsx"),
  web,
  keys: {
    "issue.assign": key("Assign the issue", "a"),
    "issue.assign-self": key("Assign the issue to yourself", "i"),
    "issue.labels": key("Change labels of the issue", "l"),
    "issue.milestone": key("Change the milestone of the issue", "m"),
    "issue.due": key("Change the due date of the issue", "d"),
    "issue.edit": key("Edit title and description", "e"),
    "issue.comment": key("Write a comment", "r"),
    "issue.close": key("Close or reopen the issue", "shift+c"),
  },
  pages: [
    page("/a/$account/p/$project/issues/$iid", {
      name: "issue",
      label: "Issue",
      icon: CircleDot,
      component: "IssueView",
      id: "number",
      // As a service's own interface names the form.
      newLeadsTo: "/a/$account/p/$project/issues?create=1",
      firstReads: async ({ params: { account, project, iid } }, of) =>
        (await import("./first-reads.ts")).readIssue(of(account), project, Number(iid)),
      parent: "issues",
      names: ({ params, name }) => ({ own: `#${params.iid}`, title: name && `${name} #${params.iid}` }),
      web: ({ params, hash }) => `issues/${params.iid}${hash}`,
    }),
  ],
});
