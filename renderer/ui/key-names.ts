import { capitalize } from "../../shared/text/capitalize.ts";

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
  delete: "Del",
  pagedown: "PgDn",
  pageup: "PgUp",
};

/** Keys as they are printed: `g p` is a sequence of two strokes, `mod+shift+k` one stroke of three keys. */
export function keyNames(keys: string, onMac: boolean): string[][] {
  const names = onMac ? mac : other;
  return keys
    .split(" ")
    .filter(Boolean)
    .map((stroke) => stroke.split(/\+(?=.)/).map((key) => names[key] ?? both[key] ?? capitalize(key)));
}
