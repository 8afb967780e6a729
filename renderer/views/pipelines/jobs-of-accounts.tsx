import { useCallback, useMemo, useState } from "react";
import type { Account } from "../../../shared/host/accounts.ts";
import { AccountContext } from "../../api/account-context.ts";
import { useAccountLabel } from "../../state/account-label.ts";
import { useRowSelection } from "../../ui/row-selection.ts";
import { openActionsOf } from "./account-job-row.tsx";
import { AccountJobs } from "./account-jobs.tsx";
import styles from "./ci-view.module.css";
import { type ChosenJob, JobBulkBar } from "./job-bulk-bar.tsx";

interface JobsOfAccountsProps {
  readonly accounts: readonly Account[];
  readonly show: "failed" | "running";
  readonly isMine: boolean;
}

type Listed = ReadonlyMap<string, readonly ChosenJob[]>;

/** The failed or running jobs of all accounts, and the actions on those that are selected in any of them. */
export function JobsOfAccounts({ accounts, show, isMine }: JobsOfAccountsProps) {
  const [listed, setListed] = useState<Listed>(new Map());
  const onListed = useCallback((account: string, jobs: readonly ChosenJob[]) => {
    setListed((before) => new Map(before).set(account, jobs));
  }, []);
  const entries = useMemo(() => accounts.flatMap(({ id }) => listed.get(id) ?? []), [accounts, listed]);
  const order = useMemo(() => entries.map(({ key }) => key), [entries]);
  const selection = useRowSelection(order);
  const label = useAccountLabel();
  const chosen = entries
    .filter(({ key }) => selection.selected.has(key))
    .map((entry) => ({ entry, actions: openActionsOf(entry.job) }));
  const labels = new Set(chosen.map(({ entry }) => label(entry.account)));
  return (
    <>
      {accounts.map((account) => (
        <AccountContext key={account.id} value={account.id}>
          <AccountJobs {...{ account, show, isMine, selection, onListed }} />
        </AccountContext>
      ))}
      <div className={styles.bulk}>
        <JobBulkBar
          {...{ chosen, selection }}
          where={[...labels].filter((name) => name !== null).join(", ")}
          textOf={({ account, project }) => [project, label(account)].filter(Boolean).join(" · ")}
        />
      </div>
    </>
  );
}
