import type { AnyRouter } from "@tanstack/react-router";
import {
  AppWindow,
  ArrowLeft,
  ArrowRight,
  ChevronLeft,
  ChevronRight,
  Contrast,
  FolderOpen,
  GitPullRequest,
  House,
  Inbox,
  Keyboard,
  Link2,
  Monitor,
  Moon,
  PanelLeft,
  Plus,
  Search,
  Settings,
  SquareTerminal,
  Sun,
  Users,
  Workflow,
  X,
} from "lucide-react";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { shareUrl } from "../../features/addresses/share-url.ts";
import { savePreferences } from "../../features/preferences/save-preferences.ts";
import type { Command } from "../../state/commands/commands.ts";
import { toggleSidebar } from "../../state/layout.ts";
import { askForRepository } from "../../state/open-repository.ts";
import type { Preferences } from "../../state/preferences.ts";
import { closeTab, openTab, stepTab, useTabs } from "../../state/tabs.ts";
import { copyText } from "../../ui/copy-text.ts";
import { toast } from "../../ui/toast.tsx";
import { moveTabToWindow } from "../navigation/move-tab.ts";
import { openPalette } from "../palette/palette-state.ts";
import { openShortcutSheet } from "../shortcuts/sheet-state.ts";

const setTheme = (theme: Preferences["theme"]) => savePreferences({ theme });

/** Returns the global commands. */
export function windowCommands({ history }: AnyRouter): Command[] {
  const go = (href: string) => () => history.push(href);
  const section = "Window";
  return [
    {
      id: "palette.open",
      title: "Search and commands",
      section,
      icon: Search,
      run: () => openPalette(),
    },
    {
      id: "palette.actions",
      title: "Run an action…",
      section,
      icon: SquareTerminal,
      run: () => openPalette(">"),
    },
    {
      id: "window.sidebar",
      title: "Show or hide the sidebar",
      section,
      icon: PanelLeft,
      run: toggleSidebar,
    },
    {
      id: "window.back",
      title: "Back",
      section,
      icon: ArrowLeft,
      run: () => history.back(),
    },
    {
      id: "window.forward",
      title: "Forward",
      section,
      icon: ArrowRight,
      run: () => history.forward(),
    },
    {
      id: "tab.new",
      title: "New tab",
      section,
      icon: Plus,
      run: () => openTab(hrefs.home),
    },
    {
      id: "tab.close",
      title: "Close tab",
      section,
      icon: X,
      run: () => closeTab(useTabs.getState().activeId),
    },
    {
      id: "tab.move-to-window",
      title: "Move tab to new window",
      section,
      icon: AppWindow,
      keywords: "detach separate second",
      run: () => moveTabToWindow(useTabs.getState().activeId),
    },
    {
      id: "tab.next",
      title: "Next tab",
      section,
      icon: ChevronRight,
      run: () => stepTab(1),
    },
    {
      id: "tab.previous",
      title: "Previous tab",
      section,
      icon: ChevronLeft,
      run: () => stepTab(-1),
    },
    {
      id: "window.copy-link",
      title: "Copy link",
      section,
      icon: Link2,
      keywords: "url permalink share",
      run: () => {
        const { pathname, search, hash } = window.location;
        void copyText(shareUrl(pathname + search + hash)).then((copied) =>
          copied ? toast.success("Link copied") : toast.error("Could not copy the link"),
        );
      },
    },
    {
      id: "help.shortcuts",
      title: "Keyboard shortcuts",
      section,
      icon: Keyboard,
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
      run: go(hrefs.allMergeRequests()),
    },
    {
      id: "go.ci",
      title: "CI of all accounts",
      section: "Go to",
      icon: Workflow,
      keywords: "failed running jobs pipelines",
      run: go(hrefs.ci()),
    },
    {
      id: "go.outbox",
      title: "Outbox",
      section: "Go to",
      icon: Inbox,
      run: go(hrefs.outbox),
    },
    { id: "go.home", title: "Home", section: "Go to", icon: House, run: go(hrefs.home) },
    {
      id: "go.accounts",
      title: "Accounts",
      section: "Go to",
      icon: Users,
      run: go(hrefs.accounts),
    },
    {
      id: "account.add",
      title: "Add account…",
      section: "Go to",
      icon: Plus,
      run: go(hrefs.addAccount),
    },
    {
      id: "repository.open",
      title: "Open repository…",
      section: "Go to",
      icon: FolderOpen,
      keywords: "local folder disk clone git add",
      run: () => askForRepository(),
    },
    {
      id: "go.settings",
      title: "Settings",
      section: "Go to",
      icon: Settings,
      run: go(hrefs.settings()),
    },
  ];
}
