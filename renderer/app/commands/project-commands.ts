import type { AnyRouter } from "@tanstack/react-router";
import {
  BookText,
  CircleDot,
  CirclePlay,
  FileArchive,
  FileSearch,
  FolderTree,
  GitBranch,
  GitBranchPlus,
  GitCommitHorizontal,
  GitCompareArrows,
  GitPullRequest,
  GitPullRequestCreate,
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
import { readRefName, shortRef } from "../../../shared/text/ref-name.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import type { AppLocation } from "../../features/addresses/parse-address.ts";
import type { Command } from "../../state/commands/commands.ts";
import { openPalette } from "../palette/palette-state.ts";

type ProjectLocation = Extract<AppLocation, { kind: "project" }>;

/** Returns the commands that open the views of a project. Views of its files keep the current branch or tag. */
export function projectCommands(
  { history }: AnyRouter,
  account: string,
  { project, search }: ProjectLocation,
): Command[] {
  const branch = search.ref && readRefName(search.ref).kind !== "tag" ? shortRef(search.ref) : undefined;
  const ref = search.ref ? { ref: search.ref } : {};
  const command = (
    id: string,
    title: string,
    icon: Command["icon"],
    run: () => void,
    keywords?: string,
  ): Command => ({ id, title, section: "Project", icon, keywords, run });
  const view = (
    id: string,
    title: string,
    icon: Command["icon"],
    name: Parameters<typeof hrefs.project>[2],
    keywords?: string,
    query = {},
  ): Command =>
    command(id, title, icon, () => history.push(hrefs.project(account, project, name, query)), keywords);
  const go = (href: string) => () => history.push(href);
  return [
    view("project.snippets", "Snippets of this project", SquareCode, "snippets", "gists"),
    command(
      "project.new-snippet",
      "New snippet in this project",
      SquareCode,
      go(hrefs.snippet(account, project, "new")),
      "create gist",
    ),
    view("project.issues", "Issue by number…", CircleDot, "issues", "comments notes bug"),
    view("project.merge-requests", "Merge requests", GitPullRequest, "merge_requests"),
    view("project.pipelines", "Pipelines", Workflow, "pipelines", "ci jobs builds"),
    view("project.jobs", "Jobs", CirclePlay, "jobs", "ci builds"),
    command("project.overview", "Project overview", SquareLibrary, go(hrefs.project(account, project))),
    view("project.files", "Files", FolderTree, "files", undefined, ref),
    view("project.commits", "Commits", GitCommitHorizontal, "commits", undefined, ref),
    view("project.branches", "Branches", GitBranch, "branches"),
    command(
      "project.new-branch",
      "New branch…",
      GitBranchPlus,
      go(hrefs.project(account, project, "branches", { create: "1" })),
      "create",
    ),
    command(
      "project.new-merge-request",
      "New merge request…",
      GitPullRequestCreate,
      go(hrefs.project(account, project, "merge_requests", { create: "1", source: branch })),
      "create pull request",
    ),
    view("project.tags", "Tags", Tag, "tags"),
    view("project.releases", "Releases", Package, "releases"),
    view("project.environments", "Environments", Rocket, "environments", "deployments deploy"),
    view("project.artifacts", "Artifacts of a branch or tag", FileArchive, "artifacts", "ci download latest"),
    view("project.compare", "Compare", GitCompareArrows, "compare"),
    view("project.contributors", "Contributors", UsersRound, "contributors"),
    view("project.runners", "Runners", ServerCog, "runners", "ci fleet machines"),
    view("project.changes", "Pending changes", PencilLine, "changes", "drafts", ref),
    command("project.wiki", "Wiki", BookText, go(hrefs.wiki(account, project)), "pages documentation"),
    view("project.search", "Search in files", Search, "search", "find grep text", ref),
    command("repository.go-to-file", "Go to file…", FileSearch, () => openPalette("/")),
    command("repository.quick-open", "Find a file by name", FileSearch, () => openPalette("/")),
    command("project.go-to-branch", "Go to branch or tag…", GitBranch, () => openPalette("@")),
  ];
}
