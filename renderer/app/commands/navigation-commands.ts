import type { AnyRouter } from "@tanstack/react-router";
import { BookOpen, Folders, GitPullRequest, ServerCog, SquareCode, SquareLibrary } from "lucide-react";
import { hrefs } from "../../features/addresses/hrefs.ts";
import type { AppLocation } from "../../features/addresses/parse-address.ts";
import type { Command } from "../../state/commands/commands.ts";
import { adminTabs } from "../../views/admin/tabs.ts";
import { projectCommands } from "./project-commands.ts";

/** Returns commands that open the tabs of Administration. */
export const adminCommands = ({ history }: AnyRouter, account: string): Command[] =>
  adminTabs.map(({ id, label, icon, keywords }) => ({
    id: `go.admin.${id}`,
    title: `Administration: ${label}`,
    section: "Go to",
    icon,
    keywords: `admin ${keywords}`,
    account,
    run: () => history.push(hrefs.admin(account, id)),
  }));

/** Returns the commands of the current account and project. */
export function navigationCommands(
  router: AnyRouter,
  account: string | undefined,
  location: AppLocation,
): Command[] {
  if (!account) return [];
  const command = (
    id: string,
    title: string,
    icon: Command["icon"],
    href: string,
    keywords?: string,
  ): Command => ({
    ...{ id, title, section: "Go to", icon, keywords, account },
    run: () => router.history.push(href),
  });
  return [
    command("go.projects", "Projects", SquareLibrary, hrefs.projects(account)),
    command("go.groups", "Groups", Folders, hrefs.groups(account)),
    command(
      "go.merge-requests",
      "Merge requests of all projects",
      GitPullRequest,
      hrefs.mergeRequests(account),
    ),
    command("go.runners", "Runners of all projects", ServerCog, hrefs.runners(account), "ci fleet machines"),
    command("go.snippets", "My snippets", SquareCode, hrefs.snippets(account), "personal gists"),
    command(
      "go.public-snippets",
      "Public snippets",
      SquareCode,
      hrefs.snippets(account, "public"),
      "explore gists",
    ),
    command(
      "snippet.new",
      "New personal snippet",
      SquareCode,
      hrefs.snippet(account, null, "new"),
      "create gist",
    ),
    command("go.reference", "API reference", BookOpen, hrefs.reference(account), "operations curl endpoints"),
    ...(location.kind === "project" ? projectCommands(router, account, location) : []),
  ];
}
