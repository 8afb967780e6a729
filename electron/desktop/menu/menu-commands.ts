import type { MenuItemConstructorOptions } from "electron";

/** A menu's item that runs a command of the page, by the id that the command palette knows. */
export type CommandItem = (label: string, id: string, accelerator?: string) => MenuItemConstructorOptions;

/**
 * Makes items whose accelerators are shown only: the page listens to the keys itself, and a key that the menu took as
 * well would run the command twice.
 */
export const commandItems =
  (run: (id: string) => void): CommandItem =>
  (label, id, accelerator) => ({
    id,
    label,
    click: () => run(id),
    ...(accelerator ? { accelerator, registerAccelerator: false } : {}),
  });
