import type { InputOf, OutputOf } from "../../../shared/api/contract/operation.ts";
import { readPaging } from "../../../shared/api/contract/paging.ts";
import type { DiffEntry } from "../../../shared/api/resources/commit-shapes.ts";
import type { getMergeRequestVersion } from "../../../shared/api/resources/merge-requests.ts";
import type { compareRefs } from "../../../shared/api/resources/repository.ts";
import { type DiffFile, diffFileOf } from "../../../shared/diff/diff-file.ts";
import type { Optional } from "../../../shared/optional.ts";
import {
  cancelableRead,
  type JsonResponse,
  type OperationCallOptions,
  operationUrl,
  readFreshness,
} from "../../api/fetch-operation.ts";
import { readGap } from "../../api/list-gap.ts";
import { fetchDiffListInWorker } from "../../workers/diff/diff-engine.ts";
import { startPartialFiles } from "./partial-files.ts";

/** An operation whose response lists `diffs`. */
type DiffListOperation = typeof getMergeRequestVersion | typeof compareRefs;

interface ReadOptions
  extends Pick<OperationCallOptions, "pinAs" | "signal">,
    Optional<{
      /** Identifies the content of files whose diff has no lines, such as a commit. */
      content: string;
    }> {
  /** Called with the files as they arrive. */
  readonly onFiles: (files: readonly DiffFile[]) => void;
}

/** A response with its files; the list of its diffs is empty. */
export type WithFiles<T> = T & { readonly files: readonly DiffFile[] };

/**
 * Reads an operation whose response lists `diffs`, which the diff worker fetches and keeps: `onFiles` receives
 * the files as they arrive, with the beginning of each diff, and the returned data has all else. Throws ProblemError.
 */
export async function readDiffList<O extends DiffListOperation>(
  account: string,
  operation: O,
  input: InputOf<O>,
  { content, onFiles, pinAs, signal }: ReadOptions,
): Promise<JsonResponse<OutputOf<O>>> {
  const url = operationUrl(account, operation, input, { pinAs });
  let count = 0;
  const rest = await fetchDiffListInWorker(
    url,
    // The host has brought all of it into the contract's shape.
    (entries) =>
      onFiles(
        (entries as readonly DiffEntry[]).map((entry) => ({
          ...diffFileOf(entry, content),
          origin: { url, index: count++ },
        })),
      ),
    cancelableRead(signal),
  );
  const headers = new Headers(rest.headers);
  return {
    data: rest.body as OutputOf<O>,
    paging: readPaging(headers),
    gap: readGap(headers),
    ...readFreshness(headers),
  };
}

/**
 * {@link readDiffList} for a query: its files are returned with the data, and by `usePartialFiles` of the operation's URL
 * before.
 */
export async function readPartialDiffList<O extends DiffListOperation>(
  account: string,
  operation: O,
  input: InputOf<O>,
  { content, signal }: { readonly content?: string; readonly signal: AbortSignal },
): Promise<JsonResponse<WithFiles<OutputOf<O>>>> {
  const partial = startPartialFiles(operationUrl(account, operation, input), signal);
  const response = await readDiffList(account, operation, input, { content, signal, onFiles: partial.add });
  // Types do not know that the data of each such operation is an object.
  const data = { ...(response.data as object), files: partial.end() } as WithFiles<OutputOf<O>>;
  return { ...response, data };
}
