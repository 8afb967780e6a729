/**
 * Keys of a part of the page, which are not commands and cannot be changed: those that every app has, or the browser's.
 */
export interface FixedKey {
  readonly title: string;
  readonly group: string;
  readonly keys: readonly string[];
  /** On a Mac, where they differ. */
  readonly macKeys?: readonly string[];
}

const list = (title: string, ...keys: string[]): FixedKey => ({ title, group: "Lists and trees", keys });
const text = (title: string, ...keys: string[]): FixedKey => ({ title, group: "Comments", keys });
const editor = (title: string, ...keys: string[]): FixedKey => ({ title, group: "Editor", keys });
const inWindow = (title: string, ...keys: string[]): FixedKey => ({ title, group: "Window", keys });

/** Those of no single view, which are listed for completeness, in the order of their groups. */
export const fixedKeys: readonly FixedKey[] = [
  inWindow("Zoom in", "mod+="),
  inWindow("Zoom out", "mod+-"),
  inWindow("Reset zoom", "mod+0"),
  inWindow("Close a dialog, menu or search", "escape"),
  inWindow("Focus the notifications", "f8"),
  inWindow("Next or previous tab, from the focused one", "left", "right"),
  inWindow("Move the focused tab", "alt+shift+left", "alt+shift+right"),
  inWindow("Close the focused tab", "delete"),
  inWindow("Resize a pane by its focused border", "left", "right", "up", "down"),
  inWindow("Smallest or largest pane", "home", "end"),
  inWindow("Submit a form with several lines", "mod+enter"),
  list("Next or previous entry", "down", "up", "j", "k"),
  list("First or last entry", "home", "end"),
  list("One page further or back", "pagedown", "pageup"),
  list("Open", "enter"),
  list("Open in a new tab", "mod+enter"),
  list("Select a row, open or close a folder", "space"),
  list("Select several rows", "shift+down", "shift+up"),
  list("Select all rows", "mod+a"),
  list("Clear the selection", "escape"),
  list("Open or close a folder", "right", "left"),
  list("Menu of an entry", "shift+f10"),
  list("Next or previous match, from a search field", "enter", "shift+enter"),
  list("Next or previous bar of a chart", "right", "left"),
  list("Next or previous filter, from the field of filters", "up", "down"),
  { title: "Zoom in or out", group: "Images", keys: ["+", "=", "-"] },
  { title: "Fit the image", group: "Images", keys: ["0"] },
  { title: "Previous or next change in the blame", group: "File", keys: ["up", "down"] },
  { title: "Find in a PDF or a large file", group: "File", keys: ["mod+f"] },
  { title: "Next or previous match", group: "File", keys: ["f3", "shift+f3"] },
  text("Bold", "mod+b"),
  text("Italic", "mod+i"),
  text("Code", "mod+e"),
  text("Link", "mod+k"),
  text("Comment", "mod+enter"),
  text("Next or previous completion", "down", "up"),
  text("Choose a completion", "enter", "tab"),
  editor("Leave the editor by keyboard", "escape tab"),
  editor("Find", "mod+f"),
  { ...editor("Replace", "mod+h"), macKeys: ["mod+alt+f"] },
  editor("Undo", "mod+z"),
  editor("Redo", "mod+shift+z"),
  editor("Select the next match too", "mod+d"),
  editor("Move lines", "alt+up", "alt+down"),
  editor("Comment or uncomment lines", "mod+/"),
  editor("Context menu", "shift+f10"),
];
