import type { editor } from "monaco-editor/editor";
import { useEffect, useMemo, useRef, useState } from "react";
import { type LineChange, LineKeeper, toTyped } from "../../../shared/text/line-ends.ts";
import { CodeFrame } from "./code-frame.tsx";
import { differingPart } from "./differing-part.ts";
import { EditorMenu } from "./editor-menu.tsx";
import { type EditorStyle, editorOptions } from "./editor-options.ts";
import { leaveByTab } from "./leave-by-tab.ts";
import { useMonaco } from "./load-monaco.ts";
import { useTextMarks } from "./use-text-marks.ts";
import { useTextModel } from "./use-text-model.ts";

export interface CodeEditorProps extends EditorStyle {
  /** Decides the language; another path is another document, unless `document` names it. */
  readonly path: string;
  readonly document?: string;
  /** Text at the beginning; a later one replaces the text unless it is what the editor last reported. */
  readonly value: string;
  /** Text of the file, whose line ends and byte-order mark stay; `value` at the beginning where left out. */
  readonly base?: string;
  /** Called at every change; line ends and byte-order mark are those of the file. */
  readonly onChange: (value: string) => void;
  readonly label: string;
  /** Ctrl/Cmd+S. */
  readonly onSave?: () => void;
  readonly readOnly?: boolean;
  readonly autoFocus?: boolean;
}

/** A text to write. */
export function CodeEditor({
  path,
  document = path,
  value,
  base,
  onChange,
  label,
  onSave,
  readOnly,
  autoFocus,
  ...look
}: CodeEditorProps) {
  const { monaco, failure } = useMonaco();
  const reported = useRef(value);
  // A value set from outside is not reported as a change: two windows would undo each other's changes.
  const isReplacing = useRef(false);
  const first = useRef({ document, value });
  if (first.current.document !== document) {
    first.current = { document, value };
    reported.current = value;
  }
  const start = first.current.value;
  const typed = useMemo(() => toTyped(start), [start]);
  const keeper = useMemo(() => new LineKeeper(base ?? start), [base, start]);
  const model = useTextModel(monaco, path, typed, document);
  const container = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<editor.IStandaloneCodeEditor | null>(null);
  const [tabLeaves, setTabLeaves] = useState(false);
  const latest = useRef({ onChange, onSave, keeper });
  latest.current = { onChange, onSave, keeper };
  const options = JSON.stringify(look);
  useTextMarks(view);
  useEffect(() => {
    if (!monaco || !container.current) return;
    const made = monaco.editor.create(container.current, { ...editorOptions({}, ""), model: null });
    made.onKeyDown((event) => {
      if (!(event.ctrlKey || event.metaKey) || event.browserEvent.key.toLowerCase() !== "s") return;
      event.preventDefault();
      latest.current.onSave?.();
    });
    const leaving = leaveByTab(made, setTabLeaves);
    setView(made);
    return () => {
      leaving.dispose();
      setView(null);
      made.dispose();
    };
  }, [monaco]);
  useEffect(() => {
    view?.updateOptions({
      ...editorOptions(JSON.parse(options), label),
      readOnly: readOnly ?? false,
      renderLineHighlight: "line",
      // Whoever writes may go to the empty line after the last line feed.
      renderFinalNewline: readOnly ? "off" : "on",
      quickSuggestions: false,
    });
  }, [view, options, label, readOnly]);
  useEffect(() => {
    if (!view || !model) return;
    view.setModel(model);
    if (autoFocus) view.focus();
    const listener = model.onDidChangeContent((event) => {
      if (isReplacing.current) return;
      const { onChange: report, keeper: lines } = latest.current;
      reported.current = lines.retype(reported.current, model.getValue(), { changes: lineChanges(event) });
      report(reported.current);
    });
    return () => listener.dispose();
  }, [view, model, autoFocus]);
  useEffect(() => {
    // Changed from outside: put back, merged, or read again.
    if (!model || value === reported.current) return;
    reported.current = value;
    isReplacing.current = true;
    replaceText(model, toTyped(value));
    isReplacing.current = false;
  }, [model, value]);
  return (
    <CodeFrame
      ref={container}
      ready={model !== null}
      failure={failure}
      menu={<EditorMenu view={view} readOnly={readOnly ?? false} />}
      hint={tabLeaves ? "Tab leaves the editor" : null}
    />
  );
}

const lineChanges = ({ changes }: editor.IModelContentChangedEvent): LineChange[] =>
  changes.map(({ range, text }) => ({
    from: range.startLineNumber - 1,
    to: range.endLineNumber - 1,
    count: toTyped(text).split("\n").length,
  }));

/** Replaces the part of a text that differs, so that the caret and what can be undone stay. */
function replaceText(model: editor.ITextModel, value: string): void {
  const { start, end, text } = differingPart(model.getValue(), value);
  const from = model.getPositionAt(start);
  const to = model.getPositionAt(end);
  const range = {
    startLineNumber: from.lineNumber,
    startColumn: from.column,
    endLineNumber: to.lineNumber,
    endColumn: to.column,
  };
  model.pushEditOperations(null, [{ range, text }], () => null);
}
