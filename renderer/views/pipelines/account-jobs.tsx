import { useQueries, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CirclePlay, RotateCw, TriangleAlert } from "lucide-react";
import { useEffect } from "react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { listJobs } from "../../../shared/api/resources/jobs.ts";
import { listProjects } from "../../../shared/api/resources/projects.ts";
import { getCurrentUser } from "../../../shared/api/resources/users.ts";
import type { Account } from "../../../shared/host/accounts.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { operationQuery, useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { SelectableRow } from "../../features/bulk/selectable-row.tsx";
import { actionsOf, type JobAction, jobActions, useRunJobAction } from "../../features/ci/ci-actions.ts";
import { JobLink } from "../../features/ci/ci-links.tsx";
import { isActiveStatus, StatusIcon } from "../../features/ci/ci-status.tsx";
import { failureText } from "../../features/ci/ci-texts.ts";
import { ElapsedTime } from "../../features/ci/elapsed-time.tsx";
import { openFailures, pipelinesOf } from "../../features/ci/group-jobs.ts";
import { idleMs, liveMs } from "../../features/ci/use-live-pipelines.ts";
import { useAccountIdentity } from "../../state/host-state.ts";
import { useRecentProjects } from "../../state/recent-projects.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import type { RowSelection } from "../../ui/lists/row-selection.ts";
import { Section } from "../../ui/panes/section.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import styles from "./ci-view.module.css";
import type { ChosenJob } from "./job-bulk-bar.tsx";
import { jobRowHeight } from "./job-list.tsx";

/** Pipelines of a project shown at most. */
const shownPipelines = 5;

interface AccountJobsProps {
  readonly account: Account;
  readonly show: "failed" | "running";
  readonly isMine: boolean;
  readonly selection: RowSelection;
  /** Called with the listed jobs, in order. */
  readonly onListed: (account: string, jobs: readonly ChosenJob[]) => void;
}

/** The failed or running jobs of the projects of one account, by project. */
export function AccountJobs({ account, show, isMine, selection, onListed }: AccountJobsProps) {
  const name = useAccountIdentity()(account);
  const user = useOperation(getCurrentUser, {}, { staleTime: Number.POSITIVE_INFINITY });
  const me = user.data;
  const isAdmin = user.isPending ? undefined : me?.is_admin === true;
  const { projects, isPending, error, retry } = useAccountJobs(account.id, show, isAdmin);
  const wanted = (job: Job) => !isMine || (me !== undefined && job.user?.id === me.id);
  const shown = projects.flatMap(({ path, jobs }) => {
    const matching = (show === "failed" ? openFailures(jobs) : jobs).filter(wanted);
    const pipelines = pipelinesOf(matching);
    const listed = pipelines
      .slice(0, shownPipelines)
      .flat()
      .map((job): ChosenJob => ({ key: `${account.id} ${job.id}`, account: account.id, project: path, job }));
    return listed.length > 0 ? [{ path, pipelines, listed }] : [];
  });
  const entries = shown.flatMap(({ listed }) => listed);
  const states = entries.map(({ key, job }) => `${key} ${job.status}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `states` has what the selection and its actions depend on
  useEffect(() => onListed(account.id, entries), [account.id, states, onListed]);
  const unread = projects.filter((project) => project.error !== null).length;
  const searched = projects.length - unread;
  return (
    <Section
      className={styles.account}
      title={name}
      description={isPending || error ? undefined : searchedText(searched, unread)}
      actions={
        unread > 0 && !error ? (
          <Button size="s" icon={RotateCw} onClick={retry}>
            Retry
          </Button>
        ) : null
      }
    >
      {isPending && shown.length === 0 ? (
        <Skeleton lines={3} height={jobRowHeight} mark={18} label={`Loading jobs of ${name}`} />
      ) : error ? (
        <ErrorState compact {...describeProblem(error)} onRetry={retry} />
      ) : shown.length === 0 ? (
        <EmptyState
          compact
          icon={unread > 0 ? TriangleAlert : show === "failed" ? CircleCheck : CirclePlay}
          title={`${isMine ? "You have no" : "No"} ${show} jobs${unread > 0 ? " in what was loaded" : ""}`}
          actions={
            isMine ? (
              <Button asChild>
                <AppLink href={hrefs.ci({ ...(show === "failed" ? {} : { show }), of: "everyone" })}>
                  Show everyone's jobs
                </AppLink>
              </Button>
            ) : null
          }
        />
      ) : (
        shown.map(({ path, pipelines, listed }) => (
          <div key={path} className={styles.project}>
            <h3 className={styles.path}>
              <AppLink href={hrefs.project(account.id, path, "pipelines")}>{path}</AppLink>
            </h3>
            <ul className={styles.rows} aria-label={`Jobs of ${path}`}>
              {listed.map((entry) => (
                <li key={entry.key}>
                  <AccountJobRow entry={entry} selection={selection} />
                </li>
              ))}
            </ul>
            {pipelines.length > shownPipelines ? (
              <AppLink
                className={styles.all}
                href={hrefs.project(account.id, path, "jobs", {
                  status: show === "failed" ? "failed" : "running,pending",
                })}
              >
                {show === "failed" ? "All failed jobs" : "All running jobs"} of {path}
              </AppLink>
            ) : null}
          </div>
        ))
      )}
    </Section>
  );
}

const searchedText = (searched: number, unread: number): string =>
  `${searched} ${searched === 1 ? "project" : "projects"} searched: pinned, recent and active ones.${unread > 0 ? ` ${unread} could not be loaded.` : ""}`;

/** Projects read at most; services list jobs only by project. */
const maxProjects = 24;

interface ProjectJobs {
  readonly path: string;
  readonly jobs: readonly Job[];
  readonly error: unknown;
}

/**
 * Reads the failed or running jobs of the pinned, recent and active projects of an account; `isAdmin` is undefined until
 * it is known.
 */
function useAccountJobs(account: string, show: "failed" | "running", isAdmin: boolean | undefined) {
  const { pinned, recent } = useRecentProjects();
  const input = { order_by: "last_activity_at", simple: true, per_page: 20 } as const;
  const own = useOperation(listProjects, { ...input, membership: true });
  // An administrator may be a member of few projects or none.
  const needsOthers = isAdmin === true && (own.data?.length ?? maxProjects) < maxProjects;
  const others = useOperation(listProjects, needsOthers ? input : null);
  const known = [...pinned, ...recent].flatMap((entry) => (entry.account === account ? [entry.path] : []));
  const found = [...(own.data ?? []), ...(others.data ?? [])].map(
    ({ path_with_namespace }) => path_with_namespace,
  );
  const client = useQueryClient();
  const jobsQuery = (id: string) =>
    operationQuery(account, listJobs, {
      id,
      scope: show === "failed" ? ["failed"] : ["running", "pending"],
      per_page: 50,
    });
  const paths = projectsToRead([...new Set([...known, ...found])], maxProjects, (path) =>
    isGone(client.getQueryState(jobsQuery(path).queryKey)?.error),
  );
  const results = useQueries({
    queries: paths.map((id) => ({
      ...jobsQuery(id),
      staleTime: liveMs,
      // A project in which something runs is read often, the others now and then.
      refetchInterval: ({
        state,
      }: {
        state: { data: { data: readonly Job[] } | undefined; error: unknown };
      }) =>
        isGone(state.error)
          ? false
          : state.data?.data.some(({ status }) => isActiveStatus(status))
            ? liveMs
            : idleMs,
    })),
  });
  const projects = paths.flatMap((path, index): ProjectJobs[] => {
    const { data, error = null } = results[index] ?? {};
    return isGone(error) ? [] : [{ path, jobs: data?.data ?? [], error }];
  });
  const failed = results.filter((result) => result.isError && !isGone(result.error));
  return {
    projects,
    isPending:
      isAdmin === undefined ||
      own.isPending ||
      (needsOthers && others.isPending) ||
      results.some((result) => result.isPending),
    /** Error where nothing could be read; null where at least one project was. */
    error: failed.length === projects.length ? (failed[0]?.error ?? own.error ?? others.error) : null,
    /** Reads again what failed. */
    retry() {
      for (const list of [own, others]) if (list.isError) void list.refetch();
      for (const result of failed) void result.refetch();
    },
  };
}

/** Returns whether a project was deleted or moved, or this account may not see it any more. */
const isGone = (error: unknown): boolean => Boolean(error) && toProblem(error).status === 404;

/**
 * Returns the projects to read: the first `limit` that exist, and those before them that are gone, whose place the next
 * one takes.
 */
export function projectsToRead(
  paths: readonly string[],
  limit: number,
  isGone: (path: string) => boolean,
): string[] {
  let existing = 0;
  const end = paths.findIndex((path) => !isGone(path) && ++existing > limit);
  return paths.slice(0, end < 0 ? paths.length : end);
}

interface AccountJobRowProps {
  readonly entry: ChosenJob;
  readonly selection: RowSelection;
}

/** A job of a list over many projects: name, pipeline, commit and failure reason. */
function AccountJobRow({ entry, selection }: AccountJobRowProps) {
  const { key, account, project, job } = entry;
  const run = useRunJobAction(project);
  const [action] = openActionsOf(job);
  const { pipeline } = job;
  return (
    <SelectableRow
      selection={selection}
      rowKey={key}
      label={`Select ${job.name} #${job.id}`}
      className={styles.row}
    >
      <StatusIcon status={job.status} allowFailure={job.allow_failure} size={18} />
      <span className={styles.text}>
        <span className={styles.line}>
          <JobLink className={styles.name} account={account} project={project} job={job.id}>
            {job.name}
          </JobLink>
          <span className={styles.commit}>{job.commit?.title}</span>
        </span>
        <span className={cx(layout.small, styles.meta)}>
          {pipeline ? (
            <AppLink href={hrefs.pipeline(account, project, pipeline.id)}>#{pipeline.id}</AppLink>
          ) : null}
          {job.ref ? <bdi>{job.ref}</bdi> : null}
          {job.failure_reason ? (
            <span className={styles.reason}>{failureText(job.failure_reason)}</span>
          ) : null}
        </span>
      </span>
      <span className={styles.cell}>
        <ElapsedTime start={job.started_at} end={job.finished_at} duration={job.duration} />
      </span>
      <span className={styles.cell}>
        <RelativeTime time={job.finished_at ?? job.started_at ?? job.created_at ?? ""} />
      </span>
      <span className={styles.action}>
        {action ? (
          <IconButton
            writes
            label={`${jobActions[action].label} ${job.name} #${job.id}`}
            icon={jobActions[action].icon}
            onClick={() => void run(action, job)}
          />
        ) : null}
      </span>
    </SelectableRow>
  );
}

/** Returns the actions of a job in a list of what failed or runs: none that removes what has to be read. */
export const openActionsOf = (job: Job): JobAction[] => actionsOf(job).filter((name) => name !== "erase");
