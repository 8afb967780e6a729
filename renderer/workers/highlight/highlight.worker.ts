import { defineWorker } from "../../../shared/workers/define-worker.ts";
import { languageOf } from "./language-of.ts";
import { type LineTokens, tokenize } from "./tokenize.ts";

const methods = {
  /** Colours a stretch of a file's lines by the file's name; null where its language is not known. */
  lines: ({ path, lines }: { path: string; lines: readonly string[] }): Promise<LineTokens[] | null> =>
    tokenize(languageOf(path, lines[0]), lines),
};

export type HighlightMethods = typeof methods;

defineWorker(methods, { inOrder: true });
