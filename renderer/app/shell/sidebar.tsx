import {
  Folders,
  GitPullRequest,
  House,
  Inbox,
  ServerCog,
  Settings,
  ShieldCheck,
  SquareCode,
  SquareLibrary,
  Workflow,
} from "lucide-react";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useOutbox } from "../../features/outbox/outbox.ts";
import { cx } from "../../ui/class-names.ts";
import scrollEdges from "../../ui/scroll-edges.module.css";
import { useAppLocation, useCurrentAccount, useHasMissingAccount } from "../navigation/use-app-location.ts";
import { AccountSwitcher } from "./account-switcher.tsx";
import { NavLink } from "./nav-link.tsx";
import { ProjectLinks } from "./project-links.tsx";
import styles from "./sidebar.module.css";
import { SidebarProjects } from "./sidebar-projects.tsx";
import { useCurrentInView } from "./use-current-in-view.ts";

const nowhere = { kind: "unknown" } as const;

/** Sidebar: account, navigation of the current scope, pinned and recent projects, settings. */
export function Sidebar() {
  const address = useAppLocation();
  // Its parts are another account's.
  const location = useHasMissingAccount() ? nowhere : address;
  const list = useCurrentInView();
  const account = useCurrentAccount();
  const unsent = useOutbox(({ entries }) => entries.reduce((sum, { messages }) => sum + messages.length, 0));
  return (
    <div className={styles.sidebar}>
      <AccountSwitcher />
      <div ref={list} className={cx(styles.scroll, scrollEdges.edges)}>
        <ul className={styles.list}>
          <NavLink href={hrefs.home} icon={House} active={location.kind === "home"}>
            Home
          </NavLink>
          {account ? (
            <NavLink
              href={hrefs.projects(account.id)}
              icon={SquareLibrary}
              active={location.kind === "projects"}
            >
              Projects
            </NavLink>
          ) : null}
          {account ? (
            <NavLink
              href={hrefs.groups(account.id)}
              icon={Folders}
              active={location.kind === "groups" || location.kind === "group"}
            >
              Groups
            </NavLink>
          ) : null}
          {account ? (
            <NavLink
              href={hrefs.mergeRequests(account.id)}
              icon={GitPullRequest}
              active={location.kind === "merge_requests" || location.kind === "all_merge_requests"}
            >
              Merge requests
            </NavLink>
          ) : null}
          {account ? (
            <NavLink href={hrefs.ci()} icon={Workflow} active={location.kind === "ci"}>
              CI
            </NavLink>
          ) : null}
          {account ? (
            <NavLink href={hrefs.runners(account.id)} icon={ServerCog} active={location.kind === "runners"}>
              Runners
            </NavLink>
          ) : null}
          {account ? (
            <NavLink
              href={hrefs.snippets(account.id)}
              icon={SquareCode}
              active={location.kind === "snippets" || location.kind === "snippet"}
            >
              Snippets
            </NavLink>
          ) : null}
          {unsent > 0 || location.kind === "outbox" ? (
            <NavLink href={hrefs.outbox} icon={Inbox} active={location.kind === "outbox"} count={unsent}>
              Outbox
            </NavLink>
          ) : null}
        </ul>
        {location.kind === "project" ? <ProjectLinks location={location} /> : null}
        <SidebarProjects account={account?.id} />
      </div>
      <ul className={styles.foot}>
        {account?.check?.user.is_admin ? (
          <NavLink href={hrefs.admin(account.id)} icon={ShieldCheck} active={location.kind === "admin"}>
            Admin
          </NavLink>
        ) : null}
        <NavLink
          href={hrefs.settings()}
          icon={Settings}
          active={location.kind === "settings" || location.kind === "reference"}
        >
          Settings
        </NavLink>
      </ul>
    </div>
  );
}
