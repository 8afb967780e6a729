import type { OutputOf } from "../../../shared/api/contract/operation.ts";
import { listDiscussions } from "../../../shared/api/resources/discussions.ts";
import { getMergeRequest, listMergeRequestVersions } from "../../../shared/api/resources/merge-requests.ts";
import { listMergeRequestReactions } from "../../../shared/api/resources/reactions.ts";
import { getCurrentUser } from "../../../shared/api/resources/users.ts";
import type { Prefetch } from "../../api/use-operation.ts";

/** Reads the first data of a merge request; `open` gets its versions as soon as they are known, and is waited for. */
export async function readMergeRequest(
  read: Prefetch,
  project: string,
  iid: number,
  open?: (versions: OutputOf<typeof listMergeRequestVersions>) => Promise<unknown>,
): Promise<void> {
  const target = { id: project, merge_request_iid: iid };
  const versions = read(listMergeRequestVersions, target, "all");
  const threads = () => read(listDiscussions, { ...target, per_page: 100 }, "all");
  if (open) {
    // The changed lines come first, with the threads that are between them.
    const known = await versions;
    threads().catch(() => undefined);
    await open(known);
  }
  await Promise.all([
    versions,
    read(getMergeRequest, target),
    threads(),
    read(listMergeRequestReactions, { ...target, per_page: 100 }, "all"),
    read(getCurrentUser, {}),
  ]);
}
