import { queryOptions } from "@tanstack/react-query";
import { getMergeRequestVersion } from "../../../shared/api/merge-requests.ts";
import type { InputOf, OutputOf } from "../../../shared/api/operation.ts";
import { answerOperation, operationUrl } from "../../api/fetch-operation.ts";
import { operationQuery } from "../../api/use-operation.ts";
import { type DiffFile, diffFileOf } from "../../ui/diff/diff-model.ts";
import { fetchInDiffWorker } from "../../workers/diff/diff-engine.ts";

/** A version; of each file's diff only the beginning. The worker that draws diffs holds the rest. */
export type Version = OutputOf<typeof getMergeRequestVersion>;
export type VersionInput = InputOf<typeof getMergeRequestVersion>;

/** Reads a version without its diffs ever crossing to the page. What it holds never changes. */
export const versionQuery = (account: string, input: VersionInput) =>
  queryOptions({
    ...operationQuery(account, getMergeRequestVersion, input),
    queryFn: ({ signal }) =>
      answerOperation(account, getMergeRequestVersion, input, { signal, send: fetchInDiffWorker }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The files of a version that {@link versionQuery} read. */
export function filesOf(account: string, input: VersionInput, version: Version): DiffFile[] {
  const url = operationUrl(account, getMergeRequestVersion, input);
  return version.diffs.map((entry, index) => ({
    ...diffFileOf(entry, version.head_commit_sha),
    held: { url, index },
  }));
}
