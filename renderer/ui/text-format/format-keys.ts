import type { KeyboardEvent } from "react";
import { isMac } from "../key-names.ts";
import type { TextFormat } from "./format-text.ts";

/** Keys of the formats that have some. */
export const formatShortcuts: Readonly<Partial<Record<TextFormat, string>>> = {
  bold: "mod+b",
  italic: "mod+i",
  code: "mod+e",
  link: "mod+k",
};

/** Returns the format of a key press; null for none. */
export function formatOfKey(
  event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">,
): TextFormat | null {
  const [mod, other] = isMac() ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  if (!mod || other || event.altKey || event.shiftKey) return null;
  const pressed = `mod+${event.key.toLowerCase()}`;
  const names: readonly TextFormat[] = ["bold", "italic", "code", "link"];
  return names.find((name) => formatShortcuts[name] === pressed) ?? null;
}
