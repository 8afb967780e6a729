import type { QueryClient } from "@tanstack/react-query";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { listProjectMergeRequests } from "../../../shared/api/resources/merge-requests.ts";
import { operationQuery } from "../../api/use-operation.ts";

/** Milliseconds for which references that come into view wait for others of their project. */
const gatherMs = 40;
/** Numbers of one request. */
const maxNumbers = 50;

interface Waiting {
  readonly iid: number;
  readonly resolve: (mergeRequest: MergeRequest | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads the merge requests that references name, those of one project together. Resolves to null for a number that the
 * project does not have. Rejects with ProblemError.
 */
export function createMergeRequestBatch() {
  const batches = new Map<string, Waiting[]>();
  return (client: QueryClient, account: string, project: string, iid: number): Promise<MergeRequest | null> =>
    new Promise((resolve, reject) => {
      const key = JSON.stringify([account, project]);
      const waiting = batches.get(key);
      if (waiting) {
        waiting.push({ iid, resolve, reject });
        return;
      }
      batches.set(key, [{ iid, resolve, reject }]);
      setTimeout(() => {
        const batch = batches.get(key) ?? [];
        batches.delete(key);
        for (let at = 0; at < batch.length; at += maxNumbers) {
          void readBatch(client, account, project, batch.slice(at, at + maxNumbers));
        }
      }, gatherMs);
    });
}

async function readBatch(client: QueryClient, account: string, project: string, batch: readonly Waiting[]) {
  const iids = [...new Set(batch.map(({ iid }) => iid))];
  const input = { id: project, iids, scope: "all", per_page: 100 } as const;
  try {
    const { data } = await client.fetchQuery(operationQuery(account, listProjectMergeRequests, input));
    const found = new Map(data.map((each) => [each.iid, each]));
    for (const { iid, resolve } of batch) resolve(found.get(iid) ?? null);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
