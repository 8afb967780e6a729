import { Coffee } from "lucide-react";
import { useMemo } from "react";
import type { Account } from "../../../../shared/host/accounts.ts";
import { useRegisterCommands } from "../../../state/commands/commands.ts";
import { useHostState } from "../../../state/host-state.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Section } from "../../../ui/section.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { AccountStates } from "./account-states.tsx";
import { FailedJobRow, WatchRow } from "./job-rows.tsx";
import { MergeRequestRows } from "./merge-request-rows.tsx";
import { useWork } from "./use-work.ts";
import styles from "./work.module.css";

/** Entries of a section; lists of their own have all. */
const maxEntries = 8;

/** Entries that need the user now, over all accounts: reviews, news of their merge requests, failed jobs, watches. */
export function Work({ accounts }: { readonly accounts: readonly Account[] }) {
  const work = useWork(accounts);
  const watches = useHostState((state) => state.watches).filter(({ accountId }) =>
    accounts.some(({ id }) => id === accountId),
  );
  useRegisterCommands(useMemo(() => rowCommands, []));
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
  const nothing = toReview.length + created.length + failed.length + watches.length === 0;
  const pending = work.some(({ isPending, asOf }) => isPending && asOf === null);
  const unread = work.some(({ error }) => error !== null);
  return (
    <>
      {pending && nothing ? <Skeleton lines={3} height={48} mark={16} label="Loading your work" /> : null}
      {nothing && !pending && !unread ? (
        <p className={styles.nothing}>
          <Icon of={Coffee} size={18} />
          <span>
            <strong>Nothing needs you right now.</strong> No reviews, no open merge requests of yours, no
            failed jobs.
          </span>
        </p>
      ) : null}
      <MergeRequestRows title="Review requests" entries={toReview} shown={maxEntries} isOwn={false} />
      <MergeRequestRows title="Your merge requests" entries={created} shown={maxEntries} isOwn />
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
