import type { QueryClient } from "@tanstack/react-query";
import { listDiscussions } from "../../../shared/api/resources/discussions.ts";
import { getMergeRequest } from "../../../shared/api/resources/merge-request-changes.ts";
import { listMergeRequestVersions } from "../../../shared/api/resources/merge-requests.ts";
import { listMergeRequestReactions } from "../../../shared/api/resources/reactions.ts";
import { getCurrentUser } from "../../../shared/api/resources/users.ts";
import { prefetch } from "../../api/prefetch.ts";
import { versionRange } from "./versions/versions.ts";

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
  void prefetch(client, account, async (read) => {
    const changes = async () => {
      const [versions, view] = await Promise.all([
        read(listMergeRequestVersions, target, "all"),
        tab === "changes" ? openChanges() : null,
      ]);
      const range = versionRange(versions, from, to);
      if (!view || !range) return;
      await client.ensureQueryData(view.versionQuery(account, { ...target, version_id: range.to.id }));
    };
    await Promise.all([
      read(getMergeRequest, target),
      changes(),
      read(listDiscussions, { ...target, per_page: 100 }, "all"),
      read(listMergeRequestReactions, { ...target, per_page: 100 }, "all"),
      read(getCurrentUser, {}),
    ]);
  });
}

/** Loads the view's code and the worker that reads versions. */
async function openChanges() {
  const view = await import("./index.tsx");
  view.preloadDiffs([]);
  return view;
}
