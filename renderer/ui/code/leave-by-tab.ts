import type { editor, IDisposable } from "monaco-editor/editor";

/** Widgets that Escape closes first. */
const openWidgets = ".suggest-widget.visible, .find-widget.visible, .parameter-hints-widget.visible";

/**
 * Makes Tab leave the editor after Escape, until something else is typed (WCAG 2.1.2). `onChange` is called with
 * whether Tab leaves now.
 */
export function leaveByTab(
  view: editor.IStandaloneCodeEditor,
  onChange: (leaves: boolean) => void,
): IDisposable {
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
