import { readFileHeaders } from "../../../shared/api/contract/file-headers.ts";
import { getBranch } from "../../../shared/api/resources/branches.ts";
import { getRawFile, headFile } from "../../../shared/api/resources/files.ts";
import { getRawBlob } from "../../../shared/api/resources/repository.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { callOperation, fetchOperation } from "../../api/fetch-operation.ts";
import { type EditScope, type Origin, sessionOf } from "../../state/edits.ts";

/** Returns the id of the scope's branch tip, from the network. */
export const readHead = async (scope: EditScope, signal?: AbortSignal): Promise<string> =>
  (await fetchOperation(scope.account, getBranch, { id: scope.project, branch: scope.branch }, signal)).commit
    .id;

/**
 * Returns the commit that a further change of a scope starts from: the branch's tip, since files may have come after the
 * first pending change. Without a connection it is the commit that the pending changes started from.
 */
export async function readEditHead(scope: EditScope, signal?: AbortSignal): Promise<string> {
  try {
    return await readHead(scope, signal);
  } catch (error) {
    const head = sessionOf(scope)?.head;
    if (!head || signal?.aborted) throw error;
    return head;
  }
}

/** The file at a path of a commit as an edit's starting point; null where there is none. */
export async function readOrigin(
  scope: EditScope,
  path: string,
  ref: string,
  signal?: AbortSignal,
): Promise<Origin | null> {
  try {
    const input = { id: scope.project, file_path: path, ref };
    const { headers } = await callOperation(scope.account, headFile, input, { signal });
    const file = readFileHeaders(headers);
    return {
      path,
      blobId: file.blobId ?? "",
      lastCommitId: file.lastCommitId ?? ref,
      executable: file.executable ?? false,
    };
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === "not_found") return null;
    throw error;
  }
}

/** Bytes of a file at a commit. */
export async function readBytesAt(
  scope: EditScope,
  path: string,
  ref: string,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const input = { id: scope.project, file_path: path, ref };
  return new Uint8Array(
    await (await callOperation(scope.account, getRawFile, input, { signal })).arrayBuffer(),
  );
}

/** Bytes of the blob that an edit started from, whatever has happened to the branch since. */
export async function readOriginBytes(
  scope: EditScope,
  origin: Origin,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const input = { id: scope.project, sha: origin.blobId };
  return new Uint8Array(
    await (await callOperation(scope.account, getRawBlob, input, { signal })).arrayBuffer(),
  );
}
