import { GitPullRequest } from "lucide-react";
import { z } from "zod";
import { AccountContext } from "../../api/account-context.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { formatQuery, termOf, withTerm } from "../../features/query-text/query-text.ts";
import { useAccounts } from "../../state/host-state.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import flow from "../../ui/flow.module.css";
import layout from "../../ui/layout.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { AccountSection } from "./account-section.tsx";
import { parseFilter } from "./filter-text.ts";
import { states } from "./list-input.ts";
import styles from "./merge-requests.module.css";
import { QueryForm } from "./query-form.tsx";

const mine = [
  { value: "all", label: "Everyone" },
  { value: "assigned_to_me", label: "Assigned to me" },
  { value: "created_by_me", label: "Mine" },
] as const;
const stateLabels = { opened: "Open", merged: "Merged", closed: "Closed", all: "All states" } as const;

const querySearch = z.object({ q: z.string().optional() });

/** Merge requests of every account beside each other, by the same query as in one account's list. */
export function AllAccountsView() {
  const [{ q = "" }, changeSearch] = useAddressSearch(querySearch);
  const accounts = useAccounts();
  const filter = parseFilter(q);
  const setQuery = (next: string) => changeSearch({ q: next });
  const scope = mine.find(({ value }) => value === termOf(filter, "scope"))?.value ?? "all";
  const state = states.find((name) => name === termOf(filter, "state")) ?? "opened";
  const set = (key: "scope" | "state", value: string, usual: string) =>
    setQuery(formatQuery(withTerm(filter, key, value === usual ? undefined : value)));
  return (
    <section className={layout.page} aria-label="Merge requests of all accounts">
      <PageHeader title="Merge requests" icon={GitPullRequest} meta="of all accounts" />
      <div className={styles.filters}>
        <QueryForm query={q} onQuery={setQuery} example="Search, or filter: label:bug draft:no" />
        <div className={flow.clusterWide}>
          <SegmentedControl
            label="Scope"
            value={scope}
            options={mine}
            onChange={(value) => set("scope", value, "all")}
          />
          <SegmentedControl
            label="State"
            value={state}
            options={states.map((value) => ({ value, label: stateLabels[value] }))}
            onChange={(value) => set("state", value, "opened")}
          />
        </div>
      </div>
      {accounts.length === 0 ? (
        <EmptyState icon={GitPullRequest} title="No accounts" description="Add an account to see its work." />
      ) : (
        // The sections scroll together.
        <section className={layout.sections} aria-label="Accounts" {...focusable}>
          {accounts.map((account) => (
            <AccountContext key={account.id} value={account.id}>
              <AccountSection account={account} query={q} />
            </AccountContext>
          ))}
        </section>
      )}
    </section>
  );
}

const focusable = { tabIndex: 0 };
