import { FolderPlus, GitFork, Milestone, Settings2, Tags, UsersRound } from "lucide-react";
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
import { settingsTabs } from "./settings/settings-tabs.ts";

/** Returns a reader of web pages of settings, by their first segment. */
const settingsOf =
  (first: string): WebReader =>
  ({ account, project, path }) => {
    const tab = settingsTabs.find((each) => each.web === [first, ...path].join("/"));
    return tab ? hrefs.project(account, project, "settings", { tab: tab.id }) : null;
  };

const web: WebReaders = {
  project: {
    labels: listOf(({ account, project }) => hrefs.project(account, project, "labels")),
    milestones: firstOf(
      listOf(({ account, project }) => hrefs.project(account, project, "milestones")),
      entryOf(({ account, project }, id) => hrefs.milestone(account, { project }, id)),
    ),
    project_members: listOf(({ account, project }) => hrefs.project(account, project, "members")),
    edit: listOf(({ account, project }) => hrefs.project(account, project, "settings")),
    settings: settingsOf("settings"),
    hooks: settingsOf("hooks"),
    forks: ({ account, project, path: [name] }) =>
      name === "new" ? hrefs.project(account, project, "fork") : null,
  },
};

const labels = { label: "Labels", icon: Tags, component: "LabelsView" } as const;
const milestones = { label: "Milestones", icon: Milestone, component: "MilestonesView" } as const;
const milestone = { label: "Milestone", icon: Milestone, component: "MilestoneView", id: "number" } as const;

/** Labels and milestones of a project or a group, and what the maintainers and owners of a project decide. */
export const manage = defineView({
  load: () => import("./index.tsx"),
  web,
  pages: [
    page("/a/$account/p/$project/labels", {
      ...labels,
      name: "labels",
      web: () => "labels",
      sidebar: { group: "plan", part: "labels" },
      commands: [{ id: "project.labels" }],
    }),
    page("/a/$account/p/$project/milestones", {
      ...milestones,
      name: "milestones",
      web: () => "milestones",
      sidebar: { group: "plan", part: "milestones" },
      commands: [{ id: "project.milestones", keywords: "iteration due" }],
    }),
    page("/a/$account/p/$project/milestones/$milestone", {
      ...milestone,
      name: "milestone",
      parent: "milestones",
      names: ({ params, name }) => ({ own: name ?? `%${params.milestone}` }),
      web: ({ params }) => `milestones/${params.milestone}`,
    }),
    page("/a/$account/groups/$group/labels", {
      ...labels,
      name: "group_labels",
      marks: "groups",
      web: ({ params }) => encoded("groups", params.group, "-", "labels"),
    }),
    page("/a/$account/groups/$group/milestones", {
      ...milestones,
      name: "group_milestones",
      marks: "groups",
      web: ({ params }) => encoded("groups", params.group, "-", "milestones"),
    }),
    page("/a/$account/groups/$group/milestones/$milestone", {
      ...milestone,
      name: "group_milestone",
      parent: "group_milestones",
      names: ({ params, name }) => ({ own: name ?? `%${params.milestone}` }),
      web: ({ params }) => encoded("groups", params.group, "-", "milestones", params.milestone),
    }),
    page("/a/$account/projects/new", {
      name: "new_project",
      label: "New project",
      icon: FolderPlus,
      component: "NewProjectView",
      parent: "projects",
      web: () => "projects/new",
      commands: [
        { id: "go.new-project", title: "New project…", keywords: "create import", icon: FolderPlus },
      ],
    }),
    page("/a/$account/p/$project/fork", {
      name: "fork",
      label: "Fork",
      icon: GitFork,
      component: "ForkView",
      marks: "overview",
      web: () => "forks/new",
      commands: [{ id: "project.fork", title: "Fork project…", icon: GitFork }],
    }),
    page("/a/$account/p/$project/members", {
      name: "members",
      label: "Members",
      icon: UsersRound,
      component: "MembersView",
      web: () => "project_members",
      sidebar: { group: "manage", part: "members" },
      commands: [{ id: "project.members", keywords: "people roles invite access" }],
    }),
    page("/a/$account/p/$project/settings", {
      name: "project_settings",
      label: "Project settings",
      icon: Settings2,
      component: "ProjectSettingsView",
      // GitLab has the first tab outside of `/-/`.
      web: ({ search: { tab } }) => settingsTabs.find(({ id }) => id === tab)?.web ?? null,
      sidebar: { group: "manage", part: "settings", label: "Settings" },
      commands: [
        {
          id: "project.settings",
          keywords:
            "visibility rename archive transfer delete features merge method squash protected branches tags webhooks access tokens deploy keys variables secrets",
        },
      ],
    }),
  ],
});
