import type { FilterItem } from "../../ui/filter-list.tsx";

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
