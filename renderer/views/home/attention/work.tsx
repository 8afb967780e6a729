import { useQueries } from "@tanstack/react-query";
import { Coffee, RotateCw } from "lucide-react";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import { listJobs } from "../../../../shared/api/resources/jobs.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { listMergeRequests } from "../../../../shared/api/resources/merge-requests.ts";
import { listTodos, type Todo } from "../../../../shared/api/resources/todos.ts";
import type { Account } from "../../../../shared/host/accounts.ts";
import type { Watch } from "../../../../shared/host/watches.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { isLacking } from "../../../api/extensions.ts";
import { toProblem } from "../../../api/fetch-host.ts";
import { operationQuery } from "../../../api/use-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { JobLink } from "../../../features/ci/ci-links.tsx";
import { StatusIcon } from "../../../features/ci/ci-status.tsx";
import { failureText } from "../../../features/ci/ci-texts.ts";
import { openFailures } from "../../../features/ci/group-jobs.ts";
import { useRegisterCommands } from "../../../state/commands/commands.ts";
import { useAccountIdentity, useAccountLabel, useHostState } from "../../../state/host-state.ts";
import { useRecentProjects } from "../../../state/recent-projects.ts";
import { IconButton } from "../../../ui/buttons/button.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { Section } from "../../../ui/panes/section.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import layout from "../../../ui/theme/layout.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import { inboxEntries } from "../inbox/inbox-entries.ts";
import { stateOf, useInboxMarks } from "../inbox/inbox-marks.ts";
import { failedJobs, mergeRequestLists, pendingTodos, projectsOf } from "./first-reads.ts";
import { MergeRequestSection, useMergeRequestRows } from "./merge-request-rows.tsx";
import { requestedReviews } from "./requested-reviews.ts";
import { useLoaded } from "./use-loaded.ts";
import styles from "./work.module.css";

// Its menus need more code than the rest of Home: it is loaded beside the data.
const loadingInbox = import("../inbox/inbox.tsx");

/** Entries of a section; lists of their own have all. */
const maxEntries = 8;

/** Entries that need the user now, over all accounts: reviews, news of their merge requests, failed jobs, watches. */
export function Work({ accounts }: { readonly accounts: readonly Account[] }) {
  const work = useWork(accounts);
  const Rows = useMergeRequestRows();
  const Inbox = useLoaded(loadingInbox)?.Inbox ?? null;
  const watches = useHostState((state) => state.watches).filter(({ accountId }) =>
    accounts.some(({ id }) => id === accountId),
  );
  useRegisterCommands(rowCommands);
  const toReview = work.flatMap(({ account, toReview, created }) =>
    toReview
      // Before an account's first check it is unknown which ones are its user's own.
      .filter(({ id }) => !created.some((own) => own.id === id))
      .map((mergeRequest) => ({ account, mergeRequest })),
  );
  const created = work.flatMap(({ account, created }) =>
    created.map((mergeRequest) => ({ account, mergeRequest })),
  );
  const failed = work.flatMap(({ account, failed }) => failed.map((entry) => ({ account, ...entry })));
  const inbox = inboxEntries(work);
  const { value: marks } = useInboxMarks();
  const open = inbox.filter((entry) => stateOf(entry, marks, 0) !== "done");
  const nothing = open.length + toReview.length + created.length + failed.length + watches.length === 0;
  // All at once: what came later would move what is below it.
  const pending = Rows === null || Inbox === null || work.some(({ isPending }) => isPending);
  const unread = work.some(({ error }) => error !== null);
  return (
    <>
      {pending ? <Skeleton lines={3} height={48} mark={16} label="Loading your work" /> : null}
      {nothing && !pending && !unread ? (
        <p className={styles.nothing}>
          <Icon of={Coffee} size={18} />
          <span>
            <strong>Nothing needs you right now.</strong> No reviews, no open merge requests of yours, no
            failed jobs.
          </span>
        </p>
      ) : null}
      {Inbox && inbox.length > 0 && !pending ? <Inbox entries={inbox} /> : null}
      {Rows ? (
        <>
          <MergeRequestSection
            Rows={Rows}
            title="Review requests"
            entries={toReview}
            shown={maxEntries}
            isOwn={false}
          />
          <MergeRequestSection
            Rows={Rows}
            title="Your merge requests"
            entries={created}
            shown={maxEntries}
            isOwn
          />
        </>
      ) : null}
      {failed.length > 0 ? (
        <Section title="Your failed jobs">
          <ul className={styles.rows}>
            {failed.slice(0, maxEntries).map(({ account, project, job }) => (
              <li key={`${account.id} ${job.id}`}>
                <FailedJobRow account={account.id} project={project} job={job} />
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {watches.length > 0 ? (
        <Section title="Watched">
          <ul className={styles.rows}>
            {watches.slice(0, maxEntries).map((watch) => (
              <li key={watch.key}>
                <WatchRow watch={watch} />
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <AccountStates work={work} />
    </>
  );
}

const rowCommands = [
  {
    id: "home.next",
    title: "Next entry",
    section: "Home",
    run: () => focusRow(1),
  },
  {
    id: "home.previous",
    title: "Previous entry",
    section: "Home",
    run: () => focusRow(-1),
  },
];

/** Moves the focus along the links of the page, the first one when it is elsewhere; Enter opens. */
function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("#main li a[href]:first-of-type")].filter(
    (link, index, all) => all.findIndex((other) => other.closest("li") === link.closest("li")) === index,
  );
  const at = rows.findIndex((row) => row.closest("li")?.contains(document.activeElement));
  const next = at < 0 ? rows[0] : rows[Math.min(rows.length - 1, Math.max(0, at + step))];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

/** Age of each account's data, and which account could not be read. */
function AccountStates({ work }: { readonly work: readonly AccountWork[] }) {
  const connectivity = useHostState((state) => state.connectivity);
  const identity = useAccountIdentity();
  return (
    <ul className={styles.states} aria-label="Age of data">
      {work.map(({ account, asOf, error, refetch }) => (
        <li key={account.id} className={styles.state}>
          <strong>{identity(account)}</strong>
          <span>
            {connectivity[account.id]?.state === "offline"
              ? "offline"
              : error
                ? describeProblem(error).message
                : ""}
            {asOf === null ? null : (
              <>
                {" "}
                as of <RelativeTime time={asOf} />
              </>
            )}
          </span>
          <IconButton label={`Refresh ${identity(account)}`} icon={RotateCw} size="s" onClick={refetch} />
        </li>
      ))}
    </ul>
  );
}

interface FailedJobRowProps {
  readonly account: string;
  readonly project: string;
  readonly job: Job;
}

/** A job that failed, of which commit, and why. */
function FailedJobRow({ account, project, job }: FailedJobRowProps) {
  const label = useAccountLabel()(account);
  return (
    <JobLink account={account} project={project} job={job.id} className={styles.row}>
      <StatusIcon status={job.status} />
      <span className={styles.text}>
        <span className={layout.title}>{job.name}</span>
        <span className={layout.meta}>
          {project}
          {label ? ` · ${label}` : ""}
          {job.commit ? ` · ${job.commit.title}` : ""}
          {job.failure_reason ? ` · ${failureText(job.failure_reason)}` : ""}
        </span>
      </span>
      <span className={styles.time}>
        <RelativeTime time={job.finished_at ?? job.created_at ?? ""} />
      </span>
    </JobLink>
  );
}

/** A watched job, pipeline or merge and how it is. */
function WatchRow({ watch }: { readonly watch: Watch }) {
  const { accountId: account, project, id, kind, name, ref, status, addedAt, endedAt } = watch;
  const label = useAccountLabel()(account);
  const inside = (
    <>
      <StatusIcon status={status ?? "created"} />
      <span className={styles.text}>
        <span className={layout.title}>{name}</span>
        <span className={layout.meta}>
          {project}
          {label ? ` · ${label}` : ""}
          {ref ? ` · ${ref}` : ""}
        </span>
      </span>
      <span className={styles.time}>
        <RelativeTime time={endedAt ?? addedAt} />
      </span>
    </>
  );
  return kind === "job" ? (
    <JobLink account={account} project={project} job={id} className={styles.row}>
      {inside}
    </JobLink>
  ) : (
    <AppLink href={watch.path} className={styles.row}>
      {inside}
    </AppLink>
  );
}

/** Milliseconds after which what others may have changed is read again, while the page is visible. */
const refreshMs = 120_000;
/** Milliseconds for which a failed job is work to do. */
const failedMs = 14 * 24 * 3_600_000;

/** Merge requests and failed jobs of an account's user. */
interface AccountWork {
  readonly account: Account;
  /** Those of others that the user is assigned to or a reviewer of. */
  readonly toReview: readonly MergeRequest[];
  readonly created: readonly MergeRequest[];
  /** Pending to-dos; null where the service has none. */
  readonly todos: readonly Todo[] | null;
  readonly failed: readonly { readonly project: string; readonly job: Job }[];
  readonly isPending: boolean;
  readonly error: unknown;
  /** Time of the oldest data, in ms since 1970; null before anything arrived. */
  readonly asOf: number | null;
  readonly refetch: () => void;
}

/** Reads what every account has for its user, with at most seven requests each. A failure does not affect the others. */
function useWork(accounts: readonly Account[]): readonly AccountWork[] {
  const { pinned, recent } = useRecentProjects();
  const options = { staleTime: refreshMs / 2, refetchInterval: refreshMs };
  const assigned = useQueries({
    queries: accounts.map(({ id }) => ({
      ...operationQuery(id, listMergeRequests, mergeRequestLists.assigned),
      ...options,
    })),
  });
  const reviewing = useQueries({
    queries: accounts.map((account) => ({
      ...operationQuery(account.id, listMergeRequests, mergeRequestLists.reviewing(account)),
      ...options,
      enabled: account.check !== null,
    })),
  });
  const todos = useQueries({
    queries: accounts.map(({ id }) => ({
      ...operationQuery(id, listTodos, pendingTodos),
      ...options,
      // A service without to-dos is not asked again.
      refetchInterval: ({ state }: { state: { error: unknown } }) => (state.error ? false : refreshMs),
    })),
  });
  const created = useQueries({
    queries: accounts.map(({ id }) => ({
      ...operationQuery(id, listMergeRequests, mergeRequestLists.created),
      ...options,
    })),
  });
  const projects = accounts.flatMap((account) =>
    projectsOf(account, [...pinned, ...recent]).map((project) => ({ account, project })),
  );
  const jobs = useQueries({
    queries: projects.map(({ account, project }) => ({
      ...operationQuery(account.id, listJobs, failedJobs(project)),
      ...options,
    })),
  });
  return accounts.map((account, index) => {
    const mine = assigned[index];
    const others = reviewing[index];
    const own = created[index];
    const listed = todos[index];
    const lacksTodos = listed?.error != null && isLacking(toProblem(listed.error));
    const times = [mine, others, own].flatMap((result) =>
      result?.data ? [result.dataUpdatedAt - result.data.age * 1000] : [],
    );
    const here = projects.flatMap((entry, at) =>
      entry.account.id === account.id ? [{ project: entry.project, list: jobs[at] }] : [],
    );
    const user = account.check?.user.id;
    const failed = here.flatMap(({ project, list }) => recentFailures(list?.data?.data ?? [], user, project));
    return {
      account,
      toReview: requestedReviews(mine?.data?.data ?? [], others?.data?.data ?? [], user),
      created: own?.data?.data ?? [],
      todos: lacksTodos ? null : (listed?.data?.data ?? []),
      failed,
      isPending: [
        mine,
        own,
        listed,
        ...(account.check ? [others] : []),
        ...here.map(({ list }) => list),
      ].some((result) => result?.isPending === true),
      error: mine?.error ?? others?.error ?? own?.error ?? (lacksTodos ? null : listed?.error) ?? null,
      asOf: times.length === 0 ? null : Math.min(...times),
      refetch: () => {
        const reviews = account.check ? [others] : [];
        for (const list of [mine, ...reviews, own, listed, ...here.map((entry) => entry.list)])
          void list?.refetch();
      },
    };
  });
}

const recentFailures = (jobs: readonly Job[], user: number | undefined, project: string) =>
  openFailures(jobs)
    .filter(
      (job) =>
        job.user?.id === user && Date.now() - Date.parse(job.finished_at ?? job.created_at ?? "") < failedMs,
    )
    .map((job) => ({ project, job }));
