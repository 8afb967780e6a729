import { useRouter } from "@tanstack/react-router";
import { ChevronDown, ChevronRight, ChevronsUpDown, Pin, PinOff, SquareLibrary } from "lucide-react";
import { memo, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { nameOf } from "../../../shared/text/paths.ts";
import { readRefName } from "../../../shared/text/ref-name.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { isOfProject, type Page, type SidebarGroup } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { fillPath } from "../../features/addresses/match-path.ts";
import { stringifyPlainSearch } from "../../features/addresses/plain-search.ts";
import { useEdits } from "../../state/edits.ts";
import { useAccountLabel } from "../../state/host-state.ts";
import { changeLayout, useLayout } from "../../state/layout.ts";
import {
  distinctNames,
  isPinned,
  type RecentProject,
  togglePin,
  useRecentProjects,
} from "../../state/recent-projects.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
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
import { markedName, pages } from "../views.ts";
import styles from "./sidebar.module.css";

/** The sidebar: the pages of the present project, elsewhere the pinned and recent projects. */
export function Sidebar() {
  const location = useAppLocation();
  const hasMissingAccount = useHasMissingAccount();
  const list = useCurrentInView();
  const isInProject = location.kind === "project" && !hasMissingAccount;
  const account = useCurrentAccount();
  return (
    <div className={styles.sidebar}>
      {isInProject ? null : <AccountLine />}
      <div ref={list} className={cx(styles.scroll, scrollEdges.edges)}>
        {isInProject ? <ProjectLinks location={location} /> : <SidebarProjects account={account?.id} />}
      </div>
    </div>
  );
}

/** Owner of these places, where there are several accounts. */
function AccountLine() {
  const owner = useAccountLabel()(useCurrentAccount()?.id);
  return owner === null ? null : <p className={cx(layout.ellipsis, styles.owner)}>{owner}</p>;
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

/** The groups of a project's pages from top to bottom; the lines of one without a name are always visible. */
const groups: readonly { readonly id: SidebarGroup; readonly label?: string }[] = [
  { id: "pending" },
  { id: "code", label: "Code" },
  { id: "merge requests" },
  { id: "build", label: "Build" },
  { id: "plan", label: "Plan" },
  { id: "manage", label: "Manage" },
];

const pagesOf = (group: SidebarGroup): readonly Page[] =>
  pages.filter((page) => isOfProject(page) && page.sidebar?.group === group);

/** Links to the pages of a project, in groups; the current one is marked, and its group is open. */
function ProjectLinks({ location }: { readonly location: ProjectLocation }) {
  const { account, project, part, search } = location;
  const isMissing = useMissingProject(account, project);
  const isTag = search.ref !== undefined && readRefName(search.ref).kind === "tag";
  const marked = markedName(part, isOfProject);
  const known = useRecentProjects(({ pinned, recent }) =>
    [...recent, ...pinned].find((one) => one.account === account && one.path === project),
  );
  const pending = useEdits(({ sessions }) =>
    Object.values(sessions)
      .filter((session) => session.account === account && session.project === project)
      .reduce((sum, session) => sum + session.changes.length, 0),
  );
  const shown = groups
    .map(({ id, label }) => ({
      id,
      label,
      // One that it lacks is reached by its address all the same, and is marked then.
      pages: pagesOf(id).filter(
        ({ name, sidebar }) => name === marked || !(sidebar?.part && known?.lacks?.includes(sidebar.part)),
      ),
    }))
    .filter((group) => group.pages.length > 0);
  const present = shown.find((group) => group.pages.some(({ name }) => name === marked));
  const { isOpen, toggle } = useOpenGroups(
    shown.flatMap(({ id, label }) => (label ? [id] : [])),
    present?.id,
  );
  if (isMissing) return null;
  const lines = (shownPages: readonly Page[]) =>
    shownPages.map(({ path, name, label, icon, keepsRef, sidebar }) => (
      <NavLink
        key={path}
        href={
          fillPath(path, { account, project }) +
          stringifyPlainSearch(keepsRef && !(keepsRef === "branches" && isTag) ? { ref: search.ref } : {})
        }
        icon={icon}
        active={name === marked}
        count={sidebar?.count === "pending" ? pending : undefined}
      >
        {sidebar?.label ?? label}
      </NavLink>
    ));
  return (
    <section aria-label={project} className={styles.groups}>
      <ProjectHead account={account} project={project} name={known?.name ?? nameOf(project)} />
      {shown.map(({ id, label, pages: own }) =>
        label === undefined ? (
          <ul key={id} className={styles.list}>
            {lines(own)}
          </ul>
        ) : (
          <Group key={id} label={label} isOpen={isOpen(id)} onToggle={() => toggle(id)}>
            {lines(own)}
          </Group>
        ),
      )}
    </section>
  );
}

/**
 * Returns which groups are open: those that the user opened, and that of the present page unless the user has closed it
 * there; the first one on a page of none. Opening or closing one keeps the others as they are, so that nothing else moves then or with the next page.
 */
function useOpenGroups(ids: readonly SidebarGroup[], present: SidebarGroup | undefined) {
  const chosen = useLayout((state) => state.sidebarGroups);
  const [closed, setClosed] = useState<SidebarGroup>();
  if (closed !== undefined && closed !== present) setClosed(undefined);
  const isInNone = present === undefined || !ids.includes(present);
  const isOpen = (id: SidebarGroup) =>
    id === present ? closed !== id : (chosen[id] ?? (isInNone && id === "code"));
  const toggle = (id: SidebarGroup) => {
    const open = !isOpen(id);
    if (id === present) setClosed(open ? undefined : id);
    const now = Object.fromEntries(ids.map((each) => [each, each === id ? open : isOpen(each)]));
    changeLayout({ sidebarGroups: { ...chosen, ...now } });
  };
  return { isOpen, toggle };
}

interface ProjectHeadProps {
  readonly account: string;
  readonly project: string;
  readonly name: string;
}

/** The project's name, and the account where there are several; opens a menu of pinned and recent projects. */
function ProjectHead({ account, project, name }: ProjectHeadProps) {
  const { history } = useRouter();
  const { pinned, recent } = useRecentProjects();
  const isElsewhere = (one: RecentProject) => one.account === account && one.path !== project;
  const pins = pinned.filter(isElsewhere);
  const others = recent.filter((one) => isElsewhere(one) && !isPinned(pinned, one)).slice(0, recentShown);
  const names = distinctNames([...pins, ...others]);
  const items = (list: readonly RecentProject[], icon: IconType) =>
    list.map((one) => (
      <MenuItem
        key={one.path}
        icon={icon}
        description={one.namespace}
        onSelect={() => history.push(hrefs.project(one.account, one.path))}
      >
        {names.get(one.path)}
      </MenuItem>
    ));
  const owner = useAccountLabel()(account);
  return (
    <h2 className={styles.head}>
      <Menu
        trigger={
          <button type="button" className={styles.switcher} title={project}>
            <Avatar name={name} size={20} square />
            <span className={styles.who}>
              <span className={cx(layout.ellipsis, styles.name)}>{name}</span>
              {owner ? <span className={cx(layout.ellipsis, styles.owner)}>{owner}</span> : null}
            </span>
            <Icon of={ChevronsUpDown} size={13} className={layout.muted} label="Switch project" />
          </button>
        }
      >
        {pins.length > 0 ? <MenuLabel>Pinned</MenuLabel> : null}
        {items(pins, Pin)}
        {others.length > 0 ? <MenuLabel>Recent</MenuLabel> : null}
        {items(others, SquareLibrary)}
        {pins.length + others.length > 0 ? <MenuSeparator /> : null}
        <MenuItem icon={SquareLibrary} onSelect={() => history.push(hrefs.projects(account))}>
          All projects
        </MenuItem>
      </Menu>
    </h2>
  );
}

interface GroupProps {
  readonly label: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** A group of links below a button that opens and closes it. */
function Group({ label, isOpen, onToggle, children }: GroupProps) {
  const id = useId();
  return (
    <div>
      <button
        type="button"
        className={styles.group}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        <Icon of={isOpen ? ChevronDown : ChevronRight} />
        {label}
      </button>
      {isOpen ? (
        <ul id={id} className={styles.list}>
          {children}
        </ul>
      ) : null}
    </div>
  );
}

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
  if (names.size === 0) return <p className={styles.none}>Projects that you open or pin are listed here.</p>;
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
