import { BrowserWindow } from "electron";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { windows } from "../mock/browser-window.ts";
import { callsOf } from "../mock/calls.ts";
import { freshElectron } from "../mock/fresh.ts";
import { addContextMenus } from "./context-menu.ts";

beforeEach(() => {
  freshElectron({ ready: true });
  addContextMenus("darwin");
});

const items = z.array(
  z.object({ label: z.string().optional(), role: z.string().optional(), click: z.any().optional() }),
);
const nothing = {
  dictionarySuggestions: [],
  misspelledWord: "",
  linkURL: "",
  isEditable: false,
  selectionText: "",
  editFlags: { canCut: true, canCopy: true, canPaste: true, canSelectAll: true },
};

/** The items of the menu that a right click shows; empty for no menu. */
function menuFor(params: object) {
  new BrowserWindow({});
  windows.at(-1)?.webContents.emit("context-menu", {}, { ...nothing, ...params });
  const [menu] = callsOf("menu.popup").at(-1) ?? [];
  return menu === undefined ? [] : items.parse(menu);
}

test("a misspelled word offers what was meant", () => {
  const menu = menuFor({ misspelledWord: "wrod", dictionarySuggestions: ["word", "rod"], isEditable: true });
  expect(menu.slice(0, 3).map(({ label }) => label)).toEqual(["word", "rod", "Add to Dictionary"]);
  expect(menu.map(({ role }) => role).filter(Boolean)).toEqual(["cut", "copy", "paste", "selectAll"]);
  menu[0]?.click();
  expect(callsOf("webContents.replaceMisspelling")).toEqual([["word"]]);
});

test("a link and a selection can be copied; where there is neither, there is no menu", () => {
  expect(menuFor({})).toEqual([]);
  const menu = menuFor({ linkURL: "https://code.example/", selectionText: "a" });
  expect(menu.map(({ label, role }) => label ?? role)).toEqual(["Copy Link", "copy"]);
  menu[0]?.click();
  expect(callsOf("clipboard.writeText")).toEqual([["https://code.example/"]]);
});
