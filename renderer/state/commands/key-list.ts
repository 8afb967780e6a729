import { useMemo } from "react";
import type { FixedKey } from "../keymap/fixed-keys.ts";
import {
  allFixedKeys,
  commandKeys,
  conflictingCommands,
  conflictingFixedKeys,
  keymap,
} from "../keymap/keymap.ts";
import { usePreferences } from "../preferences.ts";
import { useCommands } from "./commands.ts";

/** A command in the list of keys. */
export interface ListedCommand {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly keys: readonly string[];
  readonly isChanged: boolean;
  /** Commands and fixed keys that have one of its keys too; only keys that the user changed can have some. */
  readonly conflicts: readonly string[];
}

/** Returns every command of the keymap, in its order, then those of the palette that have no keys by default. */
export function useListedCommands(): readonly ListedCommand[] {
  const commands = useCommands();
  const changed = usePreferences((state) => state.keys);
  return useMemo(() => {
    const titles = new Map(commands.map(({ id, title }) => [id, title]));
    const entry = (id: string, title: string, group: string): ListedCommand => {
      const keys = commandKeys(id, changed);
      const others = new Set(keys.flatMap((key) => conflictingCommands(id, key, changed)));
      return {
        id,
        title,
        group,
        keys,
        isChanged: id in changed,
        conflicts: [
          ...[...others].map((other) => keymap()[other]?.title ?? titles.get(other) ?? other),
          ...new Set(keys.flatMap((key) => conflictingFixedKeys(id, key)).map(fixedKeyName)),
        ],
      };
    };
    return [
      ...Object.entries(keymap()).map(([id, { title, group }]) => entry(id, title, group)),
      ...commands
        .filter(({ id }) => !(id in keymap()))
        .map(({ id, title, section }) => entry(id, title, section)),
    ];
  }, [commands, changed]);
}

/** Returns what a fixed key does and where. */
export const fixedKeyName = ({ title, group }: FixedKey): string => `${title} (${group})`;

/** A group of keys: commands, then keys that cannot be changed. */
export interface KeyGroup {
  readonly name: string;
  readonly commands: readonly ListedCommand[];
  readonly fixed: readonly FixedKey[];
}

/** Group of the keys that every view of a project has. */
const projectGroup = "Project";

/** Returns the commands and the fixed keys by group; groups in `first` are first, those of the view alone before a project's. */
export function groupKeys(
  commands: readonly ListedCommand[],
  first: ReadonlySet<string>,
): readonly KeyGroup[] {
  const rank = (name: string) => (first.has(name) ? (name === projectGroup ? 1 : 2) : 0);
  const fixedKeys = allFixedKeys();
  const names = [...new Set([...commands.map(({ group }) => group), ...fixedKeys.map(({ group }) => group)])];
  return names
    .map((name) => ({
      name,
      commands: commands.filter(({ group }) => group === name),
      fixed: fixedKeys.filter(({ group }) => group === name),
    }))
    .sort((a, b) => rank(b.name) - rank(a.name));
}
