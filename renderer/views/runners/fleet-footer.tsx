import { RotateCw } from "lucide-react";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import pane from "../../ui/lists/table-pane.module.css";
import { ProgressBar } from "../../ui/states/progress.tsx";
import flow from "../../ui/theme/flow.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import { runnersText } from "./bulk/bulk-plan.ts";
import type { FleetRow } from "./fleet/fleet-row.ts";
import type { Reading } from "./fleet/read-fleet.ts";
import type { LoadAll } from "./fleet/use-load-all.ts";
import styles from "./table/cells.module.css";
import type { Sort } from "./table/fleet-table.tsx";

interface FleetFooterProps {
  readonly list: {
    readonly items: readonly unknown[];
    readonly total: number | undefined;
    readonly hasNextPage: boolean;
    readonly isFetching: boolean;
    readonly dataUpdatedAt: number;
    readonly refetch: () => Promise<unknown>;
  };
  readonly rows: readonly FleetRow[];
  readonly unknown: number;
  readonly reading: Reading;
  readonly sort: Sort | null;
  readonly loading: LoadAll;
}

/** Counts of shown, loaded and sorted runners, and their age. */
export function FleetFooter({ list, rows, unknown, reading, sort, loading }: FleetFooterProps) {
  const loaded = list.items.length;
  const all = list.total ?? null;
  const isFiltered = rows.length !== loaded;
  const isLoaded = list.dataUpdatedAt > 0;
  const size = list.hasNextPage
    ? `${loaded.toLocaleString()} loaded${all === null ? "" : ` of ${all.toLocaleString()}`}`
    : runnersText(loaded);
  return (
    <section className={pane.footer} aria-label="Fleet">
      <span>
        {!isLoaded
          ? "Loading runners…"
          : isFiltered
            ? `${rows.length.toLocaleString()} of ${list.hasNextPage ? `${loaded.toLocaleString()} loaded runners` : size} match`
            : size}
      </span>
      {list.hasNextPage && sort ? <span>Sorted within the loaded runners only</span> : null}
      {reading.isReading ? (
        <>
          <span className={styles.progress}>
            <ProgressBar
              label="Loading details"
              value={reading.total === 0 ? null : reading.done / reading.total}
            />
          </span>
          <span>
            Loading details: {reading.done.toLocaleString()} of {reading.total.toLocaleString()}
          </span>
          <Button size="s" variant="ghost" onClick={reading.stop}>
            Cancel
          </Button>
        </>
      ) : unknown > 0 ? (
        <span>{unknown.toLocaleString()} not checked: their details could not be loaded</span>
      ) : reading.failed > 0 ? (
        <span>Details of {reading.failed.toLocaleString()} could not be loaded</span>
      ) : null}
      {list.hasNextPage ? (
        loading.isLoading ? (
          <Button size="s" variant="ghost" onClick={loading.stop}>
            Cancel loading
          </Button>
        ) : (
          <Button size="s" variant="ghost" onClick={loading.loadAll}>
            Load all
          </Button>
        )
      ) : null}
      <span className={flow.end}>
        {isLoaded ? (
          <>
            Updated <RelativeTime time={list.dataUpdatedAt} />
          </>
        ) : null}
      </span>
      <IconButton label="Refresh" icon={RotateCw} size="s" onClick={() => void list.refetch()} />
    </section>
  );
}
