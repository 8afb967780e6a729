import { useEffect, useRef, useState } from "react";
import { imageType } from "../../../shared/file-types.ts";
import { detectUnicode } from "../../../shared/text/encoding/detect-unicode.ts";
import type { Encoding } from "../../../shared/text/encoding/encodings.ts";
import { readLfsPointer } from "../../ui/viewers/lfs-pointer.ts";
import { mediaOf } from "../../ui/viewers/viewer-kind.ts";
import { type OpenText, openText } from "../../workers/text/text-engine.ts";
import { readBody } from "./read-body.ts";

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
export interface FileSource {
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
  const latest = useRef(source);
  latest.current = source;
  const key = source && JSON.stringify([source.key, path, encoding]);
  const again = lost.key === key ? lost.times : 0;
  useEffect(() => {
    const { current } = latest;
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
