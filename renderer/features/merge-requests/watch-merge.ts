import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { watchRoutes } from "../../../shared/host/watches.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { callHost } from "../../api/fetch-host.ts";
import { toast } from "../../ui/overlays/toast.tsx";
import { hrefs } from "../addresses/hrefs.ts";

/** Longest name of a watch. */
const maxName = 500;

/** Watches an automatic merge that the user has set: the host reports that it is done, or why it failed. */
export async function watchMerge(
  account: string,
  project: string,
  mergeRequest: MergeRequest,
): Promise<void> {
  const { iid, title, source_branch: ref } = mergeRequest;
  const body = {
    accountId: account,
    kind: "merge",
    project,
    id: iid,
    name: `!${iid} ${title}`.slice(0, maxName),
    ref,
    path: hrefs.mergeRequest(account, project, iid),
  } as const;
  await callHost(watchRoutes.add, { body }).catch((error: unknown) =>
    toast.problem("The merge is not watched", describeProblem(error)),
  );
}
