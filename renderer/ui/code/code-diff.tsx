import type { editor } from "monaco-editor/editor";
import { useEffect, useRef, useState } from "react";
import { CodeFrame } from "./code-frame.tsx";
import { type EditorLook, editorOptions } from "./editor-options.ts";
import { useMonaco } from "./load-monaco.ts";
import { useTextModel } from "./use-text-model.ts";

export interface CodeDiffProps extends EditorLook {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly label: string;
  readonly sideBySide?: boolean;
  /** Lets the right side be changed; told at every change. */
  readonly onChange?: (after: string) => void;
  /** Folds what did not change. */
  readonly onlyChanges?: boolean;
}

/** Two texts compared in full, with unchanged stretches folded; the right one may be written. */
export function CodeDiff(props: CodeDiffProps) {
  const { path, before, after, label, sideBySide = true, onChange, onlyChanges = true } = props;
  const { monaco, failure } = useMonaco();
  const told = useRef(after);
  const first = useRef({ path, after });
  if (first.current.path !== path) {
    first.current = { path, after };
    told.current = after;
  }
  const original = useTextModel(monaco, path, before);
  const modified = useTextModel(monaco, path, first.current.after);
  const place = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<editor.IStandaloneDiffEditor | null>(null);
  const latest = useRef(onChange);
  latest.current = onChange;
  const editable = onChange !== undefined;
  const { fontSize, wordWrap, whitespace } = props;
  useEffect(() => {
    if (!monaco || !place.current) return;
    const made = monaco.editor.createDiffEditor(place.current, {
      ...editorOptions({}, ""),
      originalEditable: false,
    });
    setView(made);
    return () => {
      setView(null);
      made.setModel(null);
      made.dispose();
    };
  }, [monaco]);
  useEffect(() => {
    view?.updateOptions({
      ...editorOptions({ fontSize, wordWrap, whitespace }, label),
      readOnly: !editable,
      renderSideBySide: sideBySide,
      hideUnchangedRegions: { enabled: onlyChanges },
      ignoreTrimWhitespace: false,
      renderOverviewRuler: false,
      diffAlgorithm: "advanced",
    });
    view?.getOriginalEditor().updateOptions({ ariaLabel: `${label}, before` });
    view?.getModifiedEditor().updateOptions({ ariaLabel: `${label}, after` });
  }, [view, label, editable, sideBySide, onlyChanges, fontSize, wordWrap, whitespace]);
  useEffect(() => {
    if (!view || !original || !modified) return;
    view.setModel({ original, modified });
    const listener = modified.onDidChangeContent(() => {
      told.current = modified.getValue();
      latest.current?.(told.current);
    });
    return () => {
      listener.dispose();
      view.setModel(null);
    };
  }, [view, original, modified]);
  useEffect(() => {
    if (!modified || after === told.current) return;
    told.current = after;
    modified.setValue(after);
  }, [modified, after]);
  return <CodeFrame ref={place} ready={modified !== null} failure={failure} />;
}
