import type { editor, IDisposable } from "monaco-editor/editor";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { type LineChange, LineKeeper, toTyped } from "../../../shared/text/line-ends.ts";
import type { TextAssist } from "../../../shared/text/text-assist.ts";
import { CodeFrame, EditorMenu } from "./code-frame.tsx";
import { type EditorStyle, editorOptions, useMonaco } from "./load-monaco.ts";
import { useTextMarks, useTextModel } from "./use-text-model.ts";

interface CodeEditorProps
  extends EditorStyle,
    Optional<{
      language: string;
      /** Completion, hovers and errors of what is written. */
      assist: TextAssist;
      /** A line to go to; another object goes there again. */
      target: { readonly line: number };
    }> {
  /** Decides the language, unless the attributes name one; another path is another document, unless `document` names it. */
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
  language,
  document = path,
  value,
  base,
  onChange,
  label,
  onSave,
  readOnly,
  autoFocus,
  assist,
  target,
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
  const model = useTextModel(monaco, path, typed, language, document);
  const container = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<editor.IStandaloneCodeEditor | null>(null);
  const [tabLeaves, setTabLeaves] = useState(false);
  const save = useEffectEvent(() => onSave?.());
  const report = useEffectEvent((event: editor.IModelContentChangedEvent, text: string) => {
    reported.current = keeper.retype(reported.current, text, { changes: lineChanges(event) });
    onChange(reported.current);
  });
  const options = JSON.stringify(look);
  useTextMarks(view);
  useEffect(() => {
    if (!monaco || !model || !assist) return undefined;
    const assistance = monaco.assistModel(model, assist);
    return () => assistance.dispose();
  }, [monaco, model, assist]);
  const suggests = assist !== undefined;
  useEffect(() => {
    if (!monaco || !container.current) return;
    const made = monaco.editor.create(container.current, { ...editorOptions({}, ""), model: null });
    made.onKeyDown((event) => {
      if (!(event.ctrlKey || event.metaKey) || event.browserEvent.key.toLowerCase() !== "s") return;
      event.preventDefault();
      save();
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
      quickSuggestions: suggests && { other: true, comments: false, strings: true },
      acceptSuggestionOnEnter: "smart",
    });
  }, [view, options, label, readOnly, suggests]);
  useEffect(() => {
    if (!view || !target) return;
    view.revealLineInCenter(target.line);
    view.setPosition({ lineNumber: target.line, column: 1 });
    view.focus();
  }, [view, target]);
  useEffect(() => {
    if (!view || !model) return;
    view.setModel(model);
    if (autoFocus) view.focus();
    const listener = model.onDidChangeContent((event) => {
      if (!isReplacing.current) report(event, model.getValue());
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

/** Returns the offsets between which a text differs from another one, and what the other one has there. */
export function differingPart(
  before: string,
  after: string,
): { readonly start: number; readonly end: number; readonly text: string } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
}

/** Widgets that Escape closes first. */
const openWidgets = ".suggest-widget.visible, .find-widget.visible, .parameter-hints-widget.visible";

/**
 * Makes Tab leave the editor after Escape, until something else is typed (WCAG 2.1.2). `onChange` is called with
 * whether Tab leaves now.
 */
function leaveByTab(view: editor.IStandaloneCodeEditor, onChange: (leaves: boolean) => void): IDisposable {
  let leaves = false;
  const change = (next: boolean) => {
    if (leaves === next) return;
    leaves = next;
    view.updateOptions({ tabFocusMode: next });
    onChange(next);
  };
  const isBusy = () =>
    view.getDomNode()?.querySelector(openWidgets) != null || (view.getSelections()?.length ?? 0) > 1;
  const listeners = [
    view.onKeyDown(({ browserEvent: { key } }) => {
      if (key === "Escape") change(!isBusy());
      else if (key !== "Tab" && key !== "Shift") change(false);
    }),
    view.onDidBlurEditorWidget(() => change(false)),
  ];
  return {
    dispose: () => {
      for (const listener of listeners) listener.dispose();
    },
  };
}
