/** Kinds of entries that the palette searches. */
export type Scope = "all" | "actions" | "files" | "people-and-refs" | "projects";

const prefixes: Readonly<Record<string, Scope>> = {
  ">": "actions",
  "/": "files",
  "@": "people-and-refs",
  ":": "projects",
};

/** Parses a typed text, whose first character may select a scope. */
export function readQuery(typed: string): { readonly scope: Scope; readonly text: string } {
  const scope = prefixes[typed.charAt(0)];
  return scope ? { scope, text: typed.slice(1).trim() } : { scope: "all", text: typed.trim() };
}
