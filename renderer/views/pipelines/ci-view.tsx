import { useNavigate, useSearch } from "@tanstack/react-router";
import { Workflow } from "lucide-react";
import { AccountContext } from "../../api/account-context.ts";
import { useAccounts } from "../../state/host-state.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { AccountJobs } from "./account-jobs.tsx";
import styles from "./ci-view.module.css";
import { WatchedSection } from "./watched-section.tsx";

const shows = [
  { value: "failed", label: "Failed" },
  { value: "running", label: "Running" },
  { value: "watched", label: "Watched" },
] as const;
const owners = [
  { value: "mine", label: "Mine" },
  { value: "everyone", label: "Everyone" },
] as const;

/** What failed, what runs and what is watched in the projects of every account. */
export function CiView() {
  const search = useSearch({ strict: false }) as { show?: string; of?: string };
  const navigate = useNavigate();
  const accounts = useAccounts();
  const show = shows.find(({ value }) => value === search.show)?.value ?? "failed";
  const owner = owners.find(({ value }) => value === search.of)?.value ?? "mine";
  const go = (next: { show?: string; of?: string }) =>
    void navigate({
      to: "/ci",
      search: {
        ...(show === "failed" ? {} : { show }),
        ...(owner === "mine" ? {} : { of: owner }),
        ...next,
      } as never,
      replace: true,
    });
  return (
    <div className={styles.page}>
      <PageHeader title="CI" icon={Workflow} meta="Jobs of all accounts" />
      <div className={styles.filters}>
        <SegmentedControl
          label="Show"
          value={show}
          options={shows}
          onChange={(value) => go({ show: value })}
        />
        {show === "watched" ? null : (
          <SegmentedControl
            label="Of"
            value={owner}
            options={owners}
            onChange={(value) => go({ of: value })}
          />
        )}
      </div>
      {accounts.length === 0 ? (
        <EmptyState icon={Workflow} title="No accounts" description="Add an account to see its jobs." />
      ) : (
        <section className={styles.sections} aria-label="Accounts" {...focusable}>
          {accounts.map((account) => (
            <AccountContext key={account.id} value={account.id}>
              {show === "watched" ? (
                <WatchedSection account={account} />
              ) : (
                <AccountJobs account={account} show={show} isMine={owner === "mine"} />
              )}
            </AccountContext>
          ))}
        </section>
      )}
    </div>
  );
}

const focusable = { tabIndex: 0 };
