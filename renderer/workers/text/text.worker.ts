import { defineWorker } from "../../../shared/workers/define-worker.ts";
import type { WorkerCall } from "../../../shared/workers/messages.ts";
import type { Encoding } from "./detect-text.ts";
import { type HiddenLines, TextDocument, type TextInfo, type TextMatch } from "./text-document.ts";

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
  /** Looks at a file's bytes and keeps them until `close`. */
  open({ buffer, encoding }: { buffer: ArrayBuffer; encoding?: Encoding }): TextInfo & { id: number } {
    const document = new TextDocument(new Uint8Array(buffer), encoding);
    const id = ++last;
    documents.set(id, document);
    return { id, ...document.facts };
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
  hiddenLines: ({ id }: { id: number }, { signal }: WorkerCall): Promise<HiddenLines> =>
    finish(find(id).hiddenLines(), signal),
  close({ id }: { id: number }): void {
    documents.delete(id);
  },
};

export type TextMethods = typeof methods;

defineWorker(methods);
