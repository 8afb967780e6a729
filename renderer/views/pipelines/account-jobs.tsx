import { CircleCheck, CirclePlay, RotateCw, TriangleAlert } from "lucide-react";
import { useEffect } from "react";
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
import type { RowSelection } from "../../ui/row-selection.ts";
import { Section } from "../../ui/section.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AccountJobRow } from "./account-job-row.tsx";
import styles from "./ci-view.module.css";
import type { ChosenJob } from "./job-bulk-bar.tsx";
import { jobRowHeight } from "./job-list.tsx";
import { useAccountJobs } from "./use-account-jobs.ts";

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
          <div key={path} className={styles.project}>
            <h3 className={styles.path}>
              <AppLink href={hrefs.project(account.id, path, "pipelines")}>{path}</AppLink>
            </h3>
            <ul className={styles.rows} aria-label={`Jobs of ${path}`}>
              {listed.map((entry) => (
                <li key={entry.key}>
                  <AccountJobRow {...{ entry, selection }} />
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
