import { CirclePlay } from "lucide-react";
import { useMemo } from "react";
import { z } from "zod";
import { jobStatuses } from "../../../shared/api/resources/job-shapes.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { accessLevels, useHasAccess } from "../../features/ci/use-has-access.ts";
import { useJobPages } from "../../features/ci/use-job-pages.ts";
import { ListStates } from "../../features/paged-list/list-states.tsx";
import { LoadMore } from "../../features/paged-list/load-more.tsx";
import { loadNextPage } from "../../features/paged-list/load-next-page.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import layout from "../../ui/layout.module.css";
import { SearchField } from "../../ui/search-field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { JobList, jobRowHeight } from "./job-list.tsx";
import { rowsByPipeline } from "./job-rows.ts";
import styles from "./jobs.module.css";
import { NoPipelines } from "./no-pipelines.tsx";
import { RefFilter } from "./ref-filter.tsx";
import { StatusFilter } from "./status-filter.tsx";
import { useSearchFurther } from "./use-search-further.ts";

/** `status` lists states, separated by commas. */
const jobsSearch = z.object({
  status: z.string().optional(),
  ref: z.string().optional(),
  name: z.string().optional(),
});

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
      <search className={cx(layout.bar, styles.filters)} aria-label="Jobs">
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
          {...{ account, project, rows, mayAct }}
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
