const modifiers: Readonly<Record<string, string>> = {
  mod: "CommandOrControl",
  ctrl: "Control",
  alt: "Alt",
  shift: "Shift",
};
const named: Readonly<Record<string, string>> = {
  up: "Up",
  down: "Down",
  left: "Left",
  right: "Right",
  home: "Home",
  end: "End",
  pageup: "PageUp",
  pagedown: "PageDown",
  enter: "Enter",
  space: "Space",
  tab: "Tab",
  backspace: "Backspace",
  delete: "Delete",
  insert: "Insert",
  "+": "Plus",
};

/**
 * Returns the keys of a command, such as `mod+shift+p`, as an accelerator of Electron; null for those without one:
 * a sequence, a character without a modifier, or a key that Electron does not know.
 */
export function acceleratorOf(keys: string): string | null {
  const parts = keys.split(/\+(?=.)/);
  const last = parts.pop() ?? "";
  const isFunctionKey = /^f([1-9]|1\d|2[0-4])$/.test(last);
  const key = named[last] ?? (isFunctionKey || /^[!-~]$/.test(last) ? last.toUpperCase() : undefined);
  const modifierNames = parts.map((part) => modifiers[part]);
  if (
    key === undefined ||
    modifierNames.includes(undefined) ||
    (modifierNames.length === 0 && !isFunctionKey)
  )
    return null;
  return [...modifierNames, key].join("+");
}
