import { defineWorker } from "../../../shared/workers/define-worker.ts";
import { workerScope } from "../worker-scope.ts";
import { type LineTokens, prepareGrammar, tokenizeFile } from "./tokenize.ts";

const methods = {
  /** Reads the grammar of a file's language by its path. */
  prepare: ({ path }: { readonly path: string }): Promise<void> => prepareGrammar(path),
  /** Colours a stretch of a file's lines, as {@link tokenizeFile} does. */
  lines: (file: Parameters<typeof tokenizeFile>[0]): Promise<LineTokens[] | null> => tokenizeFile(file),
};

export type HighlightMethods = typeof methods;

defineWorker(methods, { endpoint: workerScope, inOrder: true });
