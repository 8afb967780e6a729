import { create } from "zustand";
import { changePreferences, usePreferences } from "../preferences.ts";
import { type FixedKey, fixedKeys } from "./fixed-keys.ts";

/** The fields of a `KeyboardEvent` that identify a stroke. */
interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const names: Readonly<Record<string, string>> = {
  arrowup: "up",
  arrowdown: "down",
  arrowleft: "left",
  arrowright: "right",
  " ": "space",
};
const modifiers = new Set(["control", "shift", "alt", "meta", "altgraph", "capslock", "dead", "process"]);

/**
 * Returns a key press as one stroke of a shortcut, such as `mod+shift+p` or `?`; null for a modifier alone. `mod` is
 * Command on a Mac, Ctrl elsewhere. Shift counts for letters and named keys; a sign like `?` already includes it.
 */
export function strokeOf(press: KeyPress, onMac: boolean): string | null {
  const lower = press.key.toLowerCase();
  if (modifiers.has(lower)) return null;
  const key = names[lower] ?? lower;
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase();
  const parts = [
    (onMac ? press.metaKey : press.ctrlKey) && "mod",
    onMac && press.ctrlKey && "ctrl",
    !onMac && press.metaKey && "meta",
    press.altKey && "alt",
    press.shiftKey && !isSign && "shift",
    key,
  ];
  return parts.filter(Boolean).join("+");
}

/** Returns whether a shortcut's first stroke is a character alone, which speech input may press by accident (WCAG 2.1.4). */
export const isSingleKey = (shortcut: string): boolean =>
  !/^(mod|ctrl|alt|meta)\+/.test(shortcut) &&
  (shortcut.split(" ")[0] ?? "").replace(/^shift\+/, "").length === 1;

/** Returns whether browsers reserve a stroke: new, reopened and closed tabs and windows, reload, address, zoom. */
export const isReserved = (stroke: string): boolean => /^mod\+(shift\+)?[twnrlq]$|^mod\+[-=+0]$/.test(stroke);

/** Outcome of a stroke: a shortcut that is complete, a sequence that may continue, or neither. */
type StrokeResult =
  | { readonly kind: "match"; readonly shortcut: string }
  | { readonly kind: "pending"; readonly typed: string }
  | { readonly kind: "none" };

/** Matches a stroke after `typed` (the strokes of an unfinished sequence, "" for none) among the shortcuts. */
export function matchStroke(typed: string, stroke: string, shortcuts: readonly string[]): StrokeResult {
  const candidates = typed ? [`${typed} ${stroke}`, stroke] : [stroke];
  for (const candidate of candidates) {
    if (shortcuts.includes(candidate)) return { kind: "match", shortcut: candidate };
    if (shortcuts.some((shortcut) => shortcut.startsWith(`${candidate} `))) {
      return { kind: "pending", typed: candidate };
    }
  }
  return { kind: "none" };
}

/** A command's default keys, and its name where keys are listed. */
export interface KeyBinding {
  readonly title: string;
  /** The view or the part of the window in which the keys work. */
  readonly group: string;
  /** Such as `mod+k`, `g p` (two strokes) or `?`; the first is the one that tooltips show. */
  readonly keys: readonly string[];
  /** Works also while the user types; only for strokes with a modifier and function keys. */
  readonly whileTyping?: boolean;
  /** Whether the key repeat of the keyboard runs the command again. */
  readonly repeats?: boolean;
}

/** Bindings by the id of their command. */
export type KeyBindings = Readonly<Record<string, KeyBinding>>;

const diff = (title: string, ...keys: string[]) => ({ title, group: "Diff", keys, repeats: true });

/** Keys of the commands of every view, of every view of a project, and of a diff in any view. */
const sharedKeys: KeyBindings = {
  "palette.open": { title: "Search and commands", group: "Window", keys: ["mod+k"], whileTyping: true },
  "palette.actions": {
    title: "Run an action",
    group: "Window",
    keys: ["mod+shift+p", "f1"],
    whileTyping: true,
  },
  "help.shortcuts": { title: "Keyboard shortcuts", group: "Window", keys: ["?"] },
  "window.sidebar": { title: "Show or hide the sidebar", group: "Window", keys: ["mod+b"] },
  "window.back": { title: "Back", group: "Window", keys: ["alt+left"] },
  "window.forward": { title: "Forward", group: "Window", keys: ["alt+right"] },
  "tab.new": { title: "New tab", group: "Window", keys: ["alt+t"] },
  "tab.close": { title: "Close tab", group: "Window", keys: ["alt+w"] },
  // The browser has the second one for its own tabs, where it has any.
  "tab.reopen": { title: "Reopen closed tab", group: "Window", keys: ["alt+shift+t", "mod+shift+t"] },
  "tab.next": { title: "Next tab", group: "Window", keys: ["alt+pagedown"] },
  "tab.previous": { title: "Previous tab", group: "Window", keys: ["alt+pageup"] },
  "repository.open": { title: "Open repository", group: "Go to", keys: ["mod+o"], whileTyping: true },
  "repository.go-to-file": { title: "Go to file", group: "Project", keys: ["t"] },
  "repository.quick-open": {
    title: "Find a file by name",
    group: "Project",
    keys: ["mod+p"],
    whileTyping: true,
  },
  "project.go-to-branch": { title: "Go to branch or tag", group: "Project", keys: ["b"] },

  "diff.next-file": diff("Next file", "j", "]"),
  "diff.previous-file": diff("Previous file", "k", "["),
  "diff.next-change": diff("Next change", "n", "f7"),
  "diff.previous-change": diff("Previous change", "p", "shift+f7"),
  "diff.next-line": diff("Select the next line", "alt+down"),
  "diff.previous-line": diff("Select the previous line", "alt+up"),
  "diff.extend-down": diff("Add the next line to the selection", "alt+shift+down"),
  "diff.extend-up": diff("Add the previous line to the selection", "alt+shift+up"),
  "diff.comment": { title: "Comment on the selected lines", group: "Diff", keys: ["c"] },
};

/**
 * The keys of the composed app: what views define is added once, by `registerKeys`. Bindings are in the order of the
 * list of keys. tinykeys 3.1 was tried instead of `keymap.ts` (0.8 KB and 0.6 KB, minified and gzipped): it compares
 * modifiers literally, so that `?` has to be bound as `Shift+?` on an American keyboard and as `?` on one where it needs
 * no Shift, and `[` typed with AltGr matches nothing. It cannot turn a key press into a string, which recording new keys
 * needs, and a view's keys would not come before the window's.
 */
const useKeymap = create(() => ({ bindings: sharedKeys, fixed: fixedKeys }));

/** Adds the keys of the views, which override none of the shared ones. */
export function registerKeys(bindings: KeyBindings, fixed: readonly FixedKey[]): void {
  useKeymap.setState({ bindings: { ...sharedKeys, ...bindings }, fixed: [...fixedKeys, ...fixed] });
}

/** Returns every command that has keys. */
export const keymap = (): KeyBindings => useKeymap.getState().bindings;

/** Returns the keys that cannot be changed. */
export const allFixedKeys = (): readonly FixedKey[] => useKeymap.getState().fixed;

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
): readonly string[] => changed[id] ?? keymap()[id]?.keys ?? none;

/** Returns whether a key of the command works while the user types. */
export const worksWhileTyping = (id: string, key: string): boolean =>
  keymap()[id]?.whileTyping === true && !isSingleKey(key);

/** Returns the commands of the same view that have a key which conflicts with `key`. */
export function conflictingCommands(id: string, key: string, changed: Changed): readonly string[] {
  const group = groupOf(id);
  return [...new Set([...Object.keys(keymap()), ...Object.keys(changed)])].filter((other) => {
    if (other === id) return false;
    // Defaults were chosen so that a view's command replaces the window's on purpose.
    if (!changed[other] && keymap()[id]?.keys.includes(key)) return false;
    if (!canMeet(group, groupOf(other))) return false;
    return commandKeys(other, changed).some((taken) => overlap(taken, key));
  });
}

/**
 * Returns the keys of the command's views that cannot be changed and conflict with `key`; none for a default of its
 * own.
 */
export function conflictingFixedKeys(id: string, key: string): readonly FixedKey[] {
  if (keymap()[id]?.keys.includes(key)) return [];
  return allFixedKeys().filter(
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
const groupOf = (id: string): string => keymap()[id]?.group ?? "Window";

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
