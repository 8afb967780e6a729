import { useQueryClient } from "@tanstack/react-query";
import { startTransition, useEffect, useState } from "react";
import type { MergeRequestVersion } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { preloadDiffs } from "../../../workers/diff/diff-engine.ts";
import { versionQuery } from "../versions/version-query.ts";

/** Milliseconds after which it is read even if the page is never idle. */
const maxIdleWaitMs = 1_500;

/**
 * Prefetches the newest version while another tab is open. Returns true once it was read.
 */
export function useReadyChanges(
  project: string,
  iid: number,
  newest: MergeRequestVersion | undefined,
): boolean {
  const account = useAccountId();
  const client = useQueryClient();
  const [ready, setReady] = useState(false);
  const id = newest?.id;
  // The worker is started in any case.
  useEffect(() => preloadDiffs([]), []);
  useEffect(() => {
    if (id === undefined) return;
    const input = { id: project, merge_request_iid: iid, version_id: id };
    const query = versionQuery(account, input);
    const handle = requestIdleCallback(
      () =>
        void client.fetchQuery(query).then(
          ({ data }) => {
            preloadDiffs(data.diffs.slice(0, 3).map(({ new_path }) => new_path));
            startTransition(() => setReady(true));
          },
          () => undefined,
        ),
      { timeout: maxIdleWaitMs },
    );
    return () => {
      cancelIdleCallback(handle);
      // Leaving the page cancels it.
      void client.cancelQueries({ queryKey: query.queryKey, type: "inactive" });
    };
  }, [account, client, project, iid, id]);
  return ready;
}
