import type { editor } from "monaco-editor/editor";
import styles from "./code.module.css";
import { editorOptions } from "./editor-options.ts";
import { loadMonaco, type Monaco } from "./load-monaco.ts";

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
    editor.dispose();
    element.remove();
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
