import { getRawFile } from "../../../shared/api/files.ts";
import { callOperation } from "../../api/fetch-operation.ts";
import { toProblem } from "../../api/host.ts";

/** Bytes beyond which a file is not compared without being asked for. */
export const mostBytes = 20_000_000;

/** What a file held at a commit. */
export type FileText =
  | { readonly kind: "text"; readonly text: string }
  /** Not there: the file was not, or no longer is. */
  | { readonly kind: "absent" }
  | { readonly kind: "binary" }
  | { readonly kind: "large"; readonly bytes: number };

/** Reads a file at a commit of a project. */
export async function readText(
  account: string,
  project: string,
  sha: string,
  path: string,
  signal?: AbortSignal,
): Promise<FileText> {
  try {
    const response = await callOperation(
      account,
      getRawFile,
      { id: project, file_path: path, ref: sha },
      { signal },
    );
    const bytes = Number(response.headers.get("content-length") ?? 0);
    if (bytes > mostBytes) {
      await response.body?.cancel();
      return { kind: "large", bytes };
    }
    const buffer = new Uint8Array(await response.arrayBuffer());
    if (buffer.subarray(0, 8_000).includes(0)) return { kind: "binary" };
    return { kind: "text", text: new TextDecoder().decode(buffer) };
  } catch (error) {
    if (toProblem(error).status === 404) return { kind: "absent" };
    throw error;
  }
}

/** The text of a file that is text or not there; null for all others. */
export const plainText = (file: FileText): string | null =>
  file.kind === "text" ? file.text : file.kind === "absent" ? "" : null;
