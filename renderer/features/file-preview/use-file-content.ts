import { useEffect, useEffectEvent, useState } from "react";
import { imageType } from "../../../shared/file-types.ts";
import { detectUnicode } from "../../../shared/text/encoding/detect-unicode.ts";
import type { Encoding } from "../../../shared/text/encoding/encodings.ts";
import { mediaOf, readLfsPointer } from "../../ui/viewers/viewer-kind.ts";
import { type OpenText, openText } from "../../workers/text/text-engine.ts";

/** Detected content of a file. */
export type FileContent =
  | { readonly kind: "text"; readonly open: OpenText; readonly text: string }
  | { readonly kind: "large"; readonly open: OpenText }
  | { readonly kind: "image"; readonly url: string; readonly svg: boolean }
  | { readonly kind: "bytes"; readonly bytes: ArrayBuffer }
  | { readonly kind: "binary" }
  | { readonly kind: "refused" };

export type FileState =
  | { readonly state: "loading"; readonly received: number; readonly total: number | null }
  | { readonly state: "failed"; readonly error: unknown }
  | {
      readonly state: "ready";
      readonly size: number;
      readonly content: FileContent;
    };

/** Texts beyond these go to the plain virtual viewer instead of the editor, which a longer line would stall. */
const editable = { bytes: 2_000_000, lineLength: 50_000 };
/** Bytes from which a file is offered as a download alone. */
const maxReadBytes = 100_000_000;
/** Maximum bytes of a binary that is read for a preview. */
const maxProbedBytes = 50_000_000;

const waiting: FileState = { state: "loading", received: 0, total: null };

/** Source of a file's bytes. */
interface FileSource {
  /** Names these bytes and the attempt: another key reads again. */
  readonly key: string;
  /** Requests the bytes. Throws ProblemError, or AbortError once `signal` fired. */
  read(signal: AbortSignal): Promise<Response>;
}

/** Reads a file and detects its kind; null while its source is not known. `encoding` overrides what is detected. */
export function useFileContent(
  source: FileSource | null,
  path: string,
  encoding: Encoding | undefined,
): FileState {
  const [result, setResult] = useState<{ readonly key: string; readonly state: FileState }>({
    key: "",
    state: waiting,
  });
  // The same bytes, read again after the worker lost them: what is on screen stays, with what was typed into it.
  const [lost, setLost] = useState({ key: "", times: 0 });
  const latestSource = useEffectEvent(() => source);
  const key = source && JSON.stringify([source.key, path, encoding]);
  const again = lost.key === key ? lost.times : 0;
  useEffect(() => {
    const current = latestSource();
    if (key === null || current === null) return;
    const controller = new AbortController();
    const opened: (() => void)[] = [];
    const update = (state: FileState): void => {
      if (controller.signal.aborted || (again > 0 && state.state === "loading")) return;
      setResult({ key, state });
    };
    read(key, current).catch((error: unknown) => update({ state: "failed", error }));
    return () => {
      controller.abort();
      for (const close of opened) close();
    };

    async function read(name: string, bytes: FileSource): Promise<void> {
      const response = await bytes.read(controller.signal);
      const length = response.headers.get("content-length");
      const total = length === null ? null : Number(length);
      const image = imageType(path);
      const body = await readBody(response, {
        limit: maxReadBytes,
        total,
        isBinary: (first) =>
          image === null && (total === null || total > maxProbedBytes) && detectUnicode(first) === null,
        onProgress: (received) => update({ state: "loading", received, total }),
      });
      const size = body.kind === "bytes" ? body.bytes.byteLength : (total ?? 0);
      const ready = (content: FileContent) => update({ state: "ready", size, content });
      if (body.kind !== "bytes") return ready({ kind: body.kind });
      // The content of a Git LFS pointer is elsewhere, whatever the file is named.
      const pointer = size <= 1_024 && readLfsPointer(new TextDecoder().decode(body.bytes)) !== null;
      if (image && !pointer) {
        const url = URL.createObjectURL(new Blob([body.bytes], { type: image }));
        opened.push(() => URL.revokeObjectURL(url));
        return ready({ kind: "image", url, svg: image === "image/svg+xml" });
      }
      // The bytes are transferred to the worker; it returns those that are not text.
      const start = new Uint8Array(body.bytes, 0, Math.min(size, 8_000));
      // A PDF may be written in letters alone, and is a document all the same.
      const binary = detectUnicode(start) === null || mediaOf(path, start).kind !== "hex";
      if (binary && !pointer && encoding === undefined) return ready({ kind: "bytes", bytes: body.bytes });
      const open = await openText(body.bytes, editable, encoding);
      opened.push(open.close);
      if (open.encoding === null) return ready({ kind: "binary" });
      opened.push(open.onLost(() => setLost({ key: name, times: again + 1 })));
      ready(open.text === null ? { kind: "large", open } : { kind: "text", open, text: open.text });
    }
  }, [path, encoding, key, again]);
  return result.key === key ? result.state : waiting;
}

/** A body in full, or why it was not read to its end. */
type ReceivedBody =
  | { readonly kind: "bytes"; readonly bytes: ArrayBuffer }
  | { readonly kind: "binary" }
  | { readonly kind: "refused" };

interface ReadBodyOptions {
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
  { limit, total, isBinary, onProgress }: ReadBodyOptions,
): Promise<ReceivedBody> {
  const stop = async (kind: "binary" | "refused"): Promise<ReceivedBody> => {
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
  const end = async (kind: "binary" | "refused"): Promise<ReceivedBody> => {
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
