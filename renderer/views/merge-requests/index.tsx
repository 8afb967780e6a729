import { GitPullRequest } from "lucide-react";
import { listMergeRequests } from "../../../shared/api/resources/merge-requests.ts";
import type { Account } from "../../../shared/host/accounts.ts";
import { useOperation } from "../../api/use-operation.ts";
import {
  AccountSection,
  AccountSections,
  maxSectionEntries,
} from "../../features/accounts/account-sections.tsx";
import { AccountSwitch } from "../../features/accounts/account-switch.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { anyText } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { MergeRequestRows } from "../../features/merge-requests/merge-request-rows.tsx";
import { newsTexts } from "../../features/merge-requests/seen-merge-requests.ts";
import { formatQuery, termOf, withTerm } from "../../features/query-text/query-text.ts";
import { QueryForm } from "../../features/work-lists/query-form.tsx";
import { useUserIds } from "../../features/work-lists/use-user-ids.ts";
import { usersOf } from "../../features/work-lists/user-terms.ts";
import styles from "../../features/work-lists/work-lists.module.css";
import { useAccounts } from "../../state/host-state.ts";
import { SegmentedControl } from "../../ui/forms/segmented-control.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import layout from "../../ui/theme/layout.module.css";
import {
  filterKeys,
  type MergeRequestFilter,
  mergeRequestListInput,
  mergeRequestStates,
  parseFilter,
  peopleKeys,
  stateOf,
} from "./list-input.ts";

const mine = [
  { value: "all", label: "Everyone" },
  { value: "assigned_to_me", label: "Assigned to me" },
  { value: "created_by_me", label: "Mine" },
] as const;
const stateLabels = { opened: "Open", merged: "Merged", closed: "Closed", all: "All states" } as const;

const querySearch = { q: anyText };

/** Merge requests of every account beside each other, by the same query as in one account's list. */
export function AllAccountsView() {
  const [{ q = "" }, changeSearch] = useAddressSearch(querySearch);
  const accounts = useAccounts();
  const filter = parseFilter(q);
  const setQuery = (next: string) => changeSearch({ q: next });
  const scope = mine.find(({ value }) => value === termOf(filter, "scope"))?.value ?? "all";
  const state = mergeRequestStates.find((name) => name === termOf(filter, "state")) ?? "opened";
  const set = (key: "scope" | "state", value: string, usual: string) =>
    setQuery(formatQuery(withTerm(filter, key, value === usual ? undefined : value)));
  return (
    <section className={layout.page} aria-label="Merge requests of all accounts">
      <PageHeader
        title="Merge requests"
        icon={GitPullRequest}
        state={<AccountSwitch list="merge_requests" account={null} />}
      />
      <div className={styles.filters}>
        <QueryForm
          label="Merge requests"
          keys={filterKeys}
          query={q}
          onQuery={setQuery}
          example="Search, or filter: label:bug draft:no"
        />
        <SegmentedControl
          label="Scope"
          value={scope}
          options={mine}
          onChange={(value) => set("scope", value, "all")}
        />
        <SegmentedControl
          label="State"
          value={state}
          options={mergeRequestStates.map((value) => ({ value, label: stateLabels[value] }))}
          onChange={(value) => set("state", value, "opened")}
        />
      </div>
      {accounts.length === 0 ? (
        <EmptyState icon={GitPullRequest} title="No accounts" description="Add an account to see its work." />
      ) : (
        <AccountSections>
          {(account) => <MergeRequestsOfAccount account={account} query={q} />}
        </AccountSections>
      )}
    </section>
  );
}

export { MergeRequestsView } from "./merge-requests-view.tsx";

interface MergeRequestsOfAccountProps {
  readonly account: Account;
  readonly query: string;
}

/** The latest merge requests of one account that match. */
function MergeRequestsOfAccount({ account, query }: MergeRequestsOfAccountProps) {
  const filter = parseFilter(query);
  const ids = useUserIds(usersOf(filter, peopleKeys));
  const input = ids
    ? { ...mergeRequestListInput(filter, "account", ids), per_page: maxSectionEntries }
    : null;
  const list = useOperation(listMergeRequests, input, { keepPrevious: true });
  return (
    <AccountSection
      account={account}
      name="merge requests"
      list={list}
      rowHeight={36}
      countText={(total) => countText(filter, total)}
      empty="No matching merge requests"
      href={hrefs.mergeRequests(account.id, undefined, query ? { q: query } : {})}
    >
      {(entries, label) => (
        <MergeRequestRows
          label={label}
          entries={entries.map((mergeRequest) => ({ account: account.id, mergeRequest }))}
          newsOf={(seen, mergeRequest) => newsTexts(seen.news(mergeRequest))}
        />
      )}
    </AccountSection>
  );
}

/** Returns how many were found: in which state, where that is all that was asked for. */
function countText(filter: MergeRequestFilter, total: number): string {
  const count = total.toLocaleString();
  if (filter.words !== "" || filter.terms.some(({ key }) => key !== "state"))
    return `${count} ${total === 1 ? "matches" : "match"}`;
  const state = stateOf(filter);
  if (state === "all") return `${count} ${total === 1 ? "merge request" : "merge requests"}`;
  return `${count} ${state === "opened" ? "open" : state}`;
}
