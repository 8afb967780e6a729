import { readFileHeaders } from "../../../shared/api/contract/file-headers.ts";
import { getBranch } from "../../../shared/api/resources/branches.ts";
import { getRawFile, headFile } from "../../../shared/api/resources/files.ts";
import { getRawBlob } from "../../../shared/api/resources/repository.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { callOperation, fetchOperation } from "../../api/fetch-operation.ts";
import type { EditScope } from "../../state/edits.ts";
import type { Origin } from "../../state/pending-changes.ts";

/** Commit at the tip of a place's branch, from the network. */
export const readHead = async (place: EditScope, signal?: AbortSignal): Promise<string> =>
  (await fetchOperation(place.account, getBranch, { id: place.project, branch: place.branch }, signal)).commit
    .id;

/** The file at a path of a commit as an edit's starting point; null where there is none. */
export async function readOrigin(
  place: EditScope,
  path: string,
  ref: string,
  signal?: AbortSignal,
): Promise<Origin | null> {
  try {
    const input = { id: place.project, file_path: path, ref };
    const { headers } = await callOperation(place.account, headFile, input, { signal });
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
export async function readBytes(
  place: EditScope,
  path: string,
  ref: string,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const input = { id: place.project, file_path: path, ref };
  return new Uint8Array(
    await (await callOperation(place.account, getRawFile, input, { signal })).arrayBuffer(),
  );
}

/** Bytes of the blob that an edit started from, whatever has happened to the branch since. */
export async function readOriginBytes(
  place: EditScope,
  origin: Origin,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const input = { id: place.project, sha: origin.blobId };
  return new Uint8Array(
    await (await callOperation(place.account, getRawBlob, input, { signal })).arrayBuffer(),
  );
}
