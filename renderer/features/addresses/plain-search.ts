/** Search parameters of an address, all as text. */
export type PlainSearch = { readonly [key: string]: string | undefined };

/** Reads `?a=b`; the last of several equal keys counts. */
export const parsePlainSearch = (text: string): PlainSearch => Object.fromEntries(new URLSearchParams(text));

/** Writes parameters with a leading `?`, without those that are empty. */
export function stringifyPlainSearch(search: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString();
  return text ? `?${text}` : "";
}

/** Keeps text, makes numbers and flags that a caller passed into text. */
export const validatePlainSearch = (search: Readonly<Record<string, unknown>>): PlainSearch =>
  Object.fromEntries(
    Object.entries(search).flatMap(([key, value]) =>
      value === undefined || value === null || typeof value === "object" ? [] : [[key, String(value)]],
    ),
  );
