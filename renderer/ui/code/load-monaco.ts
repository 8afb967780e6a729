import type { editor } from "monaco-editor/editor";
import { useEffect, useState } from "react";
import styles from "./code.module.css";

/** The editor's module: megabytes, so that nothing but {@link loadMonaco} may import it as a value. */
export type Monaco = typeof import("./monaco.ts");

let loading: Promise<Monaco> | undefined;
let loaded: Monaco | null = null;

/** Fetches the editor; call it on intent (a hovered file) so that opening is quick. */
function loadMonaco(): Promise<Monaco> {
  loading ??= import("./monaco.ts").then(
    (monaco) => {
      loaded = monaco;
      return monaco;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** The editor's module once it is there; `failure` when it could not be fetched. */
export function useMonaco(): { readonly monaco: Monaco | null; readonly failure: string | null } {
  const [state, setState] = useState<{ monaco: Monaco | null; failure: string | null }>({
    monaco: loaded,
    failure: null,
  });
  useEffect(() => {
    if (loaded) {
      setState((now) => (now.monaco === loaded ? now : { monaco: loaded, failure: null }));
      return undefined;
    }
    let canceled = false;
    loadMonaco().then(
      (monaco) => canceled || setState({ monaco, failure: null }),
      (error: unknown) => canceled || setState({ monaco: null, failure: String(error) }),
    );
    return () => {
      canceled = true;
    };
  }, []);
  return state;
}

/** Settings of an editor that the user may choose. */
export interface EditorStyle {
  readonly fontSize?: number;
  readonly wordWrap?: boolean;
  readonly minimap?: boolean;
  readonly whitespace?: boolean;
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
  // The app's own: see `code-frame.tsx`.
  contextmenu: false,
  fixedOverflowWidgets: true,
  // Both are marked as everywhere in the app: see `use-text-model.ts`.
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

/** An editor to read in, in an element of its own. */
interface ReadEditor {
  readonly element: HTMLElement;
  readonly editor: editor.IStandaloneCodeEditor;
}

/** Made out of sight before it is needed, for making one takes longer than showing a text in it. */
let spare: ReadEditor | null = null;
let isScheduled = false;

/** Fetches the editor and makes an instance out of sight, at the next idle time; call it on intent (a hovered file). */
export async function prepareReadEditor(): Promise<void> {
  const monaco = await loadMonaco();
  if (spare || isScheduled) return;
  isScheduled = true;
  requestIdleCallback(() => {
    isScheduled = false;
    spare ??= makeReadEditor(monaco);
    warm(monaco, spare);
  });
}

/** Mounts a read-only editor in `frame`: the spare one where there is one. Returns it and a function that removes it. */
export function placeReadEditor(
  monaco: Monaco,
  frame: HTMLElement,
): { readonly editor: editor.IStandaloneCodeEditor; readonly remove: () => void } {
  const { editor, element } = spare ?? makeReadEditor(monaco);
  spare = null;
  frame.append(element);
  editor.layout();
  const remove = () => {
    element.remove();
    // It is shown again where the next text is opened, as if it were new.
    if (spare) return editor.dispose();
    editor.setModel(null);
    editor.trigger("helve", "closeFindWidget", null);
    editor.updateOptions({ lineNumbers: "on" });
    spare = { editor, element };
  };
  return { editor, remove };
}

function makeReadEditor(monaco: Monaco): ReadEditor {
  const element = document.createElement("div");
  element.className = styles.editor ?? "";
  // Shortcuts of a single key work in it: nothing can be typed.
  element.dataset.readOnly = "";
  const made = monaco.editor.create(element, {
    ...editorOptions({}, ""),
    model: null,
    readOnly: true,
    domReadOnly: true,
    tabFocusMode: true,
    renderLineHighlight: "none",
    // The empty line after the last line feed is not a line of the text.
    renderFinalNewline: "off",
  });
  return { element, editor: made };
}

let isWarm = false;

/** Shows a text in an editor out of sight, once: the first time takes far longer than any later one. */
function warm(monaco: Monaco, { editor }: ReadEditor): void {
  if (isWarm) return;
  isWarm = true;
  const model = monaco.editor.createModel("const a = 1;");
  editor.layout({ width: 600, height: 200 });
  editor.setModel(model);
  editor.setModel(null);
  model.dispose();
}
