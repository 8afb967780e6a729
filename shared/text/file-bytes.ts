import { isProblemError } from "../is-problem-error.ts";

/** Bytes of a file that are read without being asked for. */
export const maxTextBytes = 20_000_000;

/** A file at a commit: its bytes, of which those of `binary` have NUL characters, as UTF-16 has, or why there are none. */
export type FileBytes =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "binary"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "absent" }
  | { readonly kind: "large"; readonly bytes: number };

/** The parts of a `Response` that are read. */
interface FileResponse {
  readonly headers: { get(name: string): string | null };
  readonly body: { cancel(): Promise<void> } | null;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Reads a file of at most `maxBytes`; a response with the problem 404 is an absent file. Throws ProblemError. */
export async function readFileBytes(
  request: () => Promise<FileResponse>,
  maxBytes: number,
): Promise<FileBytes> {
  try {
    const response = await request();
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
    if (isProblemError(error) && error.problem.status === 404) return { kind: "absent" };
    throw error;
  }
}
