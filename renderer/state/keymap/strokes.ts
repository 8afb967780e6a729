/** The fields of a `KeyboardEvent` that identify a stroke. */
export interface KeyPress {
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
export type StrokeResult =
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
