import type { editor, IDisposable, languages } from "monaco-editor/editor";
import type { Monaco } from "./load-monaco.ts";

/** A declaration that covers lines of a text, from 1; `depth` counts the declarations around it. */
export interface NamedLines {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly depth: number;
}

/** Provides the editor with a model's symbols, until disposed. `symbols` are in the order of the text. */
export function provideSymbols(
  monaco: Monaco,
  model: editor.ITextModel,
  symbols: readonly NamedLines[],
): IDisposable {
  const tree = nest(model, symbols);
  return monaco.languages.registerDocumentSymbolProvider(model.getLanguageId(), {
    displayName: "Helve",
    provideDocumentSymbols: (asked) => (asked === model ? tree : []),
  });
}

/** The editor's number of "function", which is what it draws where it draws a kind at all. */
const kind: languages.SymbolKind = 11;

function nest(model: editor.ITextModel, symbols: readonly NamedLines[]): languages.DocumentSymbol[] {
  const roots: languages.DocumentSymbol[] = [];
  const open: languages.DocumentSymbol[] = [];
  const last = model.getLineCount();
  for (const { name, from, to, depth } of symbols) {
    const end = Math.min(to, last);
    const range = {
      startLineNumber: Math.min(from, end),
      startColumn: 1,
      endLineNumber: end,
      endColumn: model.getLineMaxColumn(end),
    };
    const symbol = { name, detail: "", kind, tags: [], range, selectionRange: range, children: [] };
    open.length = Math.min(open.length, depth);
    (open.at(-1)?.children ?? roots).push(symbol);
    open.push(symbol);
  }
  return roots;
}
