import { getRawFile } from "../../../../shared/api/resources/files.ts";
import { type FileBytes, maxTextBytes, readFileBytes } from "../../../../shared/text/file-bytes.ts";
import { callOperation, operationUrl } from "../../../api/fetch-operation.ts";
import { decodeInWorker } from "../../../workers/text/text-engine.ts";

/** A file's content at a commit. */
type FileText =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "binary" }
  | Exclude<FileBytes, { readonly kind: "bytes" | "binary" }>;

/** URL of a file's content at a commit of a project, for a worker. */
export const rawFileUrl = (account: string, project: string, sha: string, path: string): string =>
  operationUrl(account, getRawFile, { id: project, file_path: path, ref: sha });

/** Reads a file at a commit of a project, up to `maxBytes`. Throws ProblemError. */
export const readBytes = (
  account: string,
  project: string,
  sha: string,
  path: string,
  signal?: AbortSignal,
  maxBytes = maxTextBytes,
): Promise<FileBytes> =>
  readFileBytes(
    () => callOperation(account, getRawFile, { id: project, file_path: path, ref: sha }, { signal }),
    maxBytes,
  );

/** {@link readBytes} as text. */
export async function readText(...asked: Parameters<typeof readBytes>): Promise<FileText> {
  const file = await readBytes(...asked);
  if (file.kind === "binary") return { kind: "binary" };
  if (file.kind !== "bytes") return file;
  const text = await decodeInWorker(file.bytes);
  return text === null ? { kind: "binary" } : { kind: "text", text };
}

/** Returns the text of a file: empty where the commit has no such file, null where it is binary or too large. */
export const textOrEmpty = (file: FileText): string | null =>
  file.kind === "text" ? file.text : file.kind === "absent" ? "" : null;
