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

interface Registry {
  /** One entry for each registration that is alive, oldest first. */
  readonly registrations: readonly (readonly Command[])[];
}

const useRegistry = create<Registry>(() => ({ registrations: [] }));

/** Adds commands until the returned function is called. A later registration of an id hides an earlier one. */
export function registerCommands(commands: readonly Command[]): () => void {
  useRegistry.setState(({ registrations }) => ({ registrations: [...registrations, commands] }));
  return () =>
    useRegistry.setState(({ registrations }) => ({
      registrations: registrations.filter((entry) => entry !== commands),
    }));
}

/** Adds commands while the component is mounted. Memoize the list: a new one replaces the old. */
export function useRegisterCommands(commands: readonly Command[]): void {
  useEffect(() => registerCommands(commands), [commands]);
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

const merged = (registrations: Registry["registrations"]): readonly Command[] => [
  ...new Map(registrations.flat().map((command) => [command.id, command])).values(),
];
