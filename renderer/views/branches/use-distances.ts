import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useReconnects } from "../../state/host-state.ts";
import { latestDistancesQuery } from "./latest-distances.ts";
import { type Distance, readDistances, type Tip } from "./read-distances.ts";

/** Milliseconds for which rows stay in view before anything is requested for them, but for the first. */
const restMs = 80;
/** Branches in one request at most. */
const maxBranchesPerRequest = 100;

/**
 * Returns the distances of branches from the commit `base`, by the hash of their tips, for those in view; null where it
 * is not known. Requests for rows that were scrolled away are canceled, and all of them with the page.
 */
export function useDistances(
  account: string,
  project: string,
  base: string | undefined,
  visible: readonly Tip[],
): ReadonlyMap<string, Distance | null> {
  // Distances that failed while the service was unreachable are requested again.
  const reconnects = useReconnects(account);
  const scope = `${account} ${project} ${base} ${reconnects}`;
  const [known, setKnown] = useState<{ scope: string; distances: ReadonlyMap<string, Distance | null> }>({
    scope,
    distances: new Map(),
  });
  // Distances that could not be read are requested again with the rows.
  const { data: latest = none, isPending: isReadingLatest } = useQuery(
    latestDistancesQuery(account, project),
  );
  const own = known.scope === scope ? known.distances : none;
  const distances = useMemo(() => new Map([...latest, ...own]), [latest, own]);
  const shown = useRef({ visible, distances });
  shown.current = { visible, distances };
  const begun = useRef<string | null>(null);
  const wanted = visible.map(({ id }) => id).join(" ");
  useEffect(() => {
    if (!base || wanted === "" || isReadingLatest) return;
    const controller = new AbortController();
    const isFirst = begun.current !== scope;
    const timer = setTimeout(
      () => {
        begun.current = scope;
        const { visible: rows, distances: there } = shown.current;
        const tips = rows.filter(({ id }) => !there.has(id) && id !== base).slice(0, maxBranchesPerRequest);
        if (tips.length === 0) return;
        let coming: [string, Distance | null][] = [];
        // Those of one response, or of one moment, are rendered together.
        const flush = () => {
          const found = coming;
          coming = [];
          setKnown((now) => ({
            scope,
            distances: new Map([...(now.scope === scope ? now.distances : none), ...found]),
          }));
        };
        const add = (id: string, distance: Distance | null) => {
          if (coming.push([id, distance]) === 1) queueMicrotask(flush);
        };
        readDistances(account, project, base, tips, add, controller.signal).catch(() => {
          if (!controller.signal.aborted) for (const { id } of tips) add(id, null);
        });
      },
      isFirst ? 0 : restMs,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [account, project, base, scope, wanted, isReadingLatest]);
  return distances;
}

const none: ReadonlyMap<string, Distance | null> = new Map();
