import { type QueryFunctionContext, queryOptions } from "@tanstack/react-query";
import type { MergeRequestVersion } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { sourceOf } from "../../../../shared/diff/diff-file.ts";
import { fingerprintInWorker } from "../../../workers/diff/diff-engine.ts";
import { versionQuery } from "./version-query.ts";

/** Query options of the files that a version changes, with the fingerprints of their changes; none without a version. */
export const fingerprintsQuery = (
  account: string,
  project: string,
  iid: number,
  version: MergeRequestVersion | undefined,
) =>
  queryOptions({
    queryKey: [account, "layer-files", project, iid, version?.id, version?.head_commit_sha],
    queryFn: async ({ client }: QueryFunctionContext) => {
      if (!version) return [];
      const { data } = await client.fetchQuery(versionQuery(account, project, iid, version));
      const fingerprints = await fingerprintInWorker(data.files.map(sourceOf));
      return data.files.map(({ new_path }, index) => ({ path: new_path, name: fingerprints[index] ?? "" }));
    },
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
