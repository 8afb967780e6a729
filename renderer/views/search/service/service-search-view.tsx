import { Search } from "lucide-react";
import { useMemo } from "react";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { useAccountRoute } from "../../../features/addresses/use-route.ts";
import { PagedList, Unread } from "../../../features/paged-list/list-states.tsx";
import { WorkListWidth } from "../../../features/work-lists/row-parts.tsx";
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
import { ResultRow, useRowHeight } from "./found-rows.tsx";
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
import { useNamedWithin, WithinField } from "./within-field.tsx";

/** Milliseconds without typing after which the service is asked. */
const debounceMs = 250;

/** Searches everything of a service that the account may read, or one group or project of it. */
export function ServiceSearchView() {
  const { account } = useAccountRoute();
  const [address, change] = useAddressSearch(addressFields);
  const [page, width] = useWidth();
  const named = useNamedWithin(account, withinOf(address.group, address.project));
  const { within } = named;
  const scopes = scopesWithin(within);
  const scope = scopes.find((one) => one === address.scope) ?? scopes[0] ?? "issues";
  const text = useSettled((address.q ?? "").trim(), debounceMs);
  const isShort = text.length < minLength;
  const search = { account, scope, within, text, isReady: !isShort && !named.isPending && !named.error };
  const list = useServiceSearch(search);
  const counts = useScopeCounts(search, !list.isPending);
  const rows = useMemo(() => toRows(list.items, text), [list.items, text]);
  const rowHeight = useRowHeight();
  const name = accountLabel(useAccounts(), account);
  const { label } = scopeNames[scope];
  const setWithin = (next: Within) =>
    change({
      group: next.kind === "group" ? next.path : undefined,
      project: next.kind === "project" ? next.path : undefined,
    });
  return (
    <div ref={page} className={layout.page}>
      <PageHeader title="Search" icon={Search} />
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
              count: isShort ? undefined : counts.get(value),
            }))}
          />
        </div>
      </div>
      {named.error ? (
        <Unread
          error={named.error}
          name={within.kind === "group" ? "Group" : "Project"}
          onRetry={() => named.refetch()}
        />
      ) : isShort ? (
        <EmptyState
          icon={Search}
          title="Search by words"
          description={
            text === ""
              ? "Finds projects, code, commits, merge requests, issues, comments and people that you can read."
              : `Enter at least ${minLength} characters.`
          }
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
              rowHeight={rowHeight}
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
      return `${service} has no search for ${what}: its list of ${what} was searched.`;
    case "recent": {
      const { projects, failed, limit } = source;
      return [
        `${service} searches ${what} in one project at a time. Searched: ${projects.join(", ")}.`,
        limit === null ? "" : `At most ${limit} results of each are shown.`,
        failed.length === 0 ? "" : `Could not be searched: ${failed.join(", ")}.`,
      ]
        .filter(Boolean)
        .join(" ");
    }
    case "cached": {
      const searched =
        "Only lists that were read since Helve started, and what was opened last, were searched.";
      return source.isOffline
        ? `Can't reach ${account ?? "the service"}. ${searched}`
        : `${service} cannot search ${what} here. ${searched}`;
    }
  }
}
