import { CircleDot } from "lucide-react";
import { lazy } from "react";
import { listIssues } from "../../../shared/api/resources/issues.ts";
import type { Account } from "../../../shared/host/accounts.ts";
import { useOperation } from "../../api/use-operation.ts";
import {
  AccountSection,
  AccountSections,
  maxSectionEntries,
  SectionRows,
} from "../../features/accounts/account-sections.tsx";
import { AccountSwitch } from "../../features/accounts/account-switch.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { anyText } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { issuesText } from "../../features/issues/issue-project.ts";
import { IssueRow } from "../../features/issues/issue-row.tsx";
import { formatQuery, termOf, withTerm } from "../../features/query-text/query-text.ts";
import { QueryForm } from "../../features/work-lists/query-form.tsx";
import { useWorkRowHeight, WorkListWidth } from "../../features/work-lists/row-parts.tsx";
import { useUserIds } from "../../features/work-lists/use-user-ids.ts";
import { usersOf } from "../../features/work-lists/user-terms.ts";
import styles from "../../features/work-lists/work-lists.module.css";
import { useAccounts } from "../../state/host-state.ts";
import { SegmentedControl } from "../../ui/forms/segmented-control.tsx";
import { useWidth } from "../../ui/panes/observe-element.ts";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import layout from "../../ui/theme/layout.module.css";
import {
  filterKeys,
  type IssueFilter,
  issueListInput,
  issueStates,
  parseFilter,
  peopleKeys,
  stateOf,
} from "./filter/list-input.ts";

export { IssuesView } from "./issues-view.tsx";

/** Loaded by its own address alone. */
export const BoardView = lazy(async () => ({ default: (await import("./board/board-view.tsx")).BoardView }));

const mine = [
  { value: "all", label: "Everyone" },
  { value: "assigned_to_me", label: "Assigned to me" },
  { value: "created_by_me", label: "Mine" },
] as const;
const stateLabels = { opened: "Open", closed: "Closed", all: "All states" } as const;

const querySearch = { q: anyText };

/** Issues of every account beside each other, by the same query as in one account's list. */
export function AllIssuesView() {
  const [{ q = "" }, changeSearch] = useAddressSearch(querySearch);
  const accounts = useAccounts();
  const [page, width] = useWidth();
  const filter = parseFilter(q);
  const setQuery = (next: string) => changeSearch({ q: next });
  const scope = mine.find(({ value }) => value === termOf(filter, "scope"))?.value ?? "all";
  const set = (key: "scope" | "state", value: string, usual: string) =>
    setQuery(formatQuery(withTerm(filter, key, value === usual ? undefined : value)));
  return (
    <section className={layout.page} aria-label="Issues of all accounts">
      <PageHeader title="Issues" icon={CircleDot} state={<AccountSwitch list="issues" account={null} />} />
      <div ref={page} className={styles.filters}>
        <QueryForm
          label="Issues"
          keys={filterKeys}
          query={q}
          onQuery={setQuery}
          example="Search, or filter: label:bug no:assignee"
        />
        <SegmentedControl
          label="Scope"
          value={scope}
          options={mine}
          onChange={(value) => set("scope", value, "all")}
        />
        <SegmentedControl
          label="State"
          value={stateOf(filter)}
          options={issueStates.map((value) => ({ value, label: stateLabels[value] }))}
          onChange={(value) => set("state", value, "opened")}
        />
      </div>
      {accounts.length === 0 ? (
        <EmptyState icon={CircleDot} title="No accounts" description="Add an account to see its work." />
      ) : (
        <WorkListWidth value={width}>
          <AccountSections>{(account) => <IssuesOfAccount account={account} query={q} />}</AccountSections>
        </WorkListWidth>
      )}
    </section>
  );
}

interface IssuesOfAccountProps {
  readonly account: Account;
  readonly query: string;
}

/** The latest issues of one account that match. */
function IssuesOfAccount({ account, query }: IssuesOfAccountProps) {
  const filter = parseFilter(query);
  const ids = useUserIds(usersOf(filter, peopleKeys));
  const input = ids ? { ...issueListInput(filter, ids), per_page: maxSectionEntries } : null;
  const list = useOperation(listIssues, input, { keepPrevious: true });
  const rowHeight = useWorkRowHeight();
  return (
    <AccountSection
      account={account}
      name="issues"
      list={list}
      rowHeight={rowHeight}
      countText={(total) => countText(filter, total)}
      empty="No matching issues"
      href={hrefs.issues(account.id, undefined, query ? { q: query } : {})}
    >
      {(entries, label) => (
        <SectionRows
          label={label}
          entries={entries}
          itemKey={({ id }) => id}
          rowHeight={rowHeight}
          renderItem={(issue) => <IssueRow account={account.id} issue={issue} />}
        />
      )}
    </AccountSection>
  );
}

/** Returns how many were found: in which state, where that is all that was asked for. */
function countText(filter: IssueFilter, total: number): string {
  if (filter.words !== "" || filter.terms.some(({ key }) => key !== "state"))
    return `${total.toLocaleString()} ${total === 1 ? "matches" : "match"}`;
  const state = stateOf(filter);
  return state === "all"
    ? issuesText(total)
    : `${total.toLocaleString()} ${state === "opened" ? "open" : state}`;
}
