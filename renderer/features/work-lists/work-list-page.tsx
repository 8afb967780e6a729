import { Plus } from "lucide-react";
import { type ReactNode, Suspense, useContext, useEffect, useState } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { type Command, useRegisterCommands } from "../../state/commands/commands.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { ReadOnlyContext } from "../../ui/forms/destination.tsx";
import type { VirtualListProps } from "../../ui/lists/virtual-list.tsx";
import type { IconType } from "../../ui/marks/icon.tsx";
import { useWidth } from "../../ui/panes/observe-element.ts";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import layout from "../../ui/theme/layout.module.css";
import { AccountSwitch } from "../accounts/account-switch.tsx";
import { SelectableRow, type SelectableRowProps } from "../bulk/selectable-row.tsx";
import { PagedList } from "../paged-list/list-states.tsx";
import type { PagedItems } from "../paged-list/load-more.tsx";
import { formatQuery, type Query, withTerm } from "../query-text/query-text.ts";
import { FilterChips } from "./filter-chips.tsx";
import type { ListOwner } from "./list-scope.ts";
import { QueryForm } from "./query-form.tsx";
import { checkboxPx, useWorkRowHeight, WorkListWidth } from "./row-parts.tsx";
import { SavedSearchesMenu } from "./saved-searches-menu.tsx";
import { type CountQuery, StateCounts, useHasNone } from "./state-counts.tsx";
import styles from "./work-lists.module.css";

interface Work {
  readonly id: number;
  readonly title: string;
}

interface WorkListPageProps<T extends Work, K extends string, S extends string>
  extends FilterBarProps<K, S>,
    Optional<{
      /** Value of `create` in the address: the form for a new one is open from the start. */
      create: string;
      /** Command that opens the form. */
      command: Omit<Command, "icon" | "run">;
    }> {
  readonly icon: IconType;
  /** Name of one, such as "issue". */
  readonly noun: string;
  /** Lists of the other accounts that the page switches to. */
  readonly accountList: "issues" | "merge_requests";
  readonly list: PagedItems;
  /** Those of the list that are shown. */
  readonly items: readonly T[];
  readonly row: (item: T) => ReactNode;
  readonly onOpen: (item: T) => void;
  readonly selection: SelectableRowProps["selection"];
  /** Props of the list that the selection needs. */
  readonly listProps: Pick<VirtualListProps<T>, "activeIndex" | "onActiveChange" | "onKey">;
  /** The form for a new one. */
  readonly form: (close: () => void) => ReactNode;
  /** Links beside the button for a new one. */
  readonly links?: ReactNode;
  /** Counts those of all states. */
  readonly countOfAll: CountQuery;
  /** Advice where there is none yet. */
  readonly advice: string;
  /** In place of the rows where the service cannot list them; null where it can. */
  readonly unlisted?: ReactNode;
  /** Bar for the selected ones. */
  readonly children: ReactNode;
}

/** Work of an account, a group or a project: filtered by chips or by a query that can be typed. */
export function WorkListPage<T extends Work, K extends string, S extends string>(
  props: WorkListPageProps<T, K, S>,
) {
  const { label, icon, noun, account, owner, query, onQuery, create, command, list, items, row } = props;
  const { selection, form, unlisted = null } = props;
  const isOfProject = owner.scope === "project";
  const isReadOnly = useContext(ReadOnlyContext) !== null;
  const [creating, setCreating] = useState(create !== undefined);
  useEffect(() => setCreating(create !== undefined), [create]);
  const open = () => setCreating(true);
  useRegisterCommands(
    command && isOfProject && !isReadOnly ? [{ ...command, icon: Plus, run: open }] : noCommands,
  );
  const rowHeight = useWorkRowHeight();
  const [page, width] = useWidth();
  return (
    <div ref={page} className={layout.page}>
      <PageHeader
        title={label}
        icon={icon}
        state={
          owner.scope === "account" ? <AccountSwitch list={props.accountList} account={account} /> : null
        }
        meta={owner.scope === "account" ? "in all projects you can access" : undefined}
        actions={
          isOfProject ? (
            <>
              {props.links}
              <Button writes="form" icon={Plus} variant="primary" onClick={open}>
                New {noun}
              </Button>
            </>
          ) : null
        }
      />
      <FilterBar {...props} />
      <WorkListWidth value={width && width - checkboxPx}>
        <PagedList
          label={label}
          list={list}
          items={items}
          scope={query}
          lines={10}
          mark={16}
          empty={
            unlisted ??
            (query ? (
              <EmptyState
                icon={icon}
                title={`No matching ${noun}s`}
                description="Remove a filter or show all states."
                actions={<ClearFilters onQuery={onQuery} />}
              />
            ) : (
              <NoWork {...{ icon, noun, onQuery }} advice={props.advice} countQuery={props.countOfAll} />
            ))
          }
          itemKey={(item) => item.id}
          rowHeight={rowHeight}
          {...props.listProps}
          onOpen={props.onOpen}
          renderItem={(item) => (
            <SelectableRow
              selection={selection}
              rowKey={item.id}
              label={`Select ${item.title}`}
              className={styles.row}
            >
              {row(item)}
            </SelectableRow>
          )}
        />
      </WorkListWidth>
      {props.children}
      {isOfProject && creating ? (
        <Suspense>
          {form(() => {
            setCreating(false);
            if (create !== undefined) onQuery(query);
          })}
        </Suspense>
      ) : null}
    </div>
  );
}

const noCommands: readonly Command[] = [];

interface ClearFiltersProps {
  readonly onQuery: (query: string) => void;
}

export const ClearFilters = ({ onQuery }: ClearFiltersProps) => (
  <Button onClick={() => onQuery("")}>Clear filters</Button>
);

interface NoWorkProps
  extends Pick<WorkListPageProps<Work, string, string>, "icon" | "noun" | "advice" | "onQuery"> {
  readonly countQuery: CountQuery;
}

/** An empty list without a filter: none is open, or there is none at all. */
function NoWork({ icon, noun, advice, onQuery, countQuery }: NoWorkProps) {
  const hasNone = useHasNone(countQuery);
  return (
    <EmptyState
      icon={icon}
      title={hasNone ? `No ${noun}s yet` : `No open ${noun}s`}
      description={advice}
      actions={hasNone ? undefined : <Button onClick={() => onQuery("state:all")}>Show all states</Button>}
    />
  );
}

interface FilterBarProps<K extends string, S extends string> {
  readonly account: string;
  readonly owner: ListOwner;
  /** Name of the list. */
  readonly label: string;
  readonly filter: Query<K>;
  readonly filterKeys: readonly K[];
  /** Names of filters as chips show them. */
  readonly chipNames: Readonly<Record<string, string>>;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly example: string;
  /** Key of the stored searches, without the account. */
  readonly searches: string;
  readonly states: readonly { readonly value: S; readonly label: string; readonly isRare?: boolean }[];
  readonly current: S;
  readonly queryOf: (state: S) => CountQuery;
  /** Lists to choose filters from. */
  readonly choices: ReactNode;
  readonly list: Pick<PagedItems, "total">;
  /** Progress of a filter that the page itself applies. */
  readonly progress?: string;
}

/** Filters of a list: states with their counts, chips, and the same as a query that can be typed. */
function FilterBar<K extends string, S extends string>(props: FilterBarProps<K, S>) {
  const { account, owner, filter, query, onQuery } = props;
  return (
    <div className={styles.filters}>
      <QueryForm
        label={props.label}
        keys={props.filterKeys}
        query={query}
        onQuery={onQuery}
        project={owner.scope === "project" ? owner.path : null}
        completesPeople
        example={props.example}
      >
        <SavedSearchesMenu storedAs={`${props.searches} ${account}`} query={query} onQuery={onQuery} />
      </QueryForm>
      <StateCounts
        states={props.states}
        current={props.current}
        total={props.list.total}
        queryOf={props.queryOf}
        onState={(state) =>
          onQuery(
            formatQuery(
              withTerm<string>(filter, "state", state === props.states[0]?.value ? undefined : state),
            ),
          )
        }
      />
      {props.choices}
      <FilterChips filter={filter} names={props.chipNames} onQuery={onQuery} />
      {props.progress === undefined ? null : (
        <span role="status" className={layout.meta}>
          {props.progress}
        </span>
      )}
    </div>
  );
}
