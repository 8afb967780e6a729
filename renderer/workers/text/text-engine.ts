import type { Encoding } from "../../../shared/text/encoding/encodings.ts";
import { createWorkerClient } from "../../../shared/workers/worker-client.ts";
import type { TextMethods, WholeText } from "./text.worker.ts";
import type { HiddenCharacters, TextInfo, TextMatch } from "./text-document.ts";

const worker = createWorkerClient<TextMethods>(
  () => new Worker(new URL("./text.worker.ts", import.meta.url), { type: "module", name: "text" }),
);

/** A text whose bytes are in the worker. */
export interface OpenText extends TextInfo {
  /** The whole text where it was requested and is within the limits. */
  readonly text: string | null;
  /** Reads the whole text. */
  readText(): Promise<string>;
  /** Lines `from` to `to` (exclusive), from 0, without their ends. */
  readLines(from: number, to: number, signal?: AbortSignal): Promise<string[]>;
  search(query: string, regex: boolean, limit: number, signal?: AbortSignal): Promise<TextMatch[]>;
  /** Lines with characters that cannot be seen, or that change the order of others. */
  hiddenLines(signal?: AbortSignal): Promise<HiddenCharacters>;
  /** Calls back when the worker lost the text, since a call took too long; returns how to stop that. */
  onLost(listener: () => void): () => void;
  close(): void;
}

/** Starts the text worker; call it on intent (a file that is likely to be opened). */
export function prepareText(): void {
  worker.call("prepare", undefined).catch(() => undefined);
}

/** Decodes a file's bytes, which are transferred, in the text worker; null where they are not text. */
export const decodeInWorker = (
  bytes: Uint8Array<ArrayBuffer>,
  signal?: AbortSignal,
): Promise<string | null> => worker.call("decode", { bytes }, { transfer: [bytes.buffer], signal });

/**
 * Opens a file in the text worker; `buffer` is transferred. `encoding` overrides the detection, `whole` says
 * what is read as a whole.
 */
export async function openText(
  buffer: ArrayBuffer,
  whole: WholeText,
  encoding?: Encoding,
): Promise<OpenText> {
  const input = encoding ? { buffer, whole, encoding } : { buffer, whole };
  const { id, ...info } = await worker.call("open", input, { transfer: [buffer] });
  return {
    ...info,
    readText: () => worker.call("text", { id }),
    readLines: (from, to, signal) => worker.call("lines", { id, from, to }, { signal }),
    search: (query, regex, limit, signal) => worker.call("search", { id, query, regex, limit }, { signal }),
    hiddenLines: (signal) => worker.call("hiddenLines", { id }, { signal }),
    onLost: worker.onEnd,
    close: () => void worker.call("close", { id }),
  };
}
