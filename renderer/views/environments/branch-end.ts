import type { QueryClient } from "@tanstack/react-query";
import { getBranch, listBranches } from "../../../shared/api/resources/branches.ts";
import type { EnvironmentDetail } from "../../../shared/api/resources/environments.ts";
import { getMergeRequest } from "../../../shared/api/resources/merge-requests.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { operationQuery } from "../../api/use-operation.ts";

/** End of the branch or merge request that was deployed last. */
export type BranchEnd = "Branch deleted" | "Branch merged" | "Merge request closed" | "Merge request merged";

/** Milliseconds for which a branch or merge request that was read is not read again. */
const staleTimeMs = 60_000;

/** Returns a function that reads the end of the branch of an environment's last deployment; each branch is read once. */
export function branchEndReader(client: QueryClient, account: string, project: string) {
  const read = new Map<string, Promise<BranchEnd | null>>();
  // A branch is only missing where branches can be read at all.
  const canRead = once(() =>
    client
      .fetchQuery({
        ...operationQuery(account, listBranches, { id: project, per_page: 1 }),
        staleTime: staleTimeMs,
      })
      .then(
        () => true,
        () => false,
      ),
  );
  const readBranch = async (branch: string): Promise<BranchEnd | null> => {
    try {
      const query = operationQuery(account, getBranch, { id: project, branch });
      const { data } = await client.fetchQuery({ ...query, staleTime: staleTimeMs, retry: false });
      // What is protected lives on after each merge.
      return data.merged && !data.default && !data.protected ? "Branch merged" : null;
    } catch (error) {
      const isMissing = error instanceof ProblemError && error.problem.status === 404;
      return isMissing && (await canRead()) ? "Branch deleted" : null;
    }
  };
  const readMergeRequest = async (iid: number): Promise<BranchEnd | null> => {
    try {
      const query = operationQuery(account, getMergeRequest, { id: project, merge_request_iid: iid });
      const { state } = (await client.fetchQuery({ ...query, staleTime: staleTimeMs })).data;
      if (state === "merged") return "Merge request merged";
      return state === "closed" ? "Merge request closed" : null;
    } catch {
      return null;
    }
  };
  return ({ last_deployment: last }: EnvironmentDetail): Promise<BranchEnd | null> => {
    if (!last || last.deployable?.tag) return Promise.resolve(null);
    const { ref } = last;
    const iid = /^refs\/merge-requests\/(\d+)\//.exec(ref)?.[1];
    const found = read.get(ref) ?? (iid ? readMergeRequest(Number(iid)) : readBranch(ref));
    read.set(ref, found);
    return found;
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
