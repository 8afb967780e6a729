import { queryOptions } from "@tanstack/react-query";
import type { InputOf, OutputOf } from "../../../../shared/api/contract/operation.ts";
import type { DiffEntry } from "../../../../shared/api/resources/commit-shapes.ts";
import { getMergeRequestVersion } from "../../../../shared/api/resources/merge-requests.ts";
import type { DiffFile } from "../../../../shared/diff/diff-file.ts";
import { type CallOptions, type OperationResponse, operationUrl } from "../../../api/fetch-operation.ts";
import { operationQuery } from "../../../api/use-operation.ts";
import { startPartialVersion } from "../../../features/streamed-diffs/partial-version.ts";
import { filesOfEntries, streamEntries } from "../../../features/streamed-diffs/stream-entries.ts";

/** A version with the start of each diff; the diff worker has the rest. */
export type Version = OutputOf<typeof getMergeRequestVersion>;
export type VersionInput = InputOf<typeof getMergeRequestVersion>;

/** Reads a version; `onEntries` receives its files as they stream in. Throws ProblemError. */
export const readVersion = (
  account: string,
  input: VersionInput,
  onEntries: (entries: readonly DiffEntry[]) => void,
  options: CallOptions = {},
): Promise<OperationResponse<Version>> =>
  streamEntries(account, getMergeRequestVersion, input, onEntries, options);

/**
 * Returns the query of a version, which has data once it is complete; {@link usePartialVersion} returns its entries before.
 * A version never changes.
 */
export const versionQuery = (account: string, input: VersionInput) =>
  queryOptions({
    ...operationQuery(account, getMergeRequestVersion, input),
    queryFn: async ({ signal }) => {
      const partial = startPartialVersion(operationUrl(account, getMergeRequestVersion, input), signal);
      const response = await readVersion(account, input, partial.add, { signal });
      return { ...response, data: { ...response.data, diffs: [...partial.end()] } };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Returns the files of a version that {@link versionQuery} read, or of its partial version. */
export const filesOf = (
  account: string,
  input: VersionInput,
  version: Pick<Version, "diffs" | "head_commit_sha">,
): DiffFile[] =>
  filesOfEntries(
    operationUrl(account, getMergeRequestVersion, input),
    version.diffs,
    version.head_commit_sha,
  );
