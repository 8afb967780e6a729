/** A snippet of a person, or of a project by its path. */
export type SnippetAddress =
  | { readonly kind: "personal"; readonly id: number }
  | { readonly kind: "project"; readonly project: string; readonly id: number };

/** Parses a snippet reference: `12`, `group/project$12`, or a web address. Null where it is invalid. */
export function parseSnippet(text: string): SnippetAddress | null {
  const trimmed = text.trim();
  const [, personal] = /^\$?(\d+)$/.exec(trimmed) ?? [];
  if (personal) return toAddress("", personal);
  const [, path = "", number = ""] = /^([^\s$:]+\/[^\s$:]+)\$(\d+)$/.exec(trimmed) ?? [];
  if (number) return toAddress(path, number);
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return null;
  const [, folder = "", id = ""] =
    /^\/(.*?)(?:\/?-\/)?\/?snippets\/(\d+)(?:\/|$)/.exec(new URL(trimmed).pathname) ?? [];
  return id ? toAddress(decoded(folder), id) : null;
}

function toAddress(path: string, number: string): SnippetAddress | null {
  const id = Number(number);
  const project = path.replace(/^\/+|\/+$/g, "");
  if (!Number.isSafeInteger(id) || id < 1) return null;
  return project ? { kind: "project", project, id } : { kind: "personal", id };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
