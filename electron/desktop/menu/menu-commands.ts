import type { MenuItemConstructorOptions } from "electron";
import type { MenuKeys } from "../../../shared/host/shell.ts";
import { acceleratorOf } from "./accelerator-of.ts";

/** A menu's item that runs a command of the page, by its id in the command palette. */
export type CommandItem = (label: string, id: string) => MenuItemConstructorOptions;

/**
 * Makes items whose accelerators are shown only: the page listens to the keys itself, and a key that the menu took as
 * well would run the command twice. macOS always takes them, but after the page; there Option types characters, so
 * that only keys with Command are shown.
 */
export const commandItems =
  (run: (id: string) => void, keys: MenuKeys, mac: boolean): CommandItem =>
  (label, id) => {
    const accelerator = keys[id]
      ?.map(acceleratorOf)
      .find((each) => each !== null && (!mac || each.startsWith("Command")));
    return {
      id,
      label,
      click: () => run(id),
      ...(accelerator ? { accelerator, registerAccelerator: false } : {}),
    };
  };
