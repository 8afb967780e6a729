import { hrefs } from "../../features/addresses/hrefs.ts";
import type { IconType } from "../../ui/icon.tsx";

/** One link of the breadcrumbs. */
export interface CrumbLink {
  readonly label: string;
  readonly href: string;
}

/** Names of a location in tabs, titles and breadcrumbs. */
export interface Description {
  /** Short: for a tab. */
  readonly title: string;
  readonly icon: IconType;
  /** Outermost first; the last one is the location itself. */
  readonly crumbs: readonly CrumbLink[];
}

/** Returns the crumb of an account: its list of projects. */
export const accountCrumb = (account: string, name: string): CrumbLink => ({
  label: name,
  href: hrefs.projects(account),
});

/** Returns one crumb for each group, outermost first. */
export const groupCrumbs = (account: string, group: string): readonly CrumbLink[] =>
  group.split("/").map((label, index, all) => ({
    label,
    href: hrefs.group(account, all.slice(0, index + 1).join("/")),
  }));

/** Returns the crumb of a snippet, of a project or, with null, of the user. */
export const snippetCrumb = (account: string, project: string | null, id: string): CrumbLink => ({
  label: id === "new" ? "New snippet" : `$${id}`,
  href: hrefs.snippet(account, project, id),
});

/** Returns the last name of a path. */
export const lastOf = (path: string): string => path.split("/").filter(Boolean).at(-1) ?? path;
