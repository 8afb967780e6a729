/** Kinds of entries that the palette searches. */
export type PaletteScope = "all" | "actions" | "files" | "people-and-refs" | "projects";

const prefixes: Readonly<Record<string, PaletteScope>> = {
  ">": "actions",
  "/": "files",
  "@": "people-and-refs",
  ":": "projects",
};

/** Parses a typed text, whose first character may select a scope. */
export function parsePaletteText(typed: string): { readonly scope: PaletteScope; readonly text: string } {
  const scope = prefixes[typed.charAt(0)];
  return scope ? { scope, text: typed.slice(1).trim() } : { scope: "all", text: typed.trim() };
}
