import type { editor, IDisposable, languages } from "monaco-editor/editor";
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { Optional } from "../../../shared/optional.ts";
import styles from "./code.module.css";
import { CodeFrame, EditorMenu } from "./code-frame.tsx";
import { type CodeColumn, LineColumn } from "./line-column.tsx";
import { extendRange, type LineRange } from "./line-range.ts";
import { type EditorStyle, editorOptions, type Monaco, placeReadEditor, useMonaco } from "./load-monaco.ts";
import { useTextMarks, useTextModel } from "./use-text-model.ts";

interface CodeViewProps
  extends EditorStyle,
    Optional<{
      language: string;
      /** Before the numbers of the lines, such as who changed them last. */
      column: CodeColumn;
      /** Recency of each line, from 0 to 4, as a colour beside its number; null for none. */
      ages: readonly (number | null)[];
      /** Symbols of the text: those scrolled away above stay named, and assistive technology can list them. */
      symbols: readonly NamedLines[];
    }> {
  /** Decides the language, unless the repository's attributes name one. */
  readonly path: string;
  readonly text: string;
  readonly label: string;
  /** Marked lines; scrolled into view when they change from outside. */
  readonly range?: LineRange | null;
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
  language,
  text,
  label,
  range = null,
  onRange,
  column,
  ages,
  symbols,
  onCursor,
  lineItems,
  ...look
}: CodeViewProps) {
  const { monaco, failure } = useMonaco();
  const model = useTextModel(monaco, path, text, language);
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
    view?.setModel(model);
    // Else the editor would draw its lines a frame later than the view around it.
    if (model) view?.render(true);
  }, [view, model]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: symbols are provided for the model's language
  useEffect(() => {
    if (!monaco || !model || !symbols) return;
    const provider = provideSymbols(monaco, model, symbols);
    return () => provider.dispose();
  }, [monaco, model, symbols, language]);
  const latestOnCursor = useRef(onCursor);
  latestOnCursor.current = onCursor;
  useEffect(() => {
    const listener = view?.onDidChangeCursorPosition(({ position }) =>
      latestOnCursor.current?.(position.lineNumber),
    );
    return () => listener?.dispose();
  }, [view]);
  useAges(view, model, ages);
  useRange(view, model, range, onRange);
  return (
    <CodeFrame
      ref={container}
      ready={model !== null}
      failure={failure}
      column={
        column && {
          width: column.width,
          content: view && model ? <LineColumn view={view} {...column} /> : null,
        }
      }
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
  const own = useRef<string | null>(null);
  const choose = useEffectEvent((line: number, isExtending: boolean) => {
    const same = range?.from === line && range.to === line && !isExtending;
    const next = same ? null : extendRange(range, line, isExtending);
    own.current = JSON.stringify(next);
    onRange?.(next);
  });
  useEffect(() => {
    const listener = view?.onMouseDown(({ target, event }) => {
      const line = target.position?.lineNumber;
      if (target.type === lineNumbers && line) choose(line, event.shiftKey);
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
          className: styles.chosen ?? null,
          linesDecorationsClassName: styles.chosenEdge ?? null,
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

/** A declaration that covers lines of a text, from 1; `depth` counts the declarations around it. */
interface NamedLines {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly depth: number;
}

/** Provides the editor with a model's symbols, until disposed. `symbols` are in the order of the text. */
function provideSymbols(
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
