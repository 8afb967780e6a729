import type { Optional } from "../../../shared/optional.ts";
import type { FilterItem } from "../../ui/lists/filter-list.tsx";
import { matchWords } from "./match-words.ts";

/** An entry of the palette: a link within the app, one whose address is looked up first, or an action. */
export interface PaletteItem extends FilterItem {
  readonly target:
    | { readonly href: string }
    | { readonly find: () => Promise<string> }
    | { readonly run: () => void };
}

/** Results of one source of the palette for a query. */
export interface FoundItems {
  readonly items: readonly PaletteItem[];
  readonly loading: boolean;
  /** Error because of which matches are missing; null where none are. */
  readonly error: unknown;
}

/** Kinds of entries that the palette searches. */
export type PaletteScope =
  | "all"
  | "actions"
  | "files"
  | "issues"
  | "merge-requests"
  | "people-and-refs"
  | "projects";

const prefixes: Readonly<Record<string, PaletteScope>> = {
  ">": "actions",
  "/": "files",
  "@": "people-and-refs",
  ":": "projects",
  "!": "merge-requests",
  "#": "issues",
};

/** Parses a typed text, whose first character may select a scope. */
export function parsePaletteText(typed: string): { readonly scope: PaletteScope; readonly text: string } {
  const scope = prefixes[typed.charAt(0)];
  return scope ? { scope, text: typed.slice(1).trim() } : { scope: "all", text: typed.trim() };
}

/** An entry that can be ranked: a name, and keywords. */
interface Rankable
  extends Optional<{
    keywords: string;
  }> {
  readonly label: string;
  /** Added to the score where there is a match: 0.1 for recently used entries. */
  readonly boost?: number;
}

/** A matching entry, with the matched positions in its label. */
interface Ranked<T>
  extends Optional<{
    /** The keyword that matches where the label does not. */
    keyword: string;
  }> {
  readonly item: T;
  readonly positions: readonly number[];
}

/** Worth of a match in the keywords, which one in the name exceeds. */
const keywordShare = 0.8;

/** Returns the matching entries, best first; all of them in their order while nothing is typed. */
export function rank<T extends Rankable>(items: readonly T[], typed: string, limit: number): Ranked<T>[] {
  if (!typed) return items.slice(0, limit).map((item) => ({ item, positions: [] }));
  const found = items.flatMap((item) => {
    const own = matchWords(typed, item.label);
    const inKeywords = item.keywords ? matchWords(typed, item.keywords) : null;
    // Nobody would see why: keywords are not shown, and a single one at most is named.
    const other = inKeywords?.isLoose ? null : inKeywords;
    if (!own && !other) return [];
    const score = Math.max(own?.score ?? 0, (other?.score ?? 0) * keywordShare) + (item.boost ?? 0);
    const keyword = own ? undefined : wordAt(item.keywords, other?.positions[0]);
    return [{ item, score, positions: own?.positions ?? [], keyword }];
  });
  return found
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ item, positions, keyword }) => ({ item, positions, keyword }));
}

/** Returns the word of a text that has the character at an offset. */
function wordAt(text = "", offset = 0): string | undefined {
  return text.slice(text.lastIndexOf(" ", offset) + 1).split(" ")[0];
}
