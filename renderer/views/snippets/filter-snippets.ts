import type { Snippet } from "../../../shared/api/resources/project-snippets.ts";
import type { Visibility } from "../../../shared/api/resources/projects.ts";

const orders = ["created", "updated", "title"] as const;
const kinds = ["all", "private", "internal", "public"] as const;

/** Filter and order of a list of snippets. */
export interface SnippetFilter {
  readonly text: string;
  readonly visibility: "all" | Visibility;
  readonly order: (typeof orders)[number];
}

/** Reads a filter from the parameters of an address. */
export const readFilter = (search: Readonly<Record<string, string | undefined>>): SnippetFilter => ({
  text: search.q ?? "",
  visibility: kinds.find((kind) => kind === search.visibility) ?? "all",
  order: orders.find((order) => order === search.order) ?? "created",
});

/** Returns whether a list has to be read whole for a filter: services return it newest first and unfiltered. */
export const isFiltered = ({ text, visibility, order }: SnippetFilter): boolean =>
  text.trim() !== "" || visibility !== "all" || order !== "created";

/** Returns the snippets that contain every word of the filter and have its visibility, in its order. */
export function filterSnippets(snippets: readonly Snippet[], filter: SnippetFilter): readonly Snippet[] {
  if (!isFiltered(filter)) return snippets;
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = snippets.filter((snippet) => {
    if (filter.visibility !== "all" && snippet.visibility !== filter.visibility) return false;
    const text = textOf(snippet);
    return words.every((word) => text.includes(word));
  });
  if (filter.order === "title") return matching.sort((a, b) => a.title.localeCompare(b.title));
  if (filter.order === "created") return matching;
  return matching.sort((a, b) => (b.updated_at ?? "").localeCompare(a.updated_at ?? ""));
}

const textOf = ({ title, description, file_name, files = [], author }: Snippet): string =>
  [title, description, file_name, ...files.map(({ path }) => path), author?.name, author?.username]
    .join("\n")
    .toLowerCase();
