/** A body in full, or why it was not read to its end. */
export type Body =
  | { readonly kind: "bytes"; readonly bytes: ArrayBuffer }
  | { readonly kind: "binary" }
  | { readonly kind: "refused" };

export interface ReadOptions {
  /** Bytes beyond which reading stops. */
  readonly limit: number;
  /** Bytes that are expected, where they are known. */
  readonly total: number | null;
  /** Called with the first bytes; returns true to stop reading. */
  readonly isBinary: (first: Uint8Array) => boolean;
  readonly onProgress: (received: number) => void;
}

/** Bytes that are checked to distinguish text from binary. */
const probeBytes = 8_000;
/** Milliseconds between reports of progress. */
const progressIntervalMs = 100;

/** Reads a response in chunks and reports the progress. Stops early at a body that is too large or not text. */
export async function readBody(
  response: Response,
  { limit, total, isBinary, onProgress }: ReadOptions,
): Promise<Body> {
  const stop = async (kind: "binary" | "refused"): Promise<Body> => {
    await response.body?.cancel().catch(() => undefined);
    return { kind };
  };
  if (total !== null && total > limit) return stop("refused");
  const reader = response.body?.getReader();
  if (!reader) return { kind: "bytes", bytes: await response.arrayBuffer() };
  const pieces: Uint8Array[] = [];
  let received = 0;
  let looked = false;
  let reportedAt = performance.now();
  const end = async (kind: "binary" | "refused"): Promise<Body> => {
    await reader.cancel().catch(() => undefined);
    return { kind };
  };
  for (;;) {
    const { done, value } = await reader.read();
    if (value) {
      pieces.push(value);
      received += value.length;
    }
    if (!looked && (received >= probeBytes || done)) {
      looked = true;
      if (isBinary(joined(pieces, Math.min(received, probeBytes)))) return end("binary");
    }
    if (received > limit) return end("refused");
    if (done) return { kind: "bytes", bytes: joined(pieces, received).buffer };
    if (performance.now() - reportedAt > progressIntervalMs) {
      reportedAt = performance.now();
      onProgress(received);
    }
  }
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    if (at >= length) break;
    all.set(piece.subarray(0, length - at), at);
    at += piece.length;
  }
  return all;
}
