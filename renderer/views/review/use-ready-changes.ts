import { useQueryClient } from "@tanstack/react-query";
import { useContext, useEffect } from "react";
import type { MergeRequestVersion } from "../../../shared/api/merge-request-shapes.ts";
import { AccountContext } from "../../api/account-context.ts";
import { warmDiffs } from "../../workers/diff/diff-engine.ts";
import { versionQuery } from "./version-query.ts";

/** Files beyond which a version is read only when its changes are opened: nobody asked for megabytes yet. */
const most = 1_000;
/** Milliseconds after which it is read even where the page never rests. */
const patience = 1_500;

/** Reads the newest version while its description is looked at: its changes are what is opened next. */
export function useReadyChanges(project: string, iid: number, newest: MergeRequestVersion | undefined): void {
  const account = useContext(AccountContext);
  const client = useQueryClient();
  const id = newest?.id;
  const wanted = newest !== undefined && Number(newest.real_size ?? 0) <= most;
  // Whatever is opened next, the worker is there by then.
  useEffect(() => warmDiffs([]), []);
  useEffect(() => {
    if (account === null || id === undefined || !wanted) return;
    const input = { id: project, merge_request_iid: iid, version_id: id };
    const query = versionQuery(account, input);
    const handle = requestIdleCallback(
      () =>
        void client.fetchQuery(query).then(
          ({ data }) => warmDiffs(data.diffs.slice(0, 3).map(({ new_path }) => new_path)),
          () => undefined,
        ),
      { timeout: patience },
    );
    return () => {
      cancelIdleCallback(handle);
      // Who leaves does not wait for it.
      void client.cancelQueries({ queryKey: query.queryKey, type: "inactive" });
    };
  }, [account, client, project, iid, id, wanted]);
}
