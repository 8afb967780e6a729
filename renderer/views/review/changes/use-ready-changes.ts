import { useQueryClient } from "@tanstack/react-query";
import { startTransition, useEffect, useState } from "react";
import type { MergeRequestVersion } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { preloadDiffs } from "../../../workers/diff/diff-engine.ts";
import { versionQuery } from "../versions/version-query.ts";

/** Milliseconds after which it is read even where the page never rests. */
const maxIdleWaitMs = 1_500;

/**
 * Reads the newest version while something else is looked at: its changes are what is opened next. True once it was
 * read.
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
  // Whatever is opened next, the worker is there by then.
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
      // Who leaves does not wait for it.
      void client.cancelQueries({ queryKey: query.queryKey, type: "inactive" });
    };
  }, [account, client, project, iid, id]);
  return ready;
}
