import { FolderOpen, House, PencilLine, Plus, SquareLibrary } from "lucide-react";
import { listProjects } from "../../../shared/api/resources/projects.ts";
import type { Account } from "../../../shared/host/accounts.ts";
import { folderOf } from "../../../shared/text/paths.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { PersonAvatar } from "../../features/avatars/person-avatar.tsx";
import { RecentRepositories } from "../../features/local-repositories/recent-repositories.tsx";
import { useLocalAccount } from "../../features/local-repositories/use-original.ts";
import { type EditSession, useEdits } from "../../state/edits.ts";
import { useAccountIdentity, useAccountLabel, useAccounts, useHostState } from "../../state/host-state.ts";
import { useLayout } from "../../state/layout.ts";
import { type RecentProject, useRecentProjects } from "../../state/recent-projects.ts";
import { askForRepository } from "../../state/repository-request.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Avatar } from "../../ui/marks/avatar.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { Section } from "../../ui/panes/section.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { useLoaded } from "../../ui/states/use-loaded.ts";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { AccountName } from "./account-name.tsx";
import { Work } from "./attention/work.tsx";
import styles from "./home.module.css";

// Beside the data of what is above it.
const loadingDrafts = import("./unsent-drafts.tsx");

/** Entries that need the user now, unfinished work and projects, over all accounts. */
export function HomeView() {
  const known = useHostState((state) => state.accounts !== null);
  const accounts = useAccounts();
  const { pinned, recent } = useRecentProjects();
  const local = useLocalAccount();
  const identity = useAccountIdentity();
  const sessions = useEdits((state) => state.sessions);
  const edits = Object.values(sessions).filter(({ changes }) => changes.length > 0);
  const mine = (recentProject: RecentProject) => accounts.some(({ id }) => id === recentProject.account);
  const others = recent.filter(
    (entry) => mine(entry) && !pinned.some((pin) => pin.account === entry.account && pin.path === entry.path),
  );
  if (known && accounts.length === 0) {
    return (
      <div className={styles.page}>
        <PageHeader title="Home" icon={House} />
        <div className={styles.sections}>
          <Welcome />
        </div>
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <PageHeader title="Home" icon={House} />
      <div className={styles.sections}>
        {known && accounts.every(({ kind }) => kind === "local") ? <Welcome /> : null}
        <Work accounts={accounts} />
        <Drafts accounts={accounts} />
        {edits.length > 0 ? (
          <Section title="Pending changes" description="Your edits collect here until you commit them.">
            <ul className={flow.ruled}>
              {edits.map((session) => (
                <EditRow key={`${session.account} ${session.project} ${session.branch}`} session={session} />
              ))}
            </ul>
          </Section>
        ) : null}
        <ProjectTiles title="Pinned projects" projects={pinned.filter(mine)} />
        <ProjectTiles title="Recently used" projects={others.slice(0, 9)} />
        {others.length + pinned.length < 3 ? <ActiveProjects accounts={accounts} /> : null}
        {local ? (
          <Section
            title="Repositories on this computer"
            actions={
              <Button icon={FolderOpen} onClick={() => askForRepository()}>
                Open repository…
              </Button>
            }
          >
            <RecentRepositories account={local} maxListed={6} />
          </Section>
        ) : null}
        <Section title="Accounts">
          <ul className={styles.grid}>
            {accounts.map((account) => (
              <li key={account.id}>
                <AppLink href={hrefs.projects(account.id)} className={styles.tile}>
                  <PersonAvatar
                    person={{ name: account.name, avatar_url: account.check?.user.avatar_url }}
                    account={account.id}
                    size={32}
                    square
                  />
                  <span className={styles.text}>
                    <span className={layout.title}>{identity(account)}</span>
                    <span className={cx(layout.ellipsis, layout.muted)}>{account.name}</span>
                  </span>
                  <Icon of={SquareLibrary} className={layout.muted} />
                </AppLink>
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </div>
  );
}

/** Unsent drafts, once their code is there; what is below would move. */
function Drafts({ accounts }: { readonly accounts: readonly Account[] }) {
  const loaded = useLoaded(loadingDrafts);
  return loaded ? (
    <loaded.UnsentDrafts accounts={accounts} />
  ) : (
    <div role="status" aria-busy="true" aria-label="Loading drafts" />
  );
}

/** Introduction to Helve, until there is an account of a service elsewhere. */
function Welcome() {
  return (
    <section className={styles.welcome} data-box="" aria-label="Welcome">
      <div className={styles.text}>
        <h2>Welcome to Helve</h2>
        <p className={styles.lead}>
          Browse, edit and review the projects of your code-hosting services from one window, without a clone.
          Add an account with its URL and a personal access token, or open a repository on this computer.
        </p>
      </div>
      <div className={flow.wrap}>
        <Button variant="primary" icon={Plus} asChild>
          <AppLink href={hrefs.addAccount}>Add account</AppLink>
        </Button>
        <Button icon={FolderOpen} onClick={() => askForRepository()}>
          Open a repository
        </Button>
      </div>
    </section>
  );
}

function EditRow({ session }: { readonly session: EditSession }) {
  const { account, project, branch, changes } = session;
  return (
    <li>
      <AppLink href={hrefs.project(account, project, "changes", { ref: branch })} className={styles.row}>
        <Icon of={PencilLine} className={layout.muted} />
        <span className={layout.title}>{project}</span>
        <span className={cx(layout.ellipsis, layout.muted)}>{branch}</span>
        <AccountName account={account} />
        <Badge tone="changed">{changes.length === 1 ? "1 file" : `${changes.length} files`}</Badge>
      </AppLink>
    </li>
  );
}

/** Recently active projects, for users who have none of their own yet. */
function ActiveProjects({ accounts }: { readonly accounts: readonly Account[] }) {
  const last = useLayout((state) => state.account);
  const account = accounts.find(({ id }) => id === last) ?? accounts[0];
  const { data, error, refetch } = useOperation(
    listProjects,
    account ? { order_by: "last_activity_at", simple: true, per_page: 6 } : null,
    { account: account?.id },
  );
  const label = useAccountLabel()(account?.id);
  if (!account) return null;
  if (error) {
    return <ErrorState compact {...describeProblem(error)} onRetry={() => void refetch()} />;
  }
  const title = label ? `Recently active, ${label}` : "Recently active";
  if (!data) {
    return (
      <Section title={title}>
        <Skeleton lines={3} height={tileHeight} mark={32} label="Loading projects" />
      </Section>
    );
  }
  const projects = data.slice(0, 6).map((project) => ({
    account: account.id,
    path: project.path_with_namespace,
    name: project.name,
    namespace: folderOf(project.path_with_namespace),
  }));
  return <ProjectTiles title={title} projects={projects} />;
}

/** Pixels of a project. */
const tileHeight = 60;

/** Projects side by side; nothing at all where there are none. */
function ProjectTiles({
  title,
  projects,
}: {
  readonly title: string;
  readonly projects: readonly RecentProject[];
}) {
  const label = useAccountLabel();
  if (projects.length === 0) return null;
  return (
    <Section title={title}>
      <ul className={styles.grid} aria-label={title}>
        {projects.map(({ account, path, name, namespace }) => (
          <li key={`${account} ${path}`}>
            <AppLink href={hrefs.project(account, path)} className={styles.tile}>
              <Avatar name={name} size={32} square />
              <span className={styles.text}>
                <span className={layout.title}>{name}</span>
                <span className={cx(layout.ellipsis, layout.muted)}>
                  {namespace}
                  {label(account) ? ` · ${label(account)}` : ""}
                </span>
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}
