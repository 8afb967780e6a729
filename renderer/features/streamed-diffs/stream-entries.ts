import { z } from "zod";
import { type InputOf, json, type OutputOf } from "../../../shared/api/contract/operation.ts";
import { readResponse } from "../../../shared/api/contract/read-response.ts";
import { type DiffEntry, diffEntry } from "../../../shared/api/resources/commit-shapes.ts";
import { type DiffFile, diffFileOf } from "../../../shared/diff/diff-file.ts";
import { reportMismatches } from "../../api/diagnostics.ts";
import {
  type CallOptions,
  type JsonOperation,
  type OperationResponse,
  requestOperation,
} from "../../api/fetch-operation.ts";
import { fetchInDiffWorker } from "../../workers/diff/diff-engine.ts";

/** The fields of an entry that are read during streaming. */
const part = { response: json(z.object({ diffs: z.array(diffEntry).default([]) })) };

/**
 * Calls an operation whose response lists `diffs`, which stay in the worker: `onEntries` receives the files as they
 * arrive, with the beginning of each diff, and the returned data has all else. Throws ProblemError.
 */
export function streamEntries<O extends JsonOperation>(
  account: string,
  operation: O,
  input: InputOf<O>,
  onEntries: (entries: readonly DiffEntry[]) => void,
  options: CallOptions = {},
): Promise<OperationResponse<OutputOf<O>>> {
  const take = (entries: readonly unknown[]) => {
    const { value, mismatches } = readResponse(part, { diffs: entries });
    if (mismatches.length > 0) reportMismatches(account, operation, mismatches);
    onEntries(value.diffs);
  };
  return requestOperation(account, operation, input, {
    ...options,
    send: (url, init = {}) => fetchInDiffWorker(url, init, take),
  });
}

/** Files by their entries, so that they are the same objects during and after streaming. */
const files = new WeakMap<DiffEntry, DiffFile>();

/** Returns the files of entries from `url`, whose whole diffs the worker has; `content` as `diffFileOf` takes it. */
export function filesOfEntries(url: string, entries: readonly DiffEntry[], content?: string): DiffFile[] {
  return entries.map((entry, index) => {
    const file = files.get(entry) ?? { ...diffFileOf(entry, content), cached: { url, index } };
    files.set(entry, file);
    return file;
  });
}
