import type { MenuItemConstructorOptions } from "electron";

/** A menu's item that runs a command of the page, by its id in the command palette. */
export type CommandItem = (label: string, id: string, accelerator?: string) => MenuItemConstructorOptions;

/**
 * Makes items whose accelerators are shown only: the page listens to the keys itself, and a key that the menu took as
 * well would run the command twice. macOS always takes them, but after the page; there Option types characters, so
 * that only keys with Command are shown.
 */
export const commandItems =
  (run: (id: string) => void, mac: boolean): CommandItem =>
  (label, id, accelerator) => ({
    id,
    label,
    click: () => run(id),
    ...(accelerator && (!mac || accelerator.startsWith("Command"))
      ? { accelerator, registerAccelerator: false }
      : {}),
  });
