import { defineWorker } from "../../../shared/workers/define-worker.ts";
import { grammarOfLanguage, languageOf } from "../highlight/language-of.ts";
import { workerScope } from "../worker-scope.ts";
import { type FileSymbol, outline } from "./outline.ts";
import { grammarOf } from "./symbol-grammars.ts";

const methods = {
  /** Returns a file's symbols in the language that its attributes name, else that of its path; null where Helve has no grammar for it. */
  outline: async ({
    path,
    text,
    language,
  }: {
    readonly path: string;
    readonly text: string;
    readonly language: string | undefined;
  }): Promise<readonly FileSymbol[] | null> => {
    const grammar = await grammarOf(
      language === undefined
        ? languageOf(path, text.slice(0, 200).split("\n", 1)[0])
        : grammarOfLanguage(language),
    );
    return grammar && outline(grammar, text);
  },
};

export type SymbolsMethods = typeof methods;

defineWorker(methods, { endpoint: workerScope, inOrder: true });
