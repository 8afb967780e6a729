import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type {
  MergeRequest,
  MergeRequestVersion,
} from "../../../../shared/api/resources/merge-request-shapes.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { useViewed } from "../changes/viewed-marks.ts";
import { reviewKey } from "../merge-request/review-context.ts";
import { fingerprintsQuery } from "../versions/version-fingerprints.ts";
import { useVersions } from "../versions/version-query.ts";
import { versionBodiesQuery, versionsByFile } from "../versions/versions-by-file.tsx";

/** A changed file of a layer, and whether it was viewed. */
interface LayerFile {
  readonly path: string;
  readonly isViewed: boolean;
}

/** The files of a layer's newest version with their marks; undefined until they are read. */
export function useLayerFiles(project: string, mergeRequest: MergeRequest) {
  const account = useAccountId();
  const { iid } = mergeRequest;
  const versions = useVersions(project, iid, mergeRequest);
  const newest = versions.data?.[0];
  const { viewed } = useViewed(reviewKey(account, project, iid));
  const names = useQuery(fingerprintsQuery(account, project, iid, newest)).data;
  const files = useMemo(
    (): readonly LayerFile[] | undefined =>
      names?.map(({ path, name }) => ({ path, isViewed: viewed.has(name) })),
    [names, viewed],
  );
  return { files, versions };
}

/** The files of a layer by its versions, oldest first, which are read once they are shown. */
export function useLayerMatrix(project: string, iid: number, versions: readonly MergeRequestVersion[]) {
  const account = useAccountId();
  const oldestFirst = useMemo(() => [...versions].reverse(), [versions]);
  const bodies = useQueries({
    queries: oldestFirst.map((version) => versionBodiesQuery(account, project, iid, version)),
    combine: (results) => results.map(({ data }) => data),
  });
  return { oldestFirst, rows: useMemo(() => versionsByFile(bodies), [bodies]) };
}
