import type { editor } from "monaco-editor/editor";

/** Settings of an editor that the user may choose. */
export interface EditorStyle {
  readonly fontSize?: number | undefined;
  readonly wordWrap?: boolean | undefined;
  readonly minimap?: boolean | undefined;
  readonly whitespace?: boolean | undefined;
}

/** Settings of models: they are read from the configuration, to which only the names of single settings are passed on. */
const modelOptions = { "bracketPairColorization.enabled": false };

/** Options of every editor of the app. */
export const editorOptions = (
  look: EditorStyle,
  label: string,
): editor.IEditorOptions & editor.IGlobalEditorOptions => ({
  theme: "helve",
  ariaLabel: label,
  automaticLayout: true,
  fontFamily: token("--font-mono"),
  fontSize: look.fontSize ?? Number.parseFloat(token("--code-size")),
  lineHeight: 20,
  fontLigatures: false,
  minimap: { enabled: look.minimap ?? false },
  wordWrap: look.wordWrap ? "on" : "off",
  renderWhitespace: look.whitespace ? "all" : "selection",
  stickyScroll: { enabled: true },
  scrollBeyondLastLine: false,
  smoothScrolling: false,
  padding: { top: 8, bottom: 8 },
  lineNumbersMinChars: 4,
  folding: true,
  glyphMargin: false,
  overviewRulerLanes: 2,
  hideCursorInOverviewRuler: true,
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10 },
  occurrencesHighlight: "off",
  links: true,
  // The app's own: see `editor-menu.tsx`.
  contextmenu: false,
  fixedOverflowWidgets: true,
  // Both are marked as everywhere in the app: see `use-text-marks.ts`.
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false },
  renderControlCharacters: true,
  // They are characters of the text; the editor would offer to remove them.
  unusualLineTerminators: "off",
  quickSuggestions: false,
  wordBasedSuggestions: "off",
  maxTokenizationLineLength: 5_000,
  ...modelOptions,
  renderLineHighlight: "none",
});

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name);
