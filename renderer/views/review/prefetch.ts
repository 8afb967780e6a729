import type { QueryClient } from "@tanstack/react-query";
import { prefetch } from "../../api/use-operation.ts";
import { prepareDiffs } from "../../workers/diff/diff-engine.ts";
import { readMergeRequest } from "./first-reads.ts";
import { versionQuery } from "./versions/version-query.ts";
import { versionRange } from "./versions/version-range.ts";

interface MergeRequestScope {
  readonly account: string;
  readonly project: string;
  readonly iid: string;
}

/** Prefetches the first data of a merge request's view. */
export function prefetchMergeRequest(
  client: QueryClient,
  { account, project, iid: id }: MergeRequestScope,
  { tab, from, to }: { readonly [name: string]: string | undefined },
): void {
  const iid = Number(id);
  if (tab !== "changes") {
    void prefetch(client, account, (read) => readMergeRequest(read, project, iid));
    return;
  }
  prepareDiffs();
  void prefetch(client, account, (read) =>
    readMergeRequest(read, project, iid, async (versions) => {
      const range = versionRange(versions, from, to);
      if (range) await client.ensureQueryData(versionQuery(account, project, iid, range.to));
    }),
  );
}
