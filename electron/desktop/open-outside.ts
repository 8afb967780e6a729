import { shell } from "electron";

/** Opens a web link in the system's browser; anything else (files, programs, other schemes) is left alone. */
export function openOutside(text: string): void {
  if (!URL.canParse(text)) return;
  const { protocol, href } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") return;
  shell
    .openExternal(href)
    .catch((error: unknown) => console.error(`A link could not be opened: ${String(error)}`));
}
