import type { MenuEntry } from "../../shared/host/shell.ts";
import { isOfProject, type Page, type View } from "../features/addresses/define-view.ts";
import { registerWebPages } from "../features/addresses/web-pages.ts";
import { type KeyBinding, registerKeys } from "../state/keymap/keymap.ts";
import { pages, views } from "./views.ts";

/**
 * Gives the layers below the views what the views define: keys and web pages. Called once before anything is drawn, by
 * the page and by the first frame.
 */
export function registerViews(): void {
  const all: readonly View[] = views;
  registerWebPages(all);
  registerKeys(
    Object.assign(Object.fromEntries(pages.flatMap(keysOfCommands)), ...all.map(({ keys }) => keys)),
    all.flatMap(({ fixedKeys = [] }) => fixedKeys),
  );
}

/** Returns the keys of the commands that open a page, by their ids. */
const keysOfCommands = (page: Page): readonly (readonly [id: string, binding: KeyBinding])[] =>
  (page.commands ?? []).flatMap(({ id, title = page.label, keys, whileTyping = false }) => {
    const group = sectionOf(page);
    return keys ? [[id, { title: title.replace(/…$/, ""), group, keys, whileTyping }]] : [];
  });

/** Returns the heading of a page's commands in the palette and the list of keys. */
export const sectionOf = (page: Page): string => (isOfProject(page) ? "Project" : "Go to");

/** Returns the entries of the desktop's menu that open pages, in the order of the views. */
export const menuEntries = (): readonly MenuEntry[] =>
  pages.flatMap(({ label, commands = [] }) =>
    commands.flatMap(({ id, title = label, menu }) =>
      menu ? [{ ...menu, id, label: menu.label ?? title }] : [],
    ),
  );
