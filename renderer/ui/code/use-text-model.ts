import type { editor } from "monaco-editor/editor";
import { useEffect, useState } from "react";
import { editorLanguage } from "./editor-language.ts";
import type { Monaco } from "./load-monaco.ts";

/** A model of a text for as long as it is shown; another path or initial text makes another one. */
export function useTextModel(monaco: Monaco | null, path: string, text: string): editor.ITextModel | null {
  const [model, setModel] = useState<editor.ITextModel | null>(null);
  useEffect(() => {
    if (!monaco) return;
    const firstLine = text.slice(0, Math.min(200, (text.indexOf("\n") + 1 || text.length + 1) - 1));
    const made = monaco.editor.createModel(
      text,
      editorLanguage(monaco.languages.getLanguages(), path, firstLine),
    );
    setModel(made);
    return () => {
      setModel(null);
      made.dispose();
    };
  }, [monaco, path, text]);
  return model;
}
