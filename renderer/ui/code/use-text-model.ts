import type { editor } from "monaco-editor/editor";
import { useLayoutEffect, useRef, useState } from "react";
import { editorLanguage } from "./editor-language.ts";
import type { Monaco } from "./load-monaco.ts";

/**
 * A model of a text for as long as it is shown; another document or initial text makes another one. Where the document
 * is named on its own, another path only decides its language anew.
 */
export function useTextModel(
  monaco: Monaco | null,
  path: string,
  text: string,
  document = path,
): editor.ITextModel | null {
  const [model, setModel] = useState<editor.ITextModel | null>(null);
  const name = useRef(path);
  name.current = path;
  // Before the paint, since the first lines depend on it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another document has another name
  useLayoutEffect(() => {
    if (!monaco) return;
    const made = monaco.editor.createModel(text, languageOf(monaco, name.current, text));
    // A text of one line has the system's otherwise.
    if (!text.includes("\r")) made.setEOL(monaco.editor.EndOfLineSequence.LF);
    setModel(made);
    return () => {
      setModel(null);
      made.dispose();
    };
  }, [monaco, document, text]);
  useLayoutEffect(() => {
    if (!monaco || !model || model.isDisposed()) return;
    const language = languageOf(monaco, path, model.getLineContent(1));
    if (language !== model.getLanguageId()) monaco.editor.setModelLanguage(model, language);
  }, [monaco, model, path]);
  return model;
}

/** Returns the language of a text by its path and first line. */
function languageOf(monaco: Monaco, path: string, text: string): string {
  const firstLine = text.slice(0, Math.min(200, (text.indexOf("\n") + 1 || text.length + 1) - 1));
  return editorLanguage(monaco.languages.getLanguages(), path, firstLine);
}
