import { getRawFile } from "../../../../shared/api/resources/files.ts";
import { callOperation } from "../../../api/fetch-operation.ts";
import { toProblem } from "../../../api/host.ts";
import { decodeInWorker } from "../../../workers/text/text-engine.ts";

/** Bytes above which a file is only read on request. */
const defaultMaxBytes = 20_000_000;

/** A file at a commit that is absent, binary or too large. */
export type OtherFile =
  /** The file does not exist at the commit. */
  | { readonly kind: "absent" }
  | { readonly kind: "binary" }
  | { readonly kind: "large"; readonly bytes: number };

/** The bytes of a file at a commit; `binary` for those with NUL characters, which UTF-16 has, too. */
export type FileBytes =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "binary"; readonly bytes: Uint8Array<ArrayBuffer> }
  | Exclude<OtherFile, { kind: "binary" }>;

/** A file's content at a commit. */
export type FileText = { readonly kind: "text"; readonly text: string } | OtherFile;

/** Reads a file at a commit of a project, up to `maxBytes`. */
export async function readFileBytes(
  account: string,
  project: string,
  sha: string,
  path: string,
  signal?: AbortSignal,
  maxBytes = defaultMaxBytes,
): Promise<FileBytes> {
  try {
    const input = { id: project, file_path: path, ref: sha };
    const response = await callOperation(account, getRawFile, input, { signal });
    const declaredBytes = Number(response.headers.get("content-length") ?? 0);
    if (declaredBytes > maxBytes) {
      await response.body?.cancel();
      return { kind: "large", bytes: declaredBytes };
    }
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.subarray(0, 8_000).includes(0)) return { kind: "binary", bytes };
    return bytes.byteLength > maxBytes
      ? { kind: "large", bytes: bytes.byteLength }
      : { kind: "bytes", bytes };
  } catch (error) {
    if (toProblem(error).status === 404) return { kind: "absent" };
    throw error;
  }
}

/** {@link readFileBytes} as text. */
export async function readText(...asked: Parameters<typeof readFileBytes>): Promise<FileText> {
  const file = await readFileBytes(...asked);
  if (file.kind === "binary") return { kind: "binary" };
  if (file.kind !== "bytes") return file;
  const text = await decodeInWorker(file.bytes);
  return text === null ? { kind: "binary" } : { kind: "text", text };
}

/** Returns the text of a file, empty where it is absent; null for all others. */
export const textOrEmpty = (file: FileText): string | null =>
  file.kind === "text" ? file.text : file.kind === "absent" ? "" : null;
