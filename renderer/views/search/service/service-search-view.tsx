import { Search } from "lucide-react";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { useAccountRoute } from "../../../features/addresses/use-route.ts";
import { PagedList } from "../../../features/paged-list/list-states.tsx";
import { useWorkRowHeight, WorkListWidth } from "../../../features/work-lists/row-parts.tsx";
import bar from "../../../features/work-lists/work-lists.module.css";
import { accountLabel, useAccounts } from "../../../state/host-state.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { ToggleButtons } from "../../../ui/buttons/toggle-buttons.tsx";
import { SearchField } from "../../../ui/forms/text-field.tsx";
import { useWidth } from "../../../ui/panes/observe-element.ts";
import { PageHeader } from "../../../ui/panes/page-header.tsx";
import { useSettled } from "../../../ui/panes/use-settled.ts";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import layout from "../../../ui/theme/layout.module.css";
import { rowKey, toRows } from "./found.ts";
import { ResultRow, rowHeights } from "./found-rows.tsx";
import {
  addressFields,
  minLength,
  type SearchScope,
  scopeNames,
  scopesWithin,
  type Within,
} from "./scopes.ts";
import type { Source } from "./search-page.ts";
import styles from "./service-search.module.css";
import { useScopeCounts, useServiceSearch } from "./use-service-search.ts";
import { WithinField } from "./within-field.tsx";

/** Milliseconds without typing after which the service is asked. */
const debounceMs = 250;

/** Searches everything of a service that the account may read, or one group or project of it. */
export function ServiceSearchView() {
  const { account } = useAccountRoute();
  const [address, change] = useAddressSearch(addressFields);
  const [page, width] = useWidth();
  const within = withinOf(address.group, address.project);
  const scopes = scopesWithin(within);
  const scope = scopes.find((one) => one === address.scope) ?? scopes[0] ?? "issues";
  const text = useSettled((address.q ?? "").trim(), debounceMs);
  const search = { account, scope, within, text };
  const list = useServiceSearch(search);
  const counts = useScopeCounts(search, !list.isPending);
  const rows = toRows(list.items, text);
  const workHeight = useWorkRowHeight();
  const name = accountLabel(useAccounts(), account);
  const { label } = scopeNames[scope];
  const setWithin = (next: Within) =>
    change({
      group: next.kind === "group" ? next.path : undefined,
      project: next.kind === "project" ? next.path : undefined,
    });
  return (
    <div ref={page} className={layout.page}>
      <PageHeader title="Search" icon={Search} meta={within.kind === "all" ? undefined : within.path} />
      <div className={bar.filters}>
        <search aria-label="Everywhere">
          <SearchField
            label="Search everywhere"
            value={address.q ?? ""}
            onChange={(q) => change({ q })}
            autoFocus
          />
        </search>
        <WithinField account={account} within={within} onWithin={setWithin} />
        <div className={styles.kinds}>
          <ToggleButtons
            label="Kind of results"
            value={scope}
            onChange={(next: SearchScope) => change({ scope: next }, { push: true })}
            options={scopes.map((value) => ({
              value,
              label: scopeNames[value].label,
              count: text.length < minLength ? undefined : counts.get(value),
            }))}
          />
        </div>
      </div>
      {text.length < minLength ? (
        <EmptyState
          icon={Search}
          title="Search by words"
          description="Finds projects, code, commits, merge requests, issues, comments and people that you can read."
        />
      ) : (
        <>
          <SourceNote source={list.source} service={name} label={label} />
          <WorkListWidth value={width}>
            <PagedList
              label={label}
              list={list}
              items={rows}
              total={rows.length === list.items.length ? list.total : undefined}
              scope={JSON.stringify([scope, within, text])}
              lines={10}
              mark={16}
              itemKey={rowKey}
              rowHeight={(row) =>
                row.kind === "issue" || row.kind === "merge_request" ? workHeight : rowHeights[row.kind]
              }
              renderItem={(row) => <ResultRow account={account} row={row} />}
              empty={
                <EmptyState
                  icon={Search}
                  title={`No matching ${label.toLowerCase()}`}
                  description="Try different words, or another kind of results."
                  actions={
                    within.kind === "all" ? undefined : (
                      <Button onClick={() => setWithin({ kind: "all" })}>Search everywhere</Button>
                    )
                  }
                />
              }
            />
          </WorkListWidth>
        </>
      )}
    </div>
  );
}

const withinOf = (group: string | undefined, project: string | undefined): Within =>
  project ? { kind: "project", path: project } : group ? { kind: "group", path: group } : { kind: "all" };

interface SourceNoteProps {
  readonly source: Source | null;
  /** Name of the account, where there are several. */
  readonly service: string | null;
  /** Kind of results in the plural. */
  readonly label: string;
}

/** Says where results are from, where that is not the service's search. */
function SourceNote({ source, service, label }: SourceNoteProps) {
  const words = source && sourceText(source, service, label.toLowerCase());
  return words ? (
    <p className={styles.source} role="status">
      {words}
    </p>
  ) : null;
}

/** Returns what a search could not do; null for one of the service itself. */
function sourceText(source: Source, account: string | null, what: string): string | null {
  const service = account ?? "This service";
  switch (source.kind) {
    case "search":
      return null;
    case "lists":
      return `${service} has no search: its list of ${what} was searched.`;
    case "recent":
      return `${service} searches ${what} in one project at a time. Searched: ${source.projects.join(", ")}.`;
    case "cached":
      return source.isOffline
        ? `Can't reach ${account ?? "the service"}. Only what is cached on this computer was searched.`
        : `${service} cannot search ${what} here. Only what is cached on this computer was searched.`;
  }
}
