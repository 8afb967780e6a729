import { useEffect, useState } from "react";
import { imageType } from "../../ui/images/image-type.ts";
import { readLfsPointer } from "../../ui/viewers/lfs-pointer.ts";
import { mediaOf } from "../../ui/viewers/viewer-kind.ts";
import { detectEncoding, type Encoding } from "../../workers/text/detect-text.ts";
import { type OpenText, openText } from "../../workers/text/text-engine.ts";
import { readBlob } from "./read-blob.ts";
import { readBody } from "./read-body.ts";
import type { Repository } from "./use-repository.ts";

/** What a file is once its bytes were looked at. */
export type BlobContent =
  | { readonly kind: "text"; readonly open: OpenText; readonly text: string }
  | { readonly kind: "large"; readonly open: OpenText }
  | { readonly kind: "image"; readonly url: string; readonly svg: boolean }
  | { readonly kind: "bytes"; readonly bytes: ArrayBuffer }
  | { readonly kind: "binary" }
  | { readonly kind: "refused" };

export type BlobState =
  | { readonly state: "loading"; readonly received: number; readonly total: number | null }
  | { readonly state: "failed"; readonly error: unknown }
  | {
      readonly state: "ready";
      readonly size: number;
      readonly content: BlobContent;
    };

/** Bytes from which a text goes to the plain virtual viewer instead of the editor. */
const large = 2_000_000;
/** Characters of a line beyond which the editor would stall. */
const longLine = 50_000;
/** Bytes from which a file is offered as a download alone. */
const refused = 100_000_000;
/** Bytes up to which a binary is read to be looked at. */
const looked = 50_000_000;

const waiting: BlobState = { state: "loading", received: 0, total: null };

/** Reads a file of a repository, whose blob is `id`; null while that is not known. `encoding` overrides what is detected; `attempt` asks again. */
export function useBlob(
  repository: Repository,
  path: string,
  id: string | null,
  encoding: Encoding | undefined,
  attempt: number,
): BlobState {
  const [result, setResult] = useState<{ readonly key: string; readonly state: BlobState }>({
    key: "",
    state: waiting,
  });
  // The same bytes, read again after the worker lost them: what is on screen stays, with what was typed into it.
  const [lost, setLost] = useState({ key: "", times: 0 });
  const { account, project } = repository;
  const key = JSON.stringify([account, project, id, path, encoding, attempt]);
  const again = lost.key === key ? lost.times : 0;
  useEffect(() => {
    if (id === null) return;
    const controller = new AbortController();
    const opened: (() => void)[] = [];
    const tell = (state: BlobState): void => {
      if (controller.signal.aborted || (again > 0 && state.state === "loading")) return;
      setResult({ key, state });
    };
    read(id).catch((error: unknown) => tell({ state: "failed", error }));
    return () => {
      controller.abort();
      for (const close of opened) close();
    };

    async function read(blob: string): Promise<void> {
      const response = await readBlob({ account, project }, blob, controller.signal);
      const length = response.headers.get("content-length");
      const total = length === null ? null : Number(length);
      const image = imageType(path);
      const body = await readBody(response, {
        limit: refused,
        total,
        isBinary: (first) =>
          image === null && (total === null || total > looked) && detectEncoding(first) === null,
        onProgress: (received) => tell({ state: "loading", received, total }),
      });
      const size = body.kind === "bytes" ? body.bytes.byteLength : (total ?? 0);
      const ready = (content: BlobContent) => tell({ state: "ready", size, content });
      if (body.kind !== "bytes") return ready({ kind: body.kind });
      // What a pointer stands for is elsewhere, whatever its name promises.
      const pointer = size <= 1_024 && readLfsPointer(new TextDecoder().decode(body.bytes)) !== null;
      if (image && !pointer) {
        const url = URL.createObjectURL(new Blob([body.bytes], { type: image }));
        opened.push(() => URL.revokeObjectURL(url));
        return ready({ kind: "image", url, svg: image === "image/svg+xml" });
      }
      // The worker takes the bytes over; what turns out to be no text is looked at here.
      const start = new Uint8Array(body.bytes, 0, Math.min(size, 8_000));
      // A PDF may be written in letters alone, and is a document all the same.
      const binary = detectEncoding(start) === null || mediaOf(path, start).kind !== "hex";
      if (binary && !pointer && encoding === undefined) return ready({ kind: "bytes", bytes: body.bytes });
      const open = await openText(body.bytes, encoding);
      opened.push(open.close);
      if (open.encoding === null) return ready({ kind: "binary" });
      opened.push(open.onLost(() => setLost({ key, times: again + 1 })));
      if (size > large || open.longest > longLine) return ready({ kind: "large", open });
      ready({ kind: "text", open, text: await open.readText() });
    }
  }, [account, project, id, path, encoding, key, again]);
  return result.key === key ? result.state : waiting;
}
