import {
  BookText,
  CircleDot,
  Folders,
  FolderTree,
  GitBranch,
  GitCommitHorizontal,
  GitCompareArrows,
  GitPullRequest,
  House,
  Inbox,
  Package,
  PencilLine,
  Pin,
  PinOff,
  Rocket,
  Search,
  ServerCog,
  Settings,
  ShieldCheck,
  SquareCode,
  SquareLibrary,
  Tag,
  UsersRound,
  Workflow,
} from "lucide-react";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useOutbox } from "../../features/outbox/outbox.ts";
import { useEdits } from "../../state/edits.ts";
import { isPinned, type RecentProject, togglePin, useRecentProjects } from "../../state/recent-projects.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useAppLocation, useCurrentAccount } from "../navigation/use-app-location.ts";
import { useMissingProject } from "../navigation/use-missing-project.ts";
import { AccountSwitcher } from "./account-switcher.tsx";
import { NavLink } from "./nav-link.tsx";
import styles from "./sidebar.module.css";

const recentShown = 6;

/** Sidebar: account, navigation of the current scope, pinned and recent projects, settings. */
export function Sidebar() {
  const location = useAppLocation();
  const account = useCurrentAccount();
  const unsent = useOutbox(({ entries }) => entries.reduce((sum, { messages }) => sum + messages.length, 0));
  return (
    <div className={styles.sidebar}>
      <AccountSwitcher />
      <div className={styles.scroll}>
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
        {location.kind === "project" ? <ProjectParts location={location} /> : null}
        <Projects account={account?.id} />
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

/** Views of a project whose address has no ref. */
const plainParts = [
  { name: "branches", label: "Branches", icon: GitBranch },
  { name: "tags", label: "Tags", icon: Tag },
  { name: "releases", label: "Releases", icon: Package },
  { name: "environments", label: "Environments", icon: Rocket },
  { name: "wiki", label: "Wiki", icon: BookText },
  { name: "compare", label: "Compare", icon: GitCompareArrows },
  { name: "contributors", label: "Contributors", icon: UsersRound },
  { name: "runners", label: "Runners", icon: ServerCog },
  { name: "snippets", label: "Snippets", icon: SquareCode },
  { name: "issues", label: "Issues", icon: CircleDot },
] as const;

type ProjectLocation = Extract<ReturnType<typeof useAppLocation>, { kind: "project" }>;

function ProjectParts({ location }: { readonly location: ProjectLocation }) {
  const { account, project, part, search } = location;
  const isMissing = useMissingProject(account, project);
  const ref = search.ref ? { ref: search.ref } : {};
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
      <h2 className={styles.heading} title={project}>
        {name ?? project.split("/").at(-1)}
      </h2>
      <ul className={styles.list}>
        <NavLink href={hrefs.project(account, project)} icon={SquareLibrary} active={part === "overview"}>
          Overview
        </NavLink>
        <NavLink
          href={hrefs.project(account, project, "files", ref)}
          icon={FolderTree}
          active={part === "files" || part === "edit"}
        >
          Files
        </NavLink>
        <NavLink
          href={hrefs.project(account, project, "search", ref)}
          icon={Search}
          active={part === "search"}
        >
          Search in files
        </NavLink>
        <NavLink
          href={hrefs.project(account, project, "commits", ref)}
          icon={GitCommitHorizontal}
          active={part === "commits" || part === "commit"}
        >
          Commits
        </NavLink>
        <NavLink
          href={hrefs.project(account, project, "merge_requests")}
          icon={GitPullRequest}
          active={part === "merge_requests" || part === "merge_request"}
        >
          Merge requests
        </NavLink>
        <NavLink
          href={hrefs.project(account, project, "pipelines")}
          icon={Workflow}
          active={part === "pipelines" || part === "pipeline" || part.startsWith("job")}
        >
          Pipelines
        </NavLink>
        {plainParts.map(({ name, label, icon }) => (
          <NavLink
            key={name}
            href={hrefs.project(account, project, name)}
            icon={icon}
            active={part === name || `${part}s` === name}
          >
            {label}
          </NavLink>
        ))}
        <NavLink
          href={hrefs.project(account, project, "changes", ref)}
          icon={PencilLine}
          active={part === "changes"}
          count={pending}
        >
          Pending changes
        </NavLink>
      </ul>
    </section>
  );
}

function Projects({ account }: { readonly account: string | undefined }) {
  const { pinned, recent } = useRecentProjects();
  const mine = (project: RecentProject) => project.account === account;
  const shownPins = pinned.filter(mine);
  const shownRecent = recent
    .filter((project) => mine(project) && !isPinned(pinned, project))
    .slice(0, recentShown);
  return (
    <>
      <ProjectList title="Pinned" projects={shownPins} pinned />
      <ProjectList title="Recent" projects={shownRecent} />
    </>
  );
}

interface ProjectListProps {
  readonly title: string;
  readonly projects: readonly RecentProject[];
  readonly pinned?: boolean;
}

function ProjectList({ title, projects, pinned = false }: ProjectListProps) {
  if (projects.length === 0) return null;
  return (
    <section aria-label={`${title} projects, side bar`}>
      <h2 className={styles.heading}>{title}</h2>
      <ul className={styles.list}>
        {projects.map((project) => (
          <li key={project.path} className={styles.project}>
            <AppLink
              href={hrefs.project(project.account, project.path)}
              className={styles.link}
              title={project.path}
            >
              <Avatar name={project.name} size={18} square />
              <span className={styles.text}>{project.name}</span>
            </AppLink>
            <span className={styles.pin}>
              <IconButton
                label={pinned ? `Unpin ${project.name}` : `Pin ${project.name}`}
                icon={pinned ? PinOff : Pin}
                size="s"
                tooltipSide="right"
                onClick={() => togglePin(project)}
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
