import type { FilterItem } from "../../ui/filter-list.tsx";

/** An entry of the palette: a link within the app, one whose address is looked up first, or an action. */
export interface PaletteItem extends FilterItem {
  readonly target:
    | { readonly href: string }
    | { readonly find: () => Promise<string> }
    | { readonly run: () => void };
}

/** What one source of the palette has for a query. */
export interface FoundItems {
  readonly items: readonly PaletteItem[];
  readonly loading: boolean;
  /** Why the source has not all that matches; null where it has. */
  readonly error: unknown;
}
