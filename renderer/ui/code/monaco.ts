import "monaco-editor/features/register.all";
import "monaco-editor/languages/definitions/register.all";
import { editor, KeyCode, KeyMod, languages, Uri } from "monaco-editor/editor";
import { jsonDefaults } from "monaco-editor/languages/features/json/register";
import { followTheme } from "./monaco-theme.ts";

const startWorker = (label: string): Worker =>
  label === "json"
    ? new Worker(new URL("./monaco-json.worker.ts", import.meta.url), { type: "module", name: "json" })
    : new Worker(new URL("./monaco-editor.worker.ts", import.meta.url), { type: "module", name: "editor" });

globalThis.MonacoEnvironment = { getWorker: (_, label) => startWorker(label) };

// Structure and colours of JSON, without validation, completion and hovers.
jsonDefaults.setDiagnosticsOptions({ validate: false });
jsonDefaults.setModeConfiguration({
  ...jsonDefaults.modeConfiguration,
  completionItems: false,
  hovers: false,
  diagnostics: false,
  // The view provides a file's symbols, for every language alike.
  documentSymbols: false,
});
// The app's own list of symbols has this key.
editor.addKeybindingRule({
  keybinding: KeyMod.CtrlCmd | KeyMod.Shift | KeyCode.KeyO,
  command: null,
});
// The browser's own, which opens the app's context menu.
editor.addKeybindingRule({ keybinding: KeyMod.Shift | KeyCode.F10, command: null });
// The app's own key for closing a tab; the find widget's own buttons stay.
editor.addKeybindingRule({ keybinding: KeyMod.Alt | KeyCode.KeyW, command: null });
followTheme(editor);

export { assistModel } from "./assist-model.ts";
export { editor, languages, Uri };

// Widths that were measured before the code's face was there would put the caret beside its letter.
void document.fonts.ready.then(() => editor.remeasureFonts());
