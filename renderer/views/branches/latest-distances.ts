import { queryOptions } from "@tanstack/react-query";
import { listAheadBehind } from "../../../shared/api/resources/local-repositories.ts";
import { tryExtension } from "../../api/extensions.ts";
import { fetchOperation } from "../../api/fetch-operation.ts";
import { operationQueryKey } from "../../api/query-client.ts";
import { type Distance, toDistance } from "./read-distances.ts";

/**
 * Query options of how far the latest branches are from the default one, by the hash of their tips: read beside the list
 * of branches, which shows these first. Empty where the service lacks the operation.
 */
export const latestDistancesQuery = (account: string, project: string) =>
  queryOptions({
    queryKey: operationQueryKey(account, listAheadBehind, "one", { id: project }),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Distance | null>> => {
      const counted = await tryExtension(account, listAheadBehind, () =>
        fetchOperation(account, listAheadBehind, { id: project }, signal),
      );
      return new Map((counted ?? []).map((entry) => [entry.id, toDistance(entry)]));
    },
    meta: { reads: listAheadBehind.reads },
  });
