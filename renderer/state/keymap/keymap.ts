import { changePreferences, usePreferences } from "../preferences.ts";
import { type FixedKey, fixedKeys } from "./fixed-keys.ts";
import type { KeyBindings } from "./key-binding.ts";
import { isSingleKey } from "./strokes.ts";
import { viewKeys } from "./view-keys.ts";
import { windowKeys } from "./window-keys.ts";

/**
 * Every command that has keys. tinykeys 3.1 was tried instead of `strokes.ts` (0.8 KB and 0.6 KB, minified and
 * gzipped): it compares modifiers literally, so that `?` has to be bound as `Shift+?` on an American keyboard and as
 * `?` on one where it needs no Shift, and `[` typed with AltGr matches nothing. It cannot turn a key press into a
 * string, which recording new keys needs, and a view's keys would not come before the window's.
 */
export const keymap: KeyBindings = { ...windowKeys, ...viewKeys };

type Changed = Readonly<Record<string, readonly string[]>>;

/** Groups of keys that work in every view, so that no other command may have the same. */
const everywhere: ReadonlySet<string> = new Set([
  "Window",
  "Go to",
  "Project",
  "Lists and trees",
  "Comments",
]);

/** Groups of keys of views that show diffs. */
const withDiff: ReadonlySet<string> = new Set(["Review", "Editor", "Wiki"]);

const none: readonly string[] = [];

/** Returns the keys of a command: the user's, else the defaults; none for a command without keys. */
export const commandKeys = (
  id: string,
  changed: Changed = usePreferences.getState().keys,
): readonly string[] => changed[id] ?? keymap[id]?.keys ?? none;

/** Returns whether a key of the command works while the user types. */
export const worksWhileTyping = (id: string, key: string): boolean =>
  keymap[id]?.whileTyping === true && !isSingleKey(key);

/** Returns the commands of the same view that have a key which conflicts with `key`. */
export function conflictingCommands(id: string, key: string, changed: Changed): readonly string[] {
  const group = groupOf(id);
  return [...new Set([...Object.keys(keymap), ...Object.keys(changed)])].filter((other) => {
    if (other === id) return false;
    // Defaults were chosen so that a view's command replaces the window's on purpose.
    if (!changed[other] && keymap[id]?.keys.includes(key)) return false;
    if (!canMeet(group, groupOf(other))) return false;
    return commandKeys(other, changed).some((taken) => overlap(taken, key));
  });
}

/**
 * Returns the keys of the command's views that cannot be changed and conflict with `key`; none for a default of its
 * own.
 */
export function conflictingFixedKeys(id: string, key: string): readonly FixedKey[] {
  if (keymap[id]?.keys.includes(key)) return [];
  return fixedKeys.filter(
    ({ group, keys, macKeys = [] }) =>
      canMeet(groupOf(id), group) && [...keys, ...macKeys].some((taken) => overlap(taken, key)),
  );
}

/** Returns whether keys of both groups can work at the same time. */
const canMeet = (a: string, b: string): boolean =>
  a === b ||
  everywhere.has(a) ||
  everywhere.has(b) ||
  (a === "Diff" && withDiff.has(b)) ||
  (b === "Diff" && withDiff.has(a));

/** Group of a command; a command without default keys is one of the palette, which every view has. */
const groupOf = (id: string): string => keymap[id]?.group ?? "Window";

/** Returns whether two keys are the same, or one begins the sequence of the other. */
const overlap = (a: string, b: string): boolean => a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `);

/** Sets the key of a command, null for none, and removes it from the commands in `takenFrom`. */
export function changeKeys(id: string, key: string | null, takenFrom: readonly string[] = []): Promise<void> {
  const { keys } = usePreferences.getState();
  const changed: Record<string, string[]> = { ...keys, [id]: key === null ? [] : [key] };
  for (const other of takenFrom)
    changed[other] = commandKeys(other, keys).filter((taken) => key === null || !overlap(taken, key));
  return changePreferences({ keys: changed });
}

/** Resets the keys of a command, or of all. Rejects when the change could not be stored. */
export function resetKeys(id?: string): Promise<void> {
  const { keys } = usePreferences.getState();
  return changePreferences({
    keys: id === undefined ? {} : Object.fromEntries(Object.entries(keys).filter(([other]) => other !== id)),
  });
}
