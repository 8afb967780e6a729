import { shell } from "electron";

/** Header fields of a mail that a link may fill in; others attach files in some programs. */
const mailFields = new Set(["subject", "body", "cc", "bcc", "to"]);

/**
 * Returns the URL that the system may open for a link of the page: web pages and mails. Null for any other, such as
 * files, programs and other schemes.
 */
export function outsideUrl(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol === "https:" || url.protocol === "http:") return url.href;
  if (url.protocol !== "mailto:") return null;
  for (const name of [...url.searchParams.keys()]) {
    if (!mailFields.has(name.toLowerCase())) url.searchParams.delete(name);
  }
  // Mail programs read `+` as a plus sign.
  return url.href.replaceAll("+", "%20");
}

/** Opens a web link in the system's browser, or a mail link in its mail program; leaves anything else alone. */
export function openOutside(text: string): void {
  const url = outsideUrl(text);
  if (!url) return;
  shell
    .openExternal(url)
    .catch((error: unknown) => console.error(`A link could not be opened: ${String(error)}`));
}
