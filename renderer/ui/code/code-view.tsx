import type { editor } from "monaco-editor/editor";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import styles from "./code.module.css";
import { CodeFrame } from "./code-frame.tsx";
import { EditorMenu } from "./editor-menu.tsx";
import { type EditorStyle, editorOptions } from "./editor-options.ts";
import { extendRange, type LineRange } from "./line-range.ts";
import { useMonaco } from "./load-monaco.ts";
import { type NamedLines, provideSymbols } from "./provide-symbols.ts";
import { placeReadEditor } from "./spare-editor.ts";
import { type MarginAvatar, useMarginAvatars } from "./use-margin-avatars.ts";
import { useTextMarks } from "./use-text-marks.ts";
import { useTextModel } from "./use-text-model.ts";

/** Texts before the lines of a file, all of one width. */
export interface CodeMargin {
  /** Width of each text in columns; its number of characters may differ, since some are wider. */
  readonly columns: number;
  readonly texts: readonly string[];
}

export interface CodeViewProps extends EditorStyle {
  /** Decides the language. */
  readonly path: string;
  readonly text: string;
  readonly label: string;
  /** Marked lines; scrolled into view when they change from outside. */
  readonly range?: LineRange | null;
  /** Shown before each line's number, such as who changed it last. */
  readonly margin?: CodeMargin | undefined;
  /** Recency of each line, from 0 to 4, as a colour beside its number; null for none. */
  readonly ages?: readonly (number | null)[] | undefined;
  /** Avatar beside each line, from the first, as a link; null for none. */
  readonly avatars?: readonly (MarginAvatar | null)[] | undefined;
  readonly onAvatar?: (href: string) => void;
  /** Symbols of the text: those scrolled away above stay named, and assistive technology can list them. */
  readonly symbols?: readonly NamedLines[] | undefined;
  /** A click on a line's number, with Shift for more than one. */
  readonly onRange?: (range: LineRange | null) => void;
  /** The line that the cursor moved to. */
  readonly onCursor?: (line: number) => void;
  /** Items of the context menu for the line it was opened on. */
  readonly lineItems?: (line: number) => ReactNode;
}

/** A text to read: colours, folding, sticky scroll, find. Tab leaves it. */
export function CodeView({
  path,
  text,
  label,
  range = null,
  onRange,
  margin,
  ages,
  avatars,
  onAvatar,
  symbols,
  onCursor,
  lineItems,
  ...look
}: CodeViewProps) {
  const { monaco, failure } = useMonaco();
  const model = useTextModel(monaco, path, text);
  const container = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<editor.IStandaloneCodeEditor | null>(null);
  const options = JSON.stringify(look);
  useTextMarks(view);
  // The editor has its options and its text before the first paint.
  useLayoutEffect(() => {
    if (!monaco || !container.current) return;
    const { editor: made, remove } = placeReadEditor(monaco, container.current);
    setView(made);
    return () => {
      setView(null);
      remove();
    };
  }, [monaco]);
  useLayoutEffect(() => {
    view?.updateOptions(editorOptions(JSON.parse(options), label));
  }, [view, options, label]);
  useLayoutEffect(() => {
    view?.updateOptions({
      lineNumbers: margin ? (line) => `${margin.texts[line - 1] ?? ""} ${String(line).padStart(4)}` : "on",
      lineNumbersMinChars: margin ? margin.columns + 6 : 4,
    });
  }, [view, margin]);
  useLayoutEffect(() => {
    view?.setModel(model);
    // Else the editor would draw its lines a frame later than the view around it.
    if (model) view?.render(true);
  }, [view, model]);
  useEffect(() => {
    if (!monaco || !model || !symbols) return;
    const provider = provideSymbols(monaco, model, symbols);
    return () => provider.dispose();
  }, [monaco, model, symbols]);
  const latestOnCursor = useRef(onCursor);
  latestOnCursor.current = onCursor;
  useEffect(() => {
    const listener = view?.onDidChangeCursorPosition(({ position }) =>
      latestOnCursor.current?.(position.lineNumber),
    );
    return () => listener?.dispose();
  }, [view]);
  useAges(view, model, ages);
  useMarginAvatars(view, model, avatars, onAvatar);
  useRange(view, model, range, onRange);
  return (
    <CodeFrame
      ref={container}
      ready={model !== null}
      failure={failure}
      menu={<EditorMenu view={view} readOnly lineItems={lineItems} />}
    />
  );
}

/** Draws a colour beside each run of lines of one age. */
function useAges(
  view: editor.IStandaloneCodeEditor | null,
  model: editor.ITextModel | null,
  ages: readonly (number | null)[] | undefined,
): void {
  useEffect(() => {
    if (!view || !model || !ages) return;
    const marks = view.createDecorationsCollection(
      ages.slice(0, model.getLineCount()).flatMap((age, i) =>
        age === null
          ? []
          : [
              {
                range: { startLineNumber: i + 1, startColumn: 1, endLineNumber: i + 1, endColumn: 1 },
                options: {
                  isWholeLine: true,
                  linesDecorationsClassName: `${styles.age} ${styles[`age${age}`]}`,
                },
              },
            ],
      ),
    );
    return () => marks.clear();
  }, [view, model, ages]);
}

/** Line number's part of the margin, by the editor's numbering of what was clicked. */
const lineNumbers = 3;

function useRange(
  view: editor.IStandaloneCodeEditor | null,
  model: editor.ITextModel | null,
  range: LineRange | null,
  onRange: ((range: LineRange | null) => void) | undefined,
): void {
  const latest = useRef({ range, onRange });
  latest.current = { range, onRange };
  const own = useRef<string | null>(null);
  useEffect(() => {
    const listener = view?.onMouseDown(({ target, event }) => {
      const line = target.position?.lineNumber;
      if (target.type !== lineNumbers || !line) return;
      const now = latest.current.range;
      const same = now?.from === line && now.to === line && !event.shiftKey;
      const next = same ? null : extendRange(now, line, event.shiftKey);
      own.current = JSON.stringify(next);
      latest.current.onRange?.(next);
    });
    return () => listener?.dispose();
  }, [view]);
  const [from, to] = [range?.from ?? 0, range?.to ?? 0];
  useEffect(() => {
    if (!view || !model || from === 0) return;
    const last = Math.min(to, model.getLineCount());
    const marks = view.createDecorationsCollection([
      {
        range: { startLineNumber: from, startColumn: 1, endLineNumber: last, endColumn: 1 },
        options: {
          isWholeLine: true,
          className: styles.chosen,
          linesDecorationsClassName: styles.chosenEdge,
        },
      },
    ]);
    if (own.current !== JSON.stringify({ from, to })) {
      view.revealLinesInCenterIfOutsideViewport(from, last);
      view.setPosition({ lineNumber: Math.min(from, last), column: 1 });
    }
    own.current = null;
    return () => marks.clear();
  }, [view, model, from, to]);
}
