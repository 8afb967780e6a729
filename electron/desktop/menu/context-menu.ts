import { app, clipboard, Menu, type MenuItemConstructorOptions } from "electron";
import { menuLabel } from "./menu-template.ts";

/** Shows a menu for text, links and misspelled words wherever the page has none of its own. */
export function addContextMenus(platform: NodeJS.Platform = process.platform): void {
  const mac = platform === "darwin";
  app.on("web-contents-created", (_event, contents) => {
    contents.on("context-menu", (_menuEvent, params) => {
      const items: MenuItemConstructorOptions[] = [];
      for (const word of params.dictionarySuggestions.slice(0, 5)) {
        items.push({ label: word, click: () => contents.replaceMisspelling(word) });
      }
      if (params.misspelledWord) {
        items.push({
          label: menuLabel("Add to dictionary", mac),
          click: () => contents.session.addWordToSpellCheckerDictionary(params.misspelledWord),
        });
        items.push({ type: "separator" });
      }
      if (params.linkURL) {
        items.push({
          label: menuLabel("Copy link", mac),
          click: () => void clipboard.writeText(params.linkURL),
        });
      }
      if (params.isEditable) {
        items.push({ role: "cut", enabled: params.editFlags.canCut });
        items.push({ role: "copy", enabled: params.editFlags.canCopy });
        items.push({ role: "paste", enabled: params.editFlags.canPaste });
        items.push({
          role: "selectAll",
          label: menuLabel("Select all", mac),
          enabled: params.editFlags.canSelectAll,
        });
      } else if (params.selectionText.trim()) items.push({ role: "copy" });
      if (items.length > 0) Menu.buildFromTemplate(items).popup();
    });
  });
}
