import { CircleCheck, CirclePlay, RotateCw, TriangleAlert } from "lucide-react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { getCurrentUser } from "../../../shared/api/resources/users.ts";
import type { Account } from "../../../shared/host/accounts.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { openFailures, pipelinesOf } from "../../features/ci/open-failures.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { useRowSelection } from "../../ui/row-selection.ts";
import { Section } from "../../ui/section.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AccountJobRow, openActionsOf } from "./account-job-row.tsx";
import styles from "./ci-view.module.css";
import { JobBulkBar } from "./job-bulk-bar.tsx";
import { jobRowHeight } from "./job-list.tsx";
import { useAccountJobs } from "./use-account-jobs.ts";

/** Pipelines of a project shown at most. */
const shownPipelines = 5;

interface AccountJobsProps {
  readonly account: Account;
  readonly show: "failed" | "running";
  readonly isMine: boolean;
}

/** The failed or running jobs of the projects of one account, by project. */
export function AccountJobs({ account, show, isMine }: AccountJobsProps) {
  const user = useOperation(getCurrentUser, {}, { staleTime: Number.POSITIVE_INFINITY });
  const me = user.data;
  const isAdmin = user.isPending ? undefined : me?.is_admin === true;
  const { projects, isPending, error, retry } = useAccountJobs(account.id, show, isAdmin);
  const wanted = (job: Job) => !isMine || (me !== undefined && job.user?.id === me.id);
  const shown = projects.flatMap(({ path, jobs }) => {
    const matching = (show === "failed" ? openFailures(jobs) : jobs).filter(wanted);
    const pipelines = pipelinesOf(matching);
    const listed = pipelines.slice(0, shownPipelines).flat();
    return listed.length > 0 ? [{ path, pipelines, listed }] : [];
  });
  const entries = shown.flatMap(({ path, listed }) => listed.map((job) => ({ project: path, job })));
  const selection = useRowSelection(entries.map(({ job }) => job.id));
  const chosen = entries
    .filter(({ job }) => selection.selected.has(job.id))
    .map((entry) => ({ entry, actions: openActionsOf(entry.job) }));
  const unread = projects.filter((project) => project.error !== null).length;
  const searched = projects.length - unread;
  return (
    <Section
      className={styles.account}
      title={account.name}
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
        <Skeleton lines={3} height={jobRowHeight} mark={18} label={`Loading jobs of ${account.name}`} />
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
          <section key={path} aria-label={path} className={styles.project}>
            <h3 className={styles.path}>
              <AppLink href={hrefs.project(account.id, path, "pipelines")}>{path}</AppLink>
            </h3>
            <ul className={styles.rows} aria-label={`Jobs of ${path}`}>
              {listed.map((job) => (
                <li key={job.id}>
                  <AccountJobRow account={account.id} project={path} {...{ job, selection }} />
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
          </section>
        ))
      )}
      <div className={styles.bulk}>
        <JobBulkBar accountName={account.name} {...{ chosen, selection }} textOf={({ project }) => project} />
      </div>
    </Section>
  );
}

const searchedText = (searched: number, unread: number): string =>
  `${searched} ${searched === 1 ? "project" : "projects"} searched: pinned, recent and active ones.${unread > 0 ? ` ${unread} could not be loaded.` : ""}`;
