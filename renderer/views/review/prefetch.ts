import type { QueryClient } from "@tanstack/react-query";
import { listDiscussions } from "../../../shared/api/resources/discussions.ts";
import { getMergeRequest, listMergeRequestVersions } from "../../../shared/api/resources/merge-requests.ts";
import { listMergeRequestReactions } from "../../../shared/api/resources/reactions.ts";
import { getCurrentUser } from "../../../shared/api/resources/users.ts";
import { prefetch } from "../../api/use-operation.ts";
import { prepareDiffs } from "../../workers/diff/diff-engine.ts";
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
  { account, project, iid }: MergeRequestScope,
  { tab, from, to }: { readonly [name: string]: string | undefined },
): void {
  const target = { id: project, merge_request_iid: Number(iid) };
  const isOpened = tab === "changes";
  if (isOpened) prepareDiffs();
  void prefetch(client, account, async (read) => {
    const threads = () => read(listDiscussions, { ...target, per_page: 100 }, "all");
    const facts = () =>
      Promise.all([
        read(getMergeRequest, target),
        threads(),
        read(listMergeRequestReactions, { ...target, per_page: 100 }, "all"),
        read(getCurrentUser, {}),
      ]);
    const versions = () => read(listMergeRequestVersions, target, "all");
    if (!isOpened) return Promise.all([versions(), facts()]);
    // The changed lines come first, with the threads that are between them.
    const range = versionRange(await versions(), from, to);
    threads().catch(() => undefined);
    if (range) await client.ensureQueryData(versionQuery(account, project, Number(iid), range.to));
    return facts();
  });
}
