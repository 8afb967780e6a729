import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import type { DiffEntry } from "../../../shared/api/commit-shapes.ts";
import { mergeRequestVersionDetail } from "../../../shared/api/merge-request-shapes.ts";
import { getMergeRequestVersion } from "../../../shared/api/merge-requests.ts";
import { type InputOf, json, type OutputOf } from "../../../shared/api/operation.ts";
import { readResponse } from "../../../shared/api/read-response.ts";
import { reportMismatches } from "../../api/diagnostics.ts";
import { type Answered, answerOperation, type CallOptions, operationUrl } from "../../api/fetch-operation.ts";
import { operationQuery } from "../../api/use-operation.ts";
import { type DiffFile, diffFileOf } from "../../ui/diff/diff-model.ts";
import { fetchInDiffWorker } from "../../workers/diff/diff-engine.ts";
import { beginComing } from "./coming-entries.ts";

/** A version; of each file's diff only the beginning. The worker that draws diffs holds the rest. */
export type Version = OutputOf<typeof getMergeRequestVersion>;
export type VersionInput = InputOf<typeof getMergeRequestVersion>;

/** What is read of a version's entries while they come. */
const part = { response: json(z.object({ diffs: mergeRequestVersionDetail.shape.diffs })) };

/**
 * Reads a version without its diffs ever crossing to the page: `onEntries` hears of its files as they come, and the
 * answer has all else. Throws ProblemError.
 */
export function readVersion(
  account: string,
  input: VersionInput,
  onEntries: (entries: readonly DiffEntry[]) => void,
  options: CallOptions = {},
): Promise<Answered<Version>> {
  const take = (entries: readonly unknown[]) => {
    const { value, mismatches } = readResponse(part, { diffs: entries });
    if (mismatches.length > 0) reportMismatches(account, getMergeRequestVersion, mismatches);
    onEntries(value.diffs);
  };
  return answerOperation(account, getMergeRequestVersion, input, {
    ...options,
    send: (url, init = {}) => fetchInDiffWorker(url, init, take),
  });
}

/**
 * A version. What has come of it so far is told by {@link useComingEntries}; the query holds it once it is whole. What
 * it holds never changes.
 */
export const versionQuery = (account: string, input: VersionInput) =>
  queryOptions({
    ...operationQuery(account, getMergeRequestVersion, input),
    queryFn: async ({ signal }) => {
      const coming = beginComing(operationUrl(account, getMergeRequestVersion, input), signal);
      const answered = await readVersion(account, input, coming.add, { signal });
      return { ...answered, data: { ...answered.data, diffs: [...coming.end()] } };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Files by their entries: the same ones while a version is coming, and when it has come. */
const files = new WeakMap<DiffEntry, DiffFile>();

/** The files of a version that {@link versionQuery} read, or of what has come of it. */
export function filesOf(
  account: string,
  input: VersionInput,
  version: Pick<Version, "diffs" | "head_commit_sha">,
): DiffFile[] {
  const url = operationUrl(account, getMergeRequestVersion, input);
  return version.diffs.map((entry, index) => {
    const file = files.get(entry) ?? {
      ...diffFileOf(entry, version.head_commit_sha),
      held: { url, index },
    };
    files.set(entry, file);
    return file;
  });
}
