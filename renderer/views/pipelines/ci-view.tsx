import { Workflow } from "lucide-react";
import { z } from "zod";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useAccounts } from "../../state/host-state.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import layout from "../../ui/layout.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import styles from "./ci-view.module.css";
import { JobsOfAccounts } from "./jobs-of-accounts.tsx";
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

const ciSearch = z.object({ show: z.string().optional(), of: z.string().optional() });

/** Failed, running and watched jobs in the projects of every account. */
export function CiView() {
  const [search, changeSearch] = useAddressSearch(ciSearch);
  const accounts = useAccounts();
  const show = shows.find(({ value }) => value === search.show)?.value ?? "failed";
  const owner = owners.find(({ value }) => value === search.of)?.value ?? "mine";
  return (
    <div className={layout.page}>
      <PageHeader title="CI" icon={Workflow} meta="Jobs of all accounts" />
      <div className={styles.filters}>
        <SegmentedControl
          label="Show"
          value={show}
          options={shows}
          onChange={(value) => changeSearch({ show: value })}
        />
        {show === "watched" ? null : (
          <SegmentedControl
            label="Of"
            value={owner}
            options={owners}
            onChange={(value) => changeSearch({ of: value })}
          />
        )}
      </div>
      {accounts.length === 0 ? (
        <EmptyState icon={Workflow} title="No accounts" description="Add an account to see its jobs." />
      ) : (
        <section className={layout.sections} aria-label="Accounts" {...focusable}>
          {show === "watched" ? (
            accounts.map((account) => <WatchedSection key={account.id} account={account} />)
          ) : (
            <JobsOfAccounts {...{ accounts, show }} isMine={owner === "mine"} />
          )}
        </section>
      )}
    </div>
  );
}

const focusable = { tabIndex: 0 };
