import { FolderPlus, GitFork, Settings2, UsersRound } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { listOf, type WebReaders } from "../../features/addresses/web-pages.ts";

const web: WebReaders = {
  project: {
    project_members: listOf(({ account, project }) => hrefs.project(account, project, "members")),
    edit: listOf(({ account, project }) => hrefs.project(account, project, "settings")),
    forks: ({ account, project, path: [name] }) =>
      name === "new" ? hrefs.project(account, project, "fork") : null,
  },
};

/** Making a project, and what its maintainers and owners decide. */
export const projectSettings = defineView({
  load: () => import("./index.tsx"),
  web,
  pages: [
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
      // GitLab has it outside of `/-/`.
      web: () => null,
      sidebar: { group: "manage", part: "settings", label: "Settings" },
      commands: [
        {
          id: "project.settings",
          keywords: "visibility rename archive transfer delete features merge method squash",
        },
      ],
    }),
  ],
});
