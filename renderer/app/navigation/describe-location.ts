import {
  BookOpen,
  CircleQuestionMark,
  Folder,
  Folders,
  GitPullRequest,
  House,
  Inbox,
  ServerCog,
  Settings,
  ShieldCheck,
  SquareCode,
  SquareLibrary,
  UserRound,
  Users,
  Workflow,
} from "lucide-react";
import { capitalize } from "../../../shared/text/capitalize.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { type AppLocation, accountOf } from "../../features/addresses/parse-address.ts";
import type { IconType } from "../../ui/icon.tsx";
import { adminTabs } from "../../views/admin/tabs.ts";
import {
  accountCrumb,
  type CrumbLink,
  type Description,
  groupCrumbs,
  lastOf,
  snippetCrumb,
} from "./crumbs.ts";
import { describeProject } from "./describe-project.ts";

const meTabs: Readonly<Record<string, string>> = {
  profile: "Profile",
  keys: "SSH keys",
  notifications: "Notifications",
};

/** Sections whose name is not in the plural before "settings". */
const settingsOf: Readonly<Record<string, string>> = { notifications: "Notification" };

/**
 * Returns the names of a location. `accountName` returns an account's name by its id, null for none; `ownName` is what
 * the view calls the entry it shows, once it is known.
 */
export function describeLocation(
  location: AppLocation,
  accountName: (id: string) => string | null,
  ownName?: string,
): Description {
  const account = accountOf(location);
  const nameOfAccount = account === null ? "" : accountName(account);
  if (nameOfAccount === null) return missingAccount;
  switch (location.kind) {
    case "home":
      return { title: "Home", icon: House, crumbs: [{ label: "Home", href: hrefs.home }] };
    case "outbox":
      return { title: "Outbox", icon: Inbox, crumbs: [{ label: "Outbox", href: hrefs.outbox }] };
    case "all_merge_requests": {
      const own = { label: "Merge requests of all accounts", href: hrefs.allMergeRequests() };
      return { title: "All merge requests", icon: GitPullRequest, crumbs: [own] };
    }
    case "ci":
      return { title: "CI", icon: Workflow, crumbs: [{ label: "CI of all accounts", href: hrefs.ci() }] };
    case "settings":
      return describeSettings(location.section);
    case "unknown":
      return {
        title: "Not found",
        icon: CircleQuestionMark,
        crumbs: [{ label: "Not found", href: hrefs.home }],
      };
    case "project":
      return describeProject(location, ownName);
    default: {
      const { icon, crumbs, title = crumbs.at(-1)?.label ?? "" } = describeOfAccount(location);
      return {
        title,
        icon,
        crumbs: [accountCrumb(location.account, nameOfAccount), ...crumbs],
      };
    }
  }
}

/** Names of an address whose account does not exist. */
const missingAccount: Description = {
  title: "Account not found",
  icon: CircleQuestionMark,
  crumbs: [{ label: "Account not found", href: hrefs.accounts }],
};

function describeSettings(section: string): Description {
  const label = capitalize(section);
  return {
    title: section === "accounts" || section === "about" ? label : `${settingsOf[section] ?? label} settings`,
    icon: section === "accounts" ? Users : Settings,
    crumbs: [
      { label: "Settings", href: hrefs.settings() },
      { label, href: hrefs.settings(section) },
    ],
  };
}

type AccountLocation = Exclude<
  AppLocation,
  { kind: "home" | "outbox" | "all_merge_requests" | "ci" | "settings" | "unknown" | "project" }
>;

interface AccountDescription {
  readonly icon: IconType;
  /** Without the account's own. */
  readonly crumbs: readonly CrumbLink[];
  /** By default the label of the last crumb. */
  readonly title?: string;
}

function describeOfAccount(location: AccountLocation): AccountDescription {
  const { account } = location;
  switch (location.kind) {
    case "projects":
      return { icon: SquareLibrary, crumbs: [{ label: "Projects", href: hrefs.projects(account) }] };
    case "groups":
      return { icon: Folders, crumbs: [{ label: "Groups", href: hrefs.groups(account) }] };
    case "runners":
      return { icon: ServerCog, crumbs: [{ label: "Runners", href: hrefs.runners(account) }] };
    case "me": {
      const label = meTabs[location.tab] ?? "Profile";
      return {
        icon: UserRound,
        crumbs: [
          { label: "Me", href: hrefs.me(account) },
          { label, href: hrefs.me(account, location.tab) },
        ],
      };
    }
    case "reference": {
      const { operation } = location;
      const all = { label: "API reference", href: hrefs.reference(account) };
      const own = operation ? [{ label: operation, href: hrefs.reference(account, operation) }] : [];
      return { icon: BookOpen, crumbs: [all, ...own] };
    }
    case "user": {
      const { username } = location;
      return { icon: UserRound, crumbs: [{ label: `@${username}`, href: hrefs.user(account, username) }] };
    }
    case "admin": {
      const tab = adminTabs.find(({ id }) => id === location.tab);
      const all = { label: "Administration", href: hrefs.admin(account) };
      const own = tab ? [{ label: tab.label, href: hrefs.admin(account, tab.id) }] : [];
      const title = tab ? `${tab.label} · Administration` : all.label;
      return { title, icon: ShieldCheck, crumbs: [all, ...own] };
    }
    case "snippets": {
      const title = location.search.list === "public" ? "Public snippets" : "Snippets";
      return { title, icon: SquareCode, crumbs: [snippetsCrumb(account)] };
    }
    case "snippet": {
      const own = snippetCrumb(account, null, location.iid);
      return { icon: SquareCode, crumbs: [snippetsCrumb(account), own] };
    }
    case "merge_requests": {
      const { group } = location;
      const own = { label: "Merge requests", href: hrefs.mergeRequests(account, group) };
      return { icon: GitPullRequest, crumbs: [...(group ? groupCrumbs(account, group) : []), own] };
    }
    case "group":
      return {
        title: lastOf(location.group),
        icon: Folder,
        crumbs: groupCrumbs(account, location.group),
      };
  }
}

const snippetsCrumb = (account: string): CrumbLink => ({ label: "Snippets", href: hrefs.snippets(account) });
