import { type AnyRouter, useRouter } from "@tanstack/react-router";
import {
  ArrowLeft,
  ArrowRight,
  BookOpen,
  ChevronLeft,
  ChevronRight,
  CirclePlay,
  Contrast,
  FileArchive,
  FileSearch,
  FolderOpen,
  FolderTree,
  GitBranch,
  GitCommitHorizontal,
  GitCompareArrows,
  GitPullRequest,
  House,
  Inbox,
  Keyboard,
  Link2,
  Monitor,
  Moon,
  Package,
  PanelLeft,
  PencilLine,
  Plus,
  Rocket,
  Search,
  ServerCog,
  Settings,
  SquareLibrary,
  SquareTerminal,
  Sun,
  Tag,
  Users,
  UsersRound,
  Workflow,
  X,
} from "lucide-react";
import { useMemo } from "react";
import { type Command, useRegisterCommands } from "../../state/commands.ts";
import { toggleSidebar } from "../../state/layout.ts";
import { askForRepository } from "../../state/open-repository.ts";
import { changePreferences, type Preferences } from "../../state/preferences.ts";
import { closeTab, openTab, stepTab, useTabs } from "../../state/tabs.ts";
import { copyText } from "../../ui/copy-text.ts";
import { toast } from "../../ui/toast.tsx";
import { openPalette } from "../palette/palette-state.ts";
import { hrefs } from "../places/hrefs.ts";
import type { AppLocation } from "../places/location.ts";
import { useAppLocation, usePresentAccount } from "../places/use-place.ts";
import { openShortcutSheet } from "../shortcuts/sheet-state.ts";

/** Registers what can be done anywhere, and what the present place adds. */
export function useGlobalCommands(): void {
  const router = useRouter();
  const location = useAppLocation();
  const account = usePresentAccount()?.id;
  useRegisterCommands(
    useMemo(() => windowCommands(router), [router]),
    "window",
  );
  useRegisterCommands(
    useMemo(() => placeCommands(router, account, location), [router, account, location]),
    "window",
  );
}

const setTheme = (theme: Preferences["theme"]) =>
  void changePreferences({ theme }).catch((error: unknown) =>
    toast.error("The theme could not be kept", { detail: String(error) }),
  );

function windowCommands({ history }: AnyRouter): Command[] {
  const go = (href: string) => () => history.push(href);
  const section = "Window";
  return [
    {
      id: "palette.open",
      title: "Search and commands",
      section,
      icon: Search,
      shortcut: "mod+k",
      whileTyping: true,
      run: () => openPalette(),
    },
    {
      id: "palette.actions",
      title: "Run an action…",
      section,
      icon: SquareTerminal,
      shortcut: "mod+shift+p",
      whileTyping: true,
      run: () => openPalette(">"),
    },
    {
      id: "window.sidebar",
      title: "Show or hide the side bar",
      section,
      icon: PanelLeft,
      shortcut: "mod+b",
      run: toggleSidebar,
    },
    {
      id: "window.back",
      title: "Back",
      section,
      icon: ArrowLeft,
      shortcut: "alt+left",
      run: () => history.back(),
    },
    {
      id: "window.forward",
      title: "Forward",
      section,
      icon: ArrowRight,
      shortcut: "alt+right",
      run: () => history.forward(),
    },
    {
      id: "tab.new",
      title: "New tab",
      section,
      icon: Plus,
      shortcut: "alt+t",
      run: () => openTab(hrefs.home),
    },
    {
      id: "tab.close",
      title: "Close tab",
      section,
      icon: X,
      shortcut: "alt+w",
      run: () => closeTab(useTabs.getState().activeId),
    },
    {
      id: "tab.next",
      title: "Next tab",
      section,
      icon: ChevronRight,
      shortcut: "alt+pagedown",
      run: () => stepTab(1),
    },
    {
      id: "tab.previous",
      title: "Previous tab",
      section,
      icon: ChevronLeft,
      shortcut: "alt+pageup",
      run: () => stepTab(-1),
    },
    {
      id: "place.copy-address",
      title: "Copy this place's address",
      section,
      icon: Link2,
      keywords: "url permalink share",
      run: () =>
        void copyText(window.location.href).then((copied) =>
          copied ? toast.success("Address copied") : toast.error("Could not copy the address"),
        ),
    },
    {
      id: "help.shortcuts",
      title: "Keyboard shortcuts",
      section,
      icon: Keyboard,
      shortcut: "?",
      keywords: "help keys",
      run: openShortcutSheet,
    },
    {
      id: "theme.system",
      title: "Theme: follow the system",
      section,
      icon: Monitor,
      run: () => setTheme("system"),
    },
    { id: "theme.light", title: "Theme: light", section, icon: Sun, run: () => setTheme("light") },
    { id: "theme.dark", title: "Theme: dark", section, icon: Moon, run: () => setTheme("dark") },
    {
      id: "theme.contrast",
      title: "Theme: high contrast",
      section,
      icon: Contrast,
      run: () => setTheme("contrast"),
    },
    {
      id: "go.merge-requests-of-all",
      title: "Merge requests of all accounts",
      section: "Go to",
      icon: GitPullRequest,
      run: go(hrefs.allMergeRequests),
    },
    {
      id: "go.ci",
      title: "CI of all accounts",
      section: "Go to",
      icon: Workflow,
      shortcut: "g j",
      keywords: "failed running jobs pipelines",
      run: go(hrefs.ci),
    },
    {
      id: "go.outbox",
      title: "Outbox",
      section: "Go to",
      icon: Inbox,
      run: go(hrefs.outbox),
    },
    { id: "go.home", title: "Home", section: "Go to", icon: House, shortcut: "g h", run: go(hrefs.home) },
    {
      id: "go.accounts",
      title: "Accounts",
      section: "Go to",
      icon: Users,
      shortcut: "g a",
      run: go(hrefs.accounts),
    },
    {
      id: "account.add",
      title: "Add account…",
      section: "Go to",
      icon: Plus,
      run: go(`${hrefs.accounts}?add=1`),
    },
    {
      id: "repository.open",
      title: "Open repository…",
      section: "Go to",
      icon: FolderOpen,
      shortcut: "mod+o",
      whileTyping: true,
      keywords: "local folder disk clone git add",
      run: () => askForRepository(),
    },
    {
      id: "go.settings",
      title: "Settings",
      section: "Go to",
      icon: Settings,
      shortcut: "mod+,",
      whileTyping: true,
      run: go(hrefs.settings()),
    },
  ];
}

function placeCommands(
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
  if (location.kind !== "project") return [projects, mergeRequests, runners, reference];
  const { project, search } = location;
  const ref = search.ref ? { ref: search.ref } : {};
  const section = "Project";
  return [
    projects,
    mergeRequests,
    runners,
    reference,
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
