import { type ComponentType, useEffect, useMemo } from "react";
import { create } from "zustand";

/** Something that can be done from here: an entry of the palette and, with keys, of the shortcut sheet. */
export interface Command {
  /** Stable and unique, such as `view.toggle-sidebar`; menus and settings name it. */
  readonly id: string;
  /** An imperative, sentence case. */
  readonly title: string;
  /** Heading under which the palette and the shortcut sheet show it. */
  readonly section: string;
  /** Such as `mod+k`, `g p` (two strokes) or `?`. */
  readonly shortcut?: string | undefined;
  /** Further words by which it is found. */
  readonly keywords?: string | undefined;
  readonly icon?: ComponentType<{ readonly size?: number | string }> | undefined;
  /** Reachable by its shortcut also while the user types; only for strokes with a modifier. */
  readonly whileTyping?: boolean | undefined;
  readonly run: () => void;
}

/** Who brings commands: the window as a whole, or a view, whose commands and keys come before the window's. */
export type CommandLayer = "window" | "view";

interface Registration {
  readonly layer: CommandLayer;
  readonly commands: readonly Command[];
}

interface Registry {
  /** One entry for each registration that is alive, oldest first. */
  readonly registrations: readonly Registration[];
}

const useRegistry = create<Registry>(() => ({ registrations: [] }));

/**
 * Adds commands until the returned function is called. Of two commands with one id, the view's counts, then the
 * later one; a shortcut that both want goes the same way.
 */
export function registerCommands(commands: readonly Command[], layer: CommandLayer = "view"): () => void {
  const added = { layer, commands };
  useRegistry.setState(({ registrations }) => ({ registrations: [...registrations, added] }));
  return () =>
    useRegistry.setState(({ registrations }) => ({
      registrations: registrations.filter((entry) => entry !== added),
    }));
}

/** Adds commands while the component is mounted. Memoize the list: a new one replaces the old. */
export function useRegisterCommands(commands: readonly Command[], layer: CommandLayer = "view"): void {
  useEffect(() => registerCommands(commands, layer), [commands, layer]);
}

/** Every command that can be run here, each id once. */
export function useCommands(): readonly Command[] {
  const registrations = useRegistry((state) => state.registrations);
  return useMemo(() => merged(registrations), [registrations]);
}

/** The same outside of React. */
export const currentCommands = (): readonly Command[] => merged(useRegistry.getState().registrations);

/** Runs a command by its id; false when there is none here. */
export function runCommand(id: string): boolean {
  const command = currentCommands().find((entry) => entry.id === id);
  command?.run();
  return command !== undefined;
}

function merged(registrations: readonly Registration[]): readonly Command[] {
  const of = (layer: CommandLayer) =>
    registrations.filter((entry) => entry.layer === layer).flatMap((entry) => entry.commands);
  const commands = [...new Map([...of("window"), ...of("view")].map((entry) => [entry.id, entry])).values()];
  const holders = new Map(commands.map(({ id, shortcut }) => [shortcut, id]));
  return commands.map((entry) =>
    entry.shortcut && holders.get(entry.shortcut) !== entry.id ? { ...entry, shortcut: undefined } : entry,
  );
}
