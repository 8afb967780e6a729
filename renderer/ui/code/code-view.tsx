import type { editor, IDisposable, languages } from "monaco-editor/editor";
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { Optional } from "../../../shared/optional.ts";
import avatarStyles from "../marks/avatar.module.css";
import { avatarHue, initials } from "../marks/avatar.tsx";
import styles from "./code.module.css";
import { CodeFrame, EditorMenu } from "./code-frame.tsx";
import { extendRange, type LineRange } from "./line-range.ts";
import { type EditorStyle, editorOptions, type Monaco, placeReadEditor, useMonaco } from "./load-monaco.ts";
import { useTextMarks, useTextModel } from "./use-text-model.ts";

/** Texts before the lines of a file, all of one width. */
export interface CodeMargin {
  /** Width of each text in columns; its number of characters may differ, since some are wider. */
  readonly columns: number;
  readonly texts: readonly string[];
}

interface CodeViewProps
  extends EditorStyle,
    Optional<{
      language: string;
      /** Shown before each line's number, such as who changed it last. */
      margin: CodeMargin;
      /** Recency of each line, from 0 to 4, as a colour beside its number; null for none. */
      ages: readonly (number | null)[];
      /** Avatar beside each line, from the first, as a link; null for none. */
      avatars: readonly (MarginAvatar | null)[];
      /** Symbols of the text: those scrolled away above stay named, and assistive technology can list them. */
      symbols: readonly NamedLines[];
    }> {
  /** Decides the language, unless the repository's attributes name one. */
  readonly path: string;
  readonly text: string;
  readonly label: string;
  /** Marked lines; scrolled into view when they change from outside. */
  readonly range?: LineRange | null;
  readonly onAvatar?: (href: string) => void;
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

/** A person beside a line, as a link. */
interface MarginAvatar {
  readonly name: string;
  /** Address within the app. */
  readonly href: string;
  /** Title of the link: who, what and when. */
  readonly label: string;
}

/** Lines beyond the view whose links exist already. */
const overscan = 20;
/** The lane of the margin that a single mark takes. */
const centerLane = 2;

/** Draws avatars as links in the margin, for the lines in view only. `avatars` is by line, from the first. */
function useMarginAvatars(
  view: editor.IStandaloneCodeEditor | null,
  model: editor.ITextModel | null,
  avatars: readonly (MarginAvatar | null)[] | undefined,
  onOpen: ((href: string) => void) | undefined,
): void {
  const latest = useRef(onOpen);
  latest.current = onOpen;
  useEffect(() => {
    if (!view || !model || !avatars) return;
    const { classList } = view.getContainerDomNode();
    classList.add(styles.inset ?? "");
    view.updateOptions({ glyphMargin: true });
    const drawn = new Map<number, editor.IGlyphMarginWidget>();
    const update = () => {
      const wanted = new Set<number>();
      for (const { startLineNumber, endLineNumber } of view.getVisibleRanges()) {
        const last = Math.min(endLineNumber + overscan, avatars.length, model.getLineCount());
        for (let line = Math.max(1, startLineNumber - overscan); line <= last; line++) wanted.add(line);
      }
      for (const [line, widget] of drawn) {
        if (wanted.has(line)) continue;
        view.removeGlyphMarginWidget(widget);
        drawn.delete(line);
      }
      for (const line of wanted) {
        const avatar = avatars[line - 1];
        if (!avatar || drawn.has(line)) continue;
        const widget = toWidget(line, toLink(avatar, latest));
        view.addGlyphMarginWidget(widget);
        drawn.set(line, widget);
      }
    };
    const listeners = [view.onDidScrollChange(update), view.onDidLayoutChange(update)];
    update();
    return () => {
      for (const listener of listeners) listener.dispose();
      for (const [, widget] of drawn) view.removeGlyphMarginWidget(widget);
      view.updateOptions({ glyphMargin: false });
      classList.remove(styles.inset ?? "");
    };
  }, [view, model, avatars]);
}

function toWidget(line: number, node: HTMLElement): editor.IGlyphMarginWidget {
  const range = { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 };
  return {
    getId: () => `avatar-${line}`,
    getDomNode: () => node,
    getPosition: () => ({ lane: centerLane, zIndex: 1, range }),
  };
}

function toLink(
  { name, href, label }: MarginAvatar,
  onOpen: { readonly current: ((href: string) => void) | undefined },
): HTMLElement {
  const link = document.createElement("a");
  link.className = styles.avatarLink ?? "";
  link.href = href;
  link.title = label;
  link.setAttribute("aria-label", label);
  // As many tab stops as lines would be in the way; the line's commit above the text has the same link.
  link.tabIndex = -1;
  const avatar = document.createElement("span");
  avatar.className = avatarStyles.avatar ?? "";
  avatar.ariaHidden = "true";
  avatar.style.setProperty("--hue", String(avatarHue(name)));
  avatar.textContent = initials(name).slice(0, 1);
  link.append(avatar);
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen.current?.(href);
  });
  return link;
}
