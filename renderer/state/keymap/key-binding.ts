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
