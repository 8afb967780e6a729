import { useRouter } from "@tanstack/react-router";
import { Check, ChevronsUpDown, Pin, PinOff, Plus, UserRound, Users } from "lucide-react";
import { memo, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { getCurrentUserStatus } from "../../../shared/api/resources/users.ts";
import type { Account } from "../../../shared/host/accounts.ts";
import type { Optional } from "../../../shared/optional.ts";
import { nameOf } from "../../../shared/text/paths.ts";
import { readRefName } from "../../../shared/text/ref-name.ts";
import { useOperation } from "../../api/use-operation.ts";
import { rememberedListHref } from "../../features/accounts/account-lists.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import type { Page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { fillPath } from "../../features/addresses/match-path.ts";
import { stringifyPlainSearch } from "../../features/addresses/plain-search.ts";
import { PersonAvatar } from "../../features/avatars/person-avatar.tsx";
import { useOutbox } from "../../features/outbox/outbox.ts";
import { useEdits } from "../../state/edits.ts";
import { useAccounts, useHostState } from "../../state/host-state.ts";
import { changeLayout, useLayout } from "../../state/layout.ts";
import {
  distinctNames,
  isPinned,
  type RecentProject,
  togglePin,
  useRecentProjects,
} from "../../state/recent-projects.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import { emojiNamed } from "../../ui/emoji/emoji.ts";
import { useEmoji } from "../../ui/emoji/use-emoji.ts";
import scrollEdges from "../../ui/lists/scroll-edges.module.css";
import { Avatar } from "../../ui/marks/avatar.tsx";
import { Icon, type IconType } from "../../ui/marks/icon.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import { MenuItem, MenuLabel, MenuSeparator } from "../../ui/overlays/menu-item.tsx";
import { useLostFocus } from "../../ui/overlays/use-focus-return.ts";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import {
  type ProjectLocation,
  useAppLocation,
  useCurrentAccount,
  useHasMissingAccount,
  useMissingProject,
} from "../navigation/app-location.ts";
import { isOfProject, markedName, pages } from "../views.ts";
import styles from "./sidebar.module.css";
import { ConnectionDot, type ConnectionStatus, connectionStatusOf } from "./status-line.tsx";

const isOfWindow = (page: Page): boolean => !isOfProject(page);

const nowhere = { kind: "unknown" } as const;

/** Sidebar: account, navigation of the current scope, pinned and recent projects, settings. */
export function Sidebar() {
  const address = useAppLocation();
  // Its parts are another account's.
  const location = useHasMissingAccount() ? nowhere : address;
  const list = useCurrentInView();
  const account = useCurrentAccount();
  const unsent = useOutbox(({ entries }) => entries.reduce((sum, { messages }) => sum + messages.length, 0));
  const marked = location.kind === "project" ? undefined : markedName(location.kind, isOfWindow);
  const mayOpen = ({ path, needs }: Page) =>
    (needs === undefined && !path.startsWith("/a/")) ||
    (needs === "administrator" ? account?.check?.user.is_admin === true : account !== undefined);
  const allAccounts = useLayout((state) => state.allAccounts);
  const chosen = { allAccounts, accounts: useAccounts().length };
  const lines = (group: "main" | "foot") =>
    pages
      .filter((page) => page.sidebar?.group === group && mayOpen(page))
      .map(({ path, leadsTo, isPlace, name, label, icon, sidebar }) => {
        const count = sidebar?.count === "unsent" ? unsent : undefined;
        if (sidebar?.isOnlyCounted && !count && name !== marked) return null;
        const target = isPlace ? path : (leadsTo ?? path);
        const href =
          rememberedListHref(name, account?.id, chosen) ??
          fillPath(target, account ? { account: account.id } : {});
        return (
          <NavLink key={path} href={href} icon={icon} active={name === marked} count={count}>
            {sidebar?.label ?? label}
          </NavLink>
        );
      });
  return (
    <div className={styles.sidebar}>
      <AccountSwitcher />
      <div ref={list} className={cx(styles.scroll, scrollEdges.edges)}>
        <ul className={styles.list}>{lines("main")}</ul>
        {location.kind === "project" ? <ProjectLinks location={location} /> : null}
        <SidebarProjects account={account?.id} />
      </div>
      <ul className={styles.foot}>{lines("foot")}</ul>
    </div>
  );
}

/** Returns a ref for a list that scrolls: the link of the current page stays in view when the list gets lower. */
function useCurrentInView(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      const isLower = element.clientHeight < height;
      height = element.clientHeight;
      if (isLower) element.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest" });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return list;
}

const lines = pages.filter((page) => isOfProject(page) && page.sidebar?.group === "project");

/** Links to the views of a project; the current one is marked. */
function ProjectLinks({ location }: { readonly location: ProjectLocation }) {
  const { account, project, part, search } = location;
  const isMissing = useMissingProject(account, project);
  const isTag = search.ref !== undefined && readRefName(search.ref).kind === "tag";
  const marked = markedName(part, isOfProject);
  const name = useRecentProjects(({ pinned, recent }) =>
    [...pinned, ...recent].find((one) => one.account === account && one.path === project),
  )?.name;
  const pending = useEdits(({ sessions }) =>
    Object.values(sessions)
      .filter((session) => session.account === account && session.project === project)
      .reduce((sum, session) => sum + session.changes.length, 0),
  );
  if (isMissing) return null;
  return (
    <section aria-label={project}>
      <h2 className={cx(layout.ellipsis, styles.heading)} title={project}>
        {name ?? nameOf(project)}
      </h2>
      <ul className={styles.list}>
        {lines.map(({ path, name: list, label, icon, keepsRef, sidebar }) => (
          <NavLink
            key={path}
            href={
              fillPath(path, { account, project }) +
              stringifyPlainSearch(keepsRef && !(keepsRef === "branches" && isTag) ? { ref: search.ref } : {})
            }
            icon={icon}
            active={list === marked}
            count={sidebar?.count === "pending" ? pending : undefined}
          >
            {sidebar?.label ?? label}
          </NavLink>
        ))}
      </ul>
    </section>
  );
}

/** The current account, and a menu to switch to another one. */
const AccountSwitcher = memo(function AccountSwitcher() {
  const { history } = useRouter();
  const accounts = useAccounts();
  const connectivity = useHostState((state) => state.connectivity);
  const account = useCurrentAccount();
  const statusOf = (id: string): ConnectionStatus => connectionStatusOf(connectivity[id]?.state);
  const status = useOwnStatus(account);
  const trigger = (
    <button
      type="button"
      className={styles.switcher}
      title={status ? `${status.char} ${status.text}`.trim() : undefined}
    >
      <span className={styles.marked}>
        <PersonAvatar
          person={{ name: account?.name ?? "Helve", avatar_url: account?.check?.user.avatar_url }}
          account={account?.id}
          size={22}
          square
        />
        {account ? <ConnectionDot status={statusOf(account.id)} className={styles.dot ?? ""} /> : null}
      </span>
      <span className={styles.who}>
        <span className={cx(layout.ellipsis, styles.name)}>{account?.name ?? "No account"}</span>
      </span>
      {status?.char ? <span aria-hidden="true">{status.char}</span> : null}
      <Icon of={ChevronsUpDown} size={13} className={layout.muted} label="Switch account" />
    </button>
  );
  return (
    <Menu trigger={trigger}>
      <MenuLabel>Accounts</MenuLabel>
      {accounts.map((entry) => (
        <MenuItem
          key={entry.id}
          icon={entry.id === account?.id ? Check : Users}
          description={`${entry.check ? `@${entry.check.user.username} on ` : ""}${new URL(entry.url).host} · ${statusOf(entry.id).text}`}
          onSelect={() => {
            changeLayout({ account: entry.id });
            history.push(hrefs.projects(entry.id));
          }}
        >
          {entry.name}
        </MenuItem>
      ))}
      <MenuSeparator />
      {account ? (
        <>
          <MenuItem
            icon={UserRound}
            description={
              status ? `${status.char} ${status.text}`.trim() : "Profile, status, SSH keys, notifications"
            }
            onSelect={() => history.push(hrefs.me(account.id))}
          >
            Me
          </MenuItem>
          <MenuSeparator />
        </>
      ) : null}
      <MenuItem icon={Plus} onSelect={() => history.push(hrefs.addAccount)}>
        Add account…
      </MenuItem>
      <MenuItem icon={Users} onSelect={() => history.push(hrefs.accounts)}>
        Manage accounts
      </MenuItem>
    </Menu>
  );
});

/** Milliseconds for which a status is fresh. */
const staleTime = 5 * 60_000;

/** Returns the status that an account's user has set, null where there is none or it is not known. */
function useOwnStatus(account: Account | undefined): { readonly char: string; readonly text: string } | null {
  const { data } = useOperation(getCurrentUserStatus, account?.check ? {} : null, {
    account: account?.id,
    staleTime,
  });
  const name = data?.emoji ?? "";
  const text = (data?.message_html ? plainText(data.message_html) : "") || (data?.message ?? "");
  const emoji = useEmoji(name !== "");
  if (!name && !text) return null;
  const char = emoji && name ? emojiNamed(emoji.byName, name) : null;
  return { char: char ?? "", text: text || (char ? "" : `:${name}:`) };
}

/** Returns the text of rendered Markdown; the parsed document is inert: nothing in it is loaded or run. */
const plainText = (html: string): string =>
  new DOMParser().parseFromString(html, "text/html").body.textContent.trim();

const recentShown = 6;

/** The pinned and the recent projects of an account. */
const SidebarProjects = memo(function SidebarProjects({ account }: { readonly account: string | undefined }) {
  const { pinned, recent } = useRecentProjects();
  const mine = (project: RecentProject) => project.account === account;
  const shownPins = pinned.filter(mine);
  const shownRecent = recent
    .filter((project) => mine(project) && !isPinned(pinned, project))
    .slice(0, recentShown);
  const names = distinctNames([...shownPins, ...shownRecent]);
  // The project goes to the other list, and its button with it.
  const toggled = useRef<RecentProject>(null);
  useLostFocus(pinned, () => toggled.current && document.getElementById(pinId(toggled.current)));
  const onToggle = (project: RecentProject) => {
    toggled.current = project;
    togglePin(project);
  };
  return (
    <>
      <ProjectList title="Pinned" projects={shownPins} names={names} pinned onToggle={onToggle} />
      <ProjectList title="Recent" projects={shownRecent} names={names} onToggle={onToggle} />
    </>
  );
});

/** Id of the button that pins or unpins a project. */
const pinId = ({ account, path }: RecentProject): string => `pin-${account}-${path}`;

interface ProjectListProps {
  readonly title: string;
  readonly projects: readonly RecentProject[];
  /** Names of the projects here, by path. */
  readonly names: ReadonlyMap<string, string>;
  readonly pinned?: boolean;
  readonly onToggle: (project: RecentProject) => void;
}

function ProjectList({ title, projects, names, pinned = false, onToggle }: ProjectListProps) {
  if (projects.length === 0) return null;
  return (
    <section aria-label={`${title} projects, sidebar`}>
      <h2 className={cx(layout.ellipsis, styles.heading)}>{title}</h2>
      <ul className={styles.list}>
        {projects
          .map((project) => ({ project, name: names.get(project.path) }))
          .map(({ project, name }) => (
            <li key={project.path} className={styles.project}>
              <AppLink
                href={hrefs.project(project.account, project.path)}
                className={styles.link}
                title={project.path}
              >
                <Avatar name={project.name} size={18} square />
                <span className={cx(flow.growText, layout.ellipsis)}>{name}</span>
              </AppLink>
              <span className={styles.pin}>
                <IconButton
                  id={pinId(project)}
                  label={pinned ? `Unpin ${name}` : `Pin ${name}`}
                  icon={pinned ? PinOff : Pin}
                  size="s"
                  tooltipSide="right"
                  onClick={() => onToggle(project)}
                />
              </span>
            </li>
          ))}
      </ul>
    </section>
  );
}

interface NavLinkProps
  extends Optional<{
    /** Shown at the end unless it is zero. */
    count: number;
  }> {
  readonly href: string;
  readonly icon: IconType;
  readonly active: boolean;
  readonly children: ReactNode;
}

/** A line of the sidebar; the one of the current page is scrolled into view. */
const NavLink = memo(function NavLink({ href, icon, active, children, count = 0 }: NavLinkProps) {
  const line = useRef<HTMLLIElement>(null);
  // The sidebar of a project is longer than a small window is high.
  useEffect(() => {
    if (active) line.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <li ref={line}>
      <AppLink href={href} className={styles.link} aria-current={active ? "page" : undefined}>
        <Icon of={icon} />
        <span className={cx(flow.growText, layout.ellipsis)}>{children}</span>
        {count > 0 ? <span className={styles.count}>{count}</span> : null}
      </AppLink>
    </li>
  );
});
