/** Returns whether keys are shown and read the Mac's way. */
export const isMac = (): boolean =>
  typeof navigator !== "undefined" && /mac|iphone|ipad/i.test(navigator.userAgent);

const mac: Readonly<Record<string, string>> = {
  mod: "⌘",
  ctrl: "⌃",
  alt: "⌥",
  shift: "⇧",
  enter: "↩",
  backspace: "⌫",
};
const other: Readonly<Record<string, string>> = {
  mod: "Ctrl",
  ctrl: "Ctrl",
  alt: "Alt",
  shift: "Shift",
  enter: "Enter",
  backspace: "Backspace",
};
const both: Readonly<Record<string, string>> = {
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  escape: "Esc",
  space: "Space",
  tab: "Tab",
  delete: "Del",
  home: "Home",
  end: "End",
  pagedown: "PgDn",
  pageup: "PgUp",
};

/** Letters, signs and function keys. */
const isPrintedUpper = (key: string): boolean => key.length === 1 || /^f\d+$/.test(key);

/** Keys as they are printed: `g p` is a sequence of two strokes, `mod+shift+k` one stroke of three keys. */
export function keyNames(keys: string, onMac: boolean): string[][] {
  const names = onMac ? mac : other;
  return keys
    .split(" ")
    .filter(Boolean)
    .map((stroke) =>
      stroke
        .split(/\+(?=.)/)
        .map((key) => names[key] ?? both[key] ?? (isPrintedUpper(key) ? key.toUpperCase() : key)),
    );
}
