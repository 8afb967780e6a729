import { Coffee, RotateCw } from "lucide-react";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import type { Account } from "../../../../shared/host/accounts.ts";
import type { Watch } from "../../../../shared/host/watches.ts";
import { inboxStateOf } from "../../../../shared/review/inbox-state.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { JobLink } from "../../../features/ci/ci-links.tsx";
import { StatusIcon } from "../../../features/ci/ci-status.tsx";
import { failureText } from "../../../features/ci/ci-texts.ts";
import { useInboxMarks } from "../../../features/inbox/inbox-marks.ts";
import { useRegisterCommands } from "../../../state/commands/commands.ts";
import { useAccountIdentity, useAccountLabel, useHostState } from "../../../state/host-state.ts";
import { IconButton } from "../../../ui/buttons/button.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { Section } from "../../../ui/panes/section.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { useIsOver, useLoaded } from "../../../ui/states/use-loaded.ts";
import layout from "../../../ui/theme/layout.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import { MergeRequestSection, useMergeRequestRows } from "./merge-request-rows.tsx";
import { type AccountWork, useWork } from "./use-work.ts";
import styles from "./work.module.css";

// Its menus need more code than the rest of Home: it is loaded beside the data.
const loadingInbox = import("../inbox/inbox.tsx");

/** Entries of a section; lists of their own have all. */
const maxEntries = 8;

/** Milliseconds for which services that respond wait for the others, so that all is drawn at once. */
const patienceMs = 2_000;

/** Entries that need the user now, over all accounts: reviews, news of their merge requests, failed jobs, watches. */
export function Work({ accounts }: { readonly accounts: readonly Account[] }) {
  const work = useWork(accounts);
  const Rows = useMergeRequestRows();
  const loaded = useLoaded(loadingInbox);
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
  const inbox = loaded?.inboxEntries(work) ?? [];
  const { value: marks, loaded: hasMarks } = useInboxMarks();
  const open = inbox.filter((entry) => inboxStateOf(entry, marks, 0) !== "done");
  const nothing = open.length + toReview.length + created.length + failed.length + watches.length === 0;
  // All at once: what came later would move what is below it.
  const isLate = useIsOver(patienceMs);
  const pending =
    Rows === null || loaded === null || !hasMarks || (!isLate && work.some(({ isPending }) => isPending));
  const unread = work.some(({ error, isPending }) => error !== null || isPending);
  return (
    <>
      {pending ? (
        <Skeleton lines={3} height={48} mark={16} label="Loading your work" />
      ) : (
        <>
          {nothing && !unread ? (
            <p className={styles.nothing}>
              <Icon of={Coffee} size={18} />
              <span>
                <strong>Nothing needs you right now.</strong> No reviews, no open merge requests of yours, no
                failed jobs.
              </span>
            </p>
          ) : null}
          <loaded.Inbox known={inbox} lists={work} showsEmpty={!nothing && !unread} />
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
        </>
      )}
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
      {work.map(({ account, asOf, error, todos, refetch }) => (
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
            {todos === null ? ", no to-dos: its inbox comes from merge requests and pipelines" : ""}
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
