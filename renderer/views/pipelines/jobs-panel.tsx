import { CirclePlay, GitBranch, ListFilter, X } from "lucide-react";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { accessLevels } from "../../../shared/api/contract/access-levels.ts";
import { jobStatuses } from "../../../shared/api/resources/job-shapes.ts";
import { anyText, wholeNumber } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { StatusIcon, statusStyle } from "../../features/ci/ci-status.tsx";
import { useHasAccess } from "../../features/ci/use-has-access.ts";
import { type PipelineFilter, useJobPages } from "../../features/ci/use-live-pages.ts";
import { ListStates } from "../../features/paged-list/list-states.tsx";
import { LoadMore, loadNextPage } from "../../features/paged-list/load-more.tsx";
import { useBranchSearch } from "../../features/ref-picker/use-branch-search.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { Combobox, MultiCombobox } from "../../ui/forms/combobox.tsx";
import { SearchField } from "../../ui/forms/text-field.tsx";
import { containsText, type FilterItem } from "../../ui/lists/filter-list.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import layout from "../../ui/theme/layout.module.css";
import { JobList, jobRowHeight, rowsByPipeline } from "./job-list.tsx";
import styles from "./jobs.module.css";
import { NoPipelines } from "./no-pipelines.tsx";

/** `status` lists states, separated by commas. */
const jobsSearch = {
  status: anyText,
  ref: anyText,
  name: anyText,
};

/** A project's jobs, newest first, below their pipelines. */
export function JobsPanel({ account, project }: { readonly account: string; readonly project: string }) {
  const [search, set] = useAddressSearch(jobsSearch);
  const scope = jobStatuses.filter((status) => search.status?.split(",").includes(status));
  const { ref, name = "" } = search;
  const mayAct = useHasAccess(project, accessLevels.developer);
  const list = useJobPages(project, scope);
  const wanted = name.trim().toLowerCase();
  const shown = useMemo(
    () => list.items.filter((job) => (!ref || job.ref === ref) && job.name.toLowerCase().includes(wanted)),
    [list.items, ref, wanted],
  );
  const rows = useMemo(() => rowsByPipeline(shown), [shown]);
  const query = [ref ?? "", wanted].join("\n").trim();
  useSearchFurther({
    query,
    matches: shown.length,
    hasMore: list.hasNextPage,
    isLoading: list.isFetchingNextPage,
    onMore: () => void list.fetchNextPage(),
  });
  const isFiltered = scope.length > 0 || query !== "";
  // Nothing to filter.
  if (!list.isPending && !list.error && list.items.length === 0 && !isFiltered)
    return <NoPipelines account={account} project={project} />;
  return (
    <>
      <search className={layout.bar} aria-label="Jobs">
        <StatusFilter
          states={jobStatuses}
          chosen={scope}
          onChange={(chosen) => set({ status: chosen.join(",") || undefined })}
        />
        <RefFilter project={project} value={ref} onChange={(value) => set({ ref: value })} />
        <SearchField
          label="Job name"
          value={name}
          onChange={(value) => set({ name: value || undefined })}
          className={styles.search}
        />
        {isFiltered ? (
          <Button variant="ghost" onClick={() => set({ status: undefined, ref: undefined, name: undefined })}>
            Clear filters
          </Button>
        ) : null}
      </search>
      <ListStates
        label="Jobs"
        list={list}
        lines={10}
        lineHeight={jobRowHeight}
        mark={18}
        isEmpty={shown.length === 0}
        empty={
          list.isFetchingNextPage ? (
            <div className={layout.padded}>
              <Skeleton lines={4} height={jobRowHeight} mark={18} label="Searching jobs" />
            </div>
          ) : (
            <EmptyState
              icon={CirclePlay}
              title="No job matches"
              description="Remove a filter or show all states."
            />
          )
        }
      >
        <JobList
          account={account}
          project={project}
          rows={rows}
          mayAct={mayAct}
          scope={`${scope.join()} ${query}`}
          onEnd={() => query || loadNextPage(list)}
        />
        {query ? null : <LoadMore list={list} isScrolled />}
      </ListStates>
      {query && list.items.length > 0 ? (
        <p className={styles.more} role="status">
          {shown.length.toLocaleString()} of the newest {list.items.length.toLocaleString()} jobs match.
          {list.hasNextPage ? (
            <Button size="s" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Search older jobs
            </Button>
          ) : null}
        </p>
      ) : null}
    </>
  );
}

/** Matches after which reading pauses until they are scrolled to. */
const maxAutoMatches = 50;
/** Pages read automatically in search of matches. */
const maxPages = 10;

interface Further {
  /** The query; another one restarts the search. */
  readonly query: string;
  readonly matches: number;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onMore: () => void;
}

/** Reads further pages of a list that is filtered here, until enough match or ten pages were read. */
function useSearchFurther({ query, matches, hasMore, isLoading, onMore }: Further): void {
  const searched = useRef({ query, pages: 0 });
  const readMore = useEffectEvent(onMore);
  useEffect(() => {
    if (searched.current.query !== query) searched.current = { query, pages: 0 };
    if (!query || !hasMore || isLoading || matches >= maxAutoMatches || searched.current.pages >= maxPages)
      return;
    searched.current.pages++;
    readMore();
  }, [query, matches, hasMore, isLoading]);
}

interface StatusFilterProps<S extends string> {
  readonly states: readonly S[];
  readonly chosen: readonly S[];
  readonly onChange: (chosen: readonly S[]) => void;
}

/** Chooses one or many states that a list is limited to. */
export function StatusFilter<S extends string>({ states, chosen, onChange }: StatusFilterProps<S>) {
  const [query, setQuery] = useState("");
  const toItem = (state: S): FilterItem => ({
    id: state,
    label: statusStyle(state).word,
    mark: <StatusIcon status={state} decorative />,
  });
  const text = chosen.length === 0 ? "All states" : chosen.map((state) => statusStyle(state).word).join(", ");
  return (
    <MultiCombobox
      label="States"
      placeholder="Filter states…"
      trigger={
        <Button icon={ListFilter} aria-label={`States: ${text}`}>
          {chosen.length > 2 ? `${chosen.length} states` : text}
        </Button>
      }
      items={states.map(toItem).filter((item) => containsText(item, query))}
      chosen={chosen.map(toItem)}
      onQuery={setQuery}
      onDone={(items) => onChange(states.filter((state) => items.some(({ id }) => id === state)))}
    />
  );
}

interface RefFilterProps {
  readonly project: string;
  readonly value: string | undefined;
  readonly onChange: (ref: string | undefined) => void;
}

/** Chooses the branch that a list is limited to. */
export function RefFilter({ project, value, onChange }: RefFilterProps) {
  const { names, ...search } = useBranchSearch(project);
  return (
    <>
      <Combobox
        label="Branch"
        trigger={
          <Button icon={GitBranch} aria-label={`Branch: ${value ?? "all"}`}>
            {value ?? "All branches"}
          </Button>
        }
        items={names.map((name) => ({ id: name, label: name, selected: name === value }))}
        onChoose={({ id }) => onChange(id === value ? undefined : id)}
        {...search}
      />
      {value ? <IconButton label="Show all branches" icon={X} onClick={() => onChange(undefined)} /> : null}
    </>
  );
}

/** States by which pipelines can be listed. */
export const pipelineStatuses = [
  "running",
  "pending",
  "failed",
  "success",
  "canceled",
  "manual",
  "skipped",
  "created",
  "scheduled",
] as const;

/** `status` lists states, separated by commas. */
const filterSearch = {
  status: anyText,
  ref: anyText,
  source: anyText,
  /** Id of a schedule. */
  schedule: wholeNumber,
};

/** The filter of a list of pipelines as the address has it, and how it is changed. */
export function usePipelineFilter() {
  const [{ status, ref, source, schedule }, set] = useAddressSearch(filterSearch);
  const value = useMemo((): PipelineFilter => {
    const requested = status?.split(",") ?? [];
    const statuses = pipelineStatuses.filter((name) => requested.includes(name));
    return { statuses, ref, source, schedule: schedule === undefined ? undefined : Number(schedule) };
  }, [status, ref, source, schedule]);
  return {
    value,
    isSet: value.statuses.length > 0 || ref !== undefined || source !== undefined || schedule !== undefined,
    set,
    clear: () => set({ status: undefined, ref: undefined, source: undefined, schedule: undefined }),
  };
}
