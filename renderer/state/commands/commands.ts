import { type ComponentType, useEffect, useEffectEvent, useMemo } from "react";
import { create } from "zustand";
import type { Optional } from "../../../shared/optional.ts";
import { commandKeys, keymap } from "../keymap/keymap.ts";
import { usePreferences } from "../preferences.ts";

/** Something that can be done from here: an entry of the palette. Its keys are in `keymap/`, by its id. */
export interface Command
  extends Optional<{
    /** The account whose pages it opens or whose service it changes: the palette names it where there are several. */
    account: string;
    /** Element of the page that it acts on; its keys work also in a dialog that contains the element. */
    part: () => Element | null;
    /** Further words by which it is found. */
    keywords: string;
    icon: ComponentType<{ readonly size?: number | string }>;
  }> {
  /** Stable and unique, such as `window.sidebar`; the keymap and menus name it. */
  readonly id: string;
  /** An imperative, sentence case. */
  readonly title: string;
  /** Heading under which the palette shows it. */
  readonly section: string;
  readonly run: () => void;
}

/** A command that can be run here, with the keys that are left to it. */
export interface AvailableCommand extends Command {
  readonly keys: readonly string[];
}

/**
 * Owner of commands: the window, a view, or a part of a view, such as its diff. Commands and keys of a view take
 * precedence over the window's, those of a part over the view's.
 */
type CommandLayer = "window" | "view" | "part";

interface Registration {
  readonly layer: CommandLayer;
  readonly commands: readonly Command[];
}

interface Registry {
  /** One entry for each active registration, oldest first. */
  readonly registrations: readonly Registration[];
}

type ChangedKeys = Readonly<Record<string, readonly string[]>>;

const useRegistry = create<Registry>(() => ({ registrations: [] }));

/**
 * Adds commands until the returned function is called. Of two commands with one id, the smaller layer's wins, then
 * the later one; a key that both have likewise.
 */
export function registerCommands(commands: readonly Command[], layer: CommandLayer = "view"): () => void {
  const added = { layer, commands };
  useRegistry.setState(({ registrations }) => ({ registrations: [...registrations, added] }));
  return () =>
    useRegistry.setState(({ registrations }) => ({
      registrations: registrations.filter((entry) => entry !== added),
    }));
}

/** Adds commands while the component is mounted. Each runs as the last render says; the list need not be memoized. */
export function useRegisterCommands(commands: readonly Command[], layer: CommandLayer = "view"): void {
  const latest = useEffectEvent((id: string) => commands.find((command) => command.id === id));
  const shown = JSON.stringify(
    commands.map(({ id, title, section, keywords, account }) => [id, title, section, keywords, account]),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that shows the same is the same
  useEffect(() => {
    const registered = commands.map((command) => ({
      ...command,
      part: command.part && (() => latest(command.id)?.part?.() ?? null),
      run: () => latest(command.id)?.run(),
    }));
    return registerCommands(registered, layer);
  }, [shown, layer]);
}

/** Every command that can be run here, each id once. */
export function useCommands(): readonly AvailableCommand[] {
  const registrations = useRegistry((state) => state.registrations);
  const changed = usePreferences((state) => state.keys);
  return useMemo(() => merged(registrations, changed), [registrations, changed]);
}

/** The same outside of React. */
export const currentCommands = (): readonly AvailableCommand[] =>
  merged(useRegistry.getState().registrations, usePreferences.getState().keys);

/** Returns the groups of keys of the current view's commands. */
export function useGroupsHere(): ReadonlySet<string> {
  const registrations = useRegistry((state) => state.registrations);
  return useMemo(() => {
    const here = registrations.filter(({ layer }) => layer !== "window").flatMap(({ commands }) => commands);
    return new Set(here.flatMap(({ id }) => keymap()[id]?.group ?? []));
  }, [registrations]);
}

/** Runs a command by its id; false when there is none here. */
export function runCommand(id: string): boolean {
  const command = currentCommands().find((entry) => entry.id === id);
  command?.run();
  return command !== undefined;
}

function merged(registrations: readonly Registration[], changed: ChangedKeys): readonly AvailableCommand[] {
  const of = (layer: CommandLayer) =>
    registrations.filter((entry) => entry.layer === layer).flatMap((entry) => entry.commands);
  const commands = [
    ...new Map([...of("window"), ...of("view"), ...of("part")].map((entry) => [entry.id, entry])).values(),
  ];
  const holders = new Map(commands.flatMap(({ id }) => commandKeys(id, changed).map((key) => [key, id])));
  return commands.map((entry) => ({
    ...entry,
    keys: commandKeys(entry.id, changed).filter((key) => holders.get(key) === entry.id),
  }));
}
