import { type AnyRouter, useRouter } from "@tanstack/react-router";
import {
  AppWindow,
  ArrowLeft,
  ArrowRight,
  ChevronLeft,
  ChevronRight,
  Contrast,
  FileSearch,
  FolderOpen,
  GitBranch,
  Keyboard,
  Link2,
  Monitor,
  Moon,
  PanelLeft,
  Plus,
  Search,
  SquareTerminal,
  Sun,
  Undo2,
  X,
} from "lucide-react";
import { readRefName, shortRef } from "../../shared/text/ref-name.ts";
import { isOfProject, type Page } from "../features/addresses/define-view.ts";
import { fillPath, type PathParams } from "../features/addresses/match-path.ts";
import { type PlainSearch, stringifyPlainSearch } from "../features/addresses/plain-search.ts";
import { shareUrl } from "../features/addresses/web-url.ts";
import { savePreferences } from "../features/preferences/save-preferences.ts";
import { type Command, useRegisterCommands } from "../state/commands/commands.ts";
import { toggleSidebar } from "../state/layout.ts";
import type { Preferences } from "../state/preferences.ts";
import { askForRepository } from "../state/repository-request.ts";
import { closeTab, openHomeTab, reopenTab, stepTab, useTabs } from "../state/tabs.ts";
import { copyText } from "../ui/buttons/copy-button.tsx";
import { toast } from "../ui/overlays/toast.tsx";
import { sectionOf } from "./compose-views.ts";
import { useAppLocation, useCurrentAccount } from "./navigation/app-location.ts";
import { moveTabToWindow } from "./navigation/move-tab.ts";
import { openPalette } from "./palette/waiting-palette.tsx";
import { openShortcutSheet } from "./shortcuts/use-shortcuts.tsx";
import { pages } from "./views.ts";

const setTheme = (theme: Preferences["theme"]) => savePreferences({ theme });

/** Returns the global commands. */
function windowCommands(router: AnyRouter): Command[] {
  const { history } = router;
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
      run: openHomeTab,
    },
    {
      id: "tab.close",
      title: "Close tab",
      section,
      icon: X,
      run: () => closeTab(useTabs.getState().activeId),
    },
    {
      id: "tab.reopen",
      title: "Reopen closed tab",
      section,
      icon: Undo2,
      run: reopenTab,
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
      id: "repository.open",
      title: "Open repository…",
      section: "Go to",
      icon: FolderOpen,
      keywords: "local folder disk clone git add",
      run: () => askForRepository(),
    },
    ...windowPageCommands(router),
  ];
}

/** The part of the window that the commands of its pages depend on. */
interface Place {
  readonly account?: string;
  readonly project?: string;
  readonly search?: PlainSearch;
}

/** Returns the commands that open pages. Those of its files keep the current branch or tag. */
function commandsOf({ history }: AnyRouter, page: Page, { account, project, search = {} }: Place): Command[] {
  const { ref } = search;
  const branch = ref && readRefName(ref).kind !== "tag" ? shortRef(ref) : undefined;
  const kept = page.keepsRef ? { ref } : {};
  return (page.commands ?? []).map((command) => {
    const { id, title = page.label, icon = page.icon, keywords, params } = command;
    const own = typeof command.search === "function" ? command.search({ branch }) : command.search;
    const given: PathParams = { ...(account && { account }), ...(project && { project }), ...params };
    const href = fillPath(page.path, given) + stringifyPlainSearch({ ...kept, ...own });
    const isOfAccount = account !== undefined && project === undefined;
    return {
      id,
      title,
      icon,
      keywords,
      section: sectionOf(page),
      account: isOfAccount ? account : undefined,
      run: () => history.push(href, { isFollowed: true }),
    };
  });
}

const isOfAccount = (page: Page): boolean => page.path.startsWith("/a/$account/") && !isOfProject(page);
const needsAdministrator = (page: Page): boolean => page.needs === "administrator";

/** Returns the commands of the pages that need no account. */
const windowPageCommands = (router: AnyRouter): Command[] =>
  pages
    .filter((page) => !isOfAccount(page) && !isOfProject(page))
    .flatMap((page) => commandsOf(router, page, {}));

/** Returns the commands of an account's pages. */
const accountCommands = (router: AnyRouter, account: string, isAdministrator: boolean): Command[] =>
  pages
    .filter((page) => isOfAccount(page) && (isAdministrator || !needsAdministrator(page)))
    .flatMap((page) => commandsOf(router, page, { account }));

/** Returns the commands of a project. */
const projectCommands = (
  router: AnyRouter,
  account: string,
  { project, search }: { readonly project: string; readonly search: PlainSearch },
): Command[] => [
  ...pages.filter(isOfProject).flatMap((page) => commandsOf(router, page, { account, project, search })),
  goTo("repository.go-to-file", "Go to file…", FileSearch, "/"),
  goTo("repository.quick-open", "Find a file by name", FileSearch, "/"),
  goTo("project.go-to-branch", "Go to branch or tag…", GitBranch, "@"),
];

const goTo = (id: string, title: string, icon: Command["icon"], scope: string): Command => ({
  id,
  title,
  icon,
  section: "Project",
  run: () => openPalette(scope),
});

/** Registers the global commands and those of the current route. */
export function useGlobalCommands(): void {
  const router = useRouter();
  const location = useAppLocation();
  const present = useCurrentAccount();
  const account = present?.id;
  const isAdmin = present?.check?.user.is_admin === true;
  useRegisterCommands(windowCommands(router), "window");
  useRegisterCommands(account ? accountCommands(router, account, isAdmin) : [], "window");
  useRegisterCommands(
    account && location.kind === "project" ? projectCommands(router, account, location) : [],
    "window",
  );
}
