import type { AnyRouter } from "@tanstack/react-router";
import {
  BookOpen,
  BookText,
  CircleDot,
  CirclePlay,
  FileArchive,
  FileSearch,
  Folders,
  FolderTree,
  GitBranch,
  GitCommitHorizontal,
  GitCompareArrows,
  GitPullRequest,
  Package,
  PencilLine,
  Rocket,
  Search,
  ServerCog,
  SquareCode,
  SquareLibrary,
  Tag,
  UsersRound,
  Workflow,
} from "lucide-react";
import { hrefs } from "../../features/addresses/hrefs.ts";
import type { AppLocation } from "../../features/addresses/parse-address.ts";
import type { Command } from "../../state/commands.ts";
import { adminTabs } from "../../views/admin/tabs.ts";
import { openPalette } from "../palette/palette-state.ts";

/** Returns commands that open the tabs of Administration. */
export const adminCommands = ({ history }: AnyRouter, account: string): Command[] =>
  adminTabs.map(({ id, label, icon, keywords }) => ({
    id: `go.admin.${id}`,
    title: `Administration: ${label}`,
    section: "Go to",
    icon,
    keywords: `admin ${keywords}`,
    run: () => history.push(hrefs.admin(account, id)),
  }));

/** Returns the commands of the current account and project. */
export function navigationCommands(
  { history }: AnyRouter,
  account: string | undefined,
  location: AppLocation,
): Command[] {
  if (!account) return [];
  const go = (href: string) => () => history.push(href);
  const projects: Command = {
    id: "go.projects",
    title: "Projects",
    section: "Go to",
    icon: SquareLibrary,
    shortcut: "g p",
    run: go(hrefs.projects(account)),
  };
  const groups: Command = {
    id: "go.groups",
    title: "Groups",
    section: "Go to",
    icon: Folders,
    run: go(hrefs.groups(account)),
  };
  const mergeRequests: Command = {
    id: "go.merge-requests",
    title: "Merge requests of all projects",
    section: "Go to",
    icon: GitPullRequest,
    run: go(hrefs.mergeRequests(account)),
  };
  const reference: Command = {
    id: "go.reference",
    title: "API reference",
    section: "Go to",
    icon: BookOpen,
    keywords: "operations curl endpoints",
    run: go(hrefs.reference(account)),
  };
  const runners: Command = {
    id: "go.runners",
    title: "Runners of all projects",
    section: "Go to",
    icon: ServerCog,
    keywords: "ci fleet machines",
    run: go(hrefs.runners(account)),
  };
  const snippets: Command = {
    id: "go.snippets",
    title: "My snippets",
    section: "Go to",
    icon: SquareCode,
    shortcut: "g s",
    keywords: "personal gists",
    run: go(hrefs.snippets(account)),
  };
  const publicSnippets: Command = {
    id: "go.public-snippets",
    title: "Public snippets",
    section: "Go to",
    icon: SquareCode,
    keywords: "explore gists",
    run: go(hrefs.snippets(account, "public")),
  };
  const newSnippet: Command = {
    id: "snippet.new",
    title: "New personal snippet",
    section: "Go to",
    icon: SquareCode,
    keywords: "create gist",
    run: go(hrefs.snippet(account, null, "new")),
  };
  const anywhere = [
    projects,
    groups,
    mergeRequests,
    runners,
    snippets,
    publicSnippets,
    newSnippet,
    reference,
  ];
  if (location.kind !== "project") return anywhere;
  const { project, search } = location;
  const ref = search.ref ? { ref: search.ref } : {};
  const section = "Project";
  return [
    ...anywhere,
    {
      id: "project.snippets",
      title: "Snippets of this project",
      section,
      icon: SquareCode,
      shortcut: "g s",
      keywords: "gists",
      run: go(hrefs.project(account, project, "snippets")),
    },
    {
      id: "project.new-snippet",
      title: "New snippet in this project",
      section,
      icon: SquareCode,
      keywords: "create gist",
      run: go(hrefs.snippet(account, project, "new")),
    },
    {
      id: "project.issues",
      title: "Issue by number…",
      section,
      icon: CircleDot,
      shortcut: "g i",
      keywords: "comments notes bug",
      run: go(hrefs.project(account, project, "issues")),
    },
    {
      id: "project.merge-requests",
      title: "Merge requests",
      section,
      icon: GitPullRequest,
      shortcut: "g m",
      run: go(hrefs.project(account, project, "merge_requests")),
    },
    {
      id: "project.pipelines",
      title: "Pipelines",
      section,
      icon: Workflow,
      shortcut: "g j",
      keywords: "ci jobs builds",
      run: go(hrefs.project(account, project, "pipelines")),
    },
    {
      id: "project.jobs",
      title: "Jobs",
      section,
      icon: CirclePlay,
      keywords: "ci builds",
      run: go(hrefs.project(account, project, "jobs")),
    },
    {
      id: "project.overview",
      title: "Project overview",
      section,
      icon: SquareLibrary,
      shortcut: "g o",
      run: go(hrefs.project(account, project)),
    },
    {
      id: "project.files",
      title: "Files",
      section,
      icon: FolderTree,
      shortcut: "g f",
      run: go(hrefs.project(account, project, "files", ref)),
    },
    {
      id: "project.commits",
      title: "Commits",
      section,
      icon: GitCommitHorizontal,
      shortcut: "g c",
      run: go(hrefs.project(account, project, "commits", ref)),
    },
    {
      id: "project.branches",
      title: "Branches",
      section,
      icon: GitBranch,
      shortcut: "g b",
      run: go(hrefs.project(account, project, "branches")),
    },
    {
      id: "project.tags",
      title: "Tags",
      section,
      icon: Tag,
      run: go(hrefs.project(account, project, "tags")),
    },
    {
      id: "project.releases",
      title: "Releases",
      section,
      icon: Package,
      shortcut: "g r",
      run: go(hrefs.project(account, project, "releases")),
    },
    {
      id: "project.environments",
      title: "Environments",
      section,
      icon: Rocket,
      shortcut: "g e",
      keywords: "deployments deploy",
      run: go(hrefs.project(account, project, "environments")),
    },
    {
      id: "project.artifacts",
      title: "Artifacts of a branch or tag",
      section,
      icon: FileArchive,
      keywords: "ci download latest",
      run: go(hrefs.project(account, project, "artifacts")),
    },
    {
      id: "project.compare",
      title: "Compare",
      section,
      icon: GitCompareArrows,
      run: go(hrefs.project(account, project, "compare")),
    },
    {
      id: "project.contributors",
      title: "Contributors",
      section,
      icon: UsersRound,
      run: go(hrefs.project(account, project, "contributors")),
    },
    {
      id: "project.runners",
      title: "Runners",
      section,
      icon: ServerCog,
      keywords: "ci fleet machines",
      run: go(hrefs.project(account, project, "runners")),
    },
    {
      id: "project.changes",
      title: "Pending changes",
      section,
      icon: PencilLine,
      shortcut: "g d",
      keywords: "drafts",
      run: go(hrefs.project(account, project, "changes", ref)),
    },
    {
      id: "project.wiki",
      title: "Wiki",
      section,
      icon: BookText,
      shortcut: "g w",
      keywords: "pages documentation",
      run: go(hrefs.wiki(account, project)),
    },
    {
      id: "project.search",
      title: "Search in files",
      section,
      icon: Search,
      shortcut: "mod+shift+f",
      keywords: "find grep text",
      run: go(hrefs.project(account, project, "search", ref)),
    },
    {
      id: "repository.go-to-file",
      title: "Go to file…",
      section,
      icon: FileSearch,
      shortcut: "t",
      run: () => openPalette("/"),
    },
    {
      id: "project.go-to-branch",
      title: "Go to branch or tag…",
      section,
      icon: GitBranch,
      shortcut: "b",
      run: () => openPalette("@"),
    },
  ];
}
