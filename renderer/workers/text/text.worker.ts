import type { Encoding } from "../../../shared/text/encoding/encodings.ts";
import { defineWorker, type WorkerCall } from "../../../shared/workers/define-worker.ts";
import { workerScope } from "../worker-scope.ts";
import { type HiddenCharacters, TextDocument, type TextInfo, type TextMatch } from "./text-document.ts";

/** Limits up to which a text is read whole. */
export interface WholeText {
  readonly bytes: number;
  /** Bytes of the longest line. */
  readonly lineLength: number;
}

interface OpenInput {
  readonly buffer: ArrayBuffer;
  readonly encoding?: Encoding;
  readonly whole: WholeText;
}

const documents = new Map<number, TextDocument>();
let last = 0;

function find(id: number): TextDocument {
  const document = documents.get(id);
  if (!document) throw new Error("The text is no longer open");
  return document;
}

/** Runs steps to their end, with room between them: a cancel or a newer call does not wait for all. */
async function finish<T>(steps: Generator<undefined, T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
  }
}

const methods = {
  /** Starts the worker before it is needed. */
  prepare: (): void => undefined,
  /** Examines a file's bytes and stores them until `close`. Returns the whole text too where it fits the limits. */
  open({ buffer, encoding, whole }: OpenInput): TextInfo & { id: number; text: string | null } {
    const document = new TextDocument(new Uint8Array(buffer), encoding);
    const id = ++last;
    documents.set(id, document);
    const { info } = document;
    const fits =
      info.encoding !== null && buffer.byteLength <= whole.bytes && info.longest <= whole.lineLength;
    return { id, ...info, text: fits ? document.text() : null };
  },
  /** Decodes a file; null where it is not text. */
  decode: ({ bytes }: { bytes: Uint8Array }): string | null => {
    const document = new TextDocument(bytes);
    return document.info.encoding === null ? null : document.text();
  },
  text: ({ id }: { id: number }): string => find(id).text(),
  lines: ({ id, from, to }: { id: number; from: number; to: number }): string[] => find(id).lines(from, to),
  /** Case is ignored unless the query has an upper-case letter. */
  async search(
    { id, query, regex, limit }: { id: number; query: string; regex: boolean; limit: number },
    { signal }: WorkerCall,
  ): Promise<TextMatch[]> {
    if (query === "") return [];
    const source = regex ? query : query.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const pattern = new RegExp(source, query === query.toLowerCase() ? "giu" : "gu");
    return finish(find(id).search(pattern, limit), signal);
  },
  hiddenLines: ({ id }: { id: number }, { signal }: WorkerCall): Promise<HiddenCharacters> =>
    finish(find(id).hiddenLines(), signal),
  close({ id }: { id: number }): void {
    documents.delete(id);
  },
};

export type TextMethods = typeof methods;

defineWorker(methods, { endpoint: workerScope });
