import { defineWorker } from "../../../shared/workers/define-worker.ts";
import { languageOf } from "../highlight/language-of.ts";
import { grammarOf } from "./grammars.ts";
import { type FileSymbol, outline } from "./outline.ts";

const methods = {
  /** Returns a file's symbols, its language detected by its name; null where Helve has no grammar for it. */
  outline: async ({ path, text }: { path: string; text: string }): Promise<readonly FileSymbol[] | null> => {
    const grammar = await grammarOf(languageOf(path, text.slice(0, 200).split("\n", 1)[0]));
    return grammar && outline(grammar, text);
  },
};

export type SymbolsMethods = typeof methods;

defineWorker(methods, { inOrder: true });
