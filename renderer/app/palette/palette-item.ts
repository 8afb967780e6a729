import type { FilterItem } from "../../ui/filter-list.tsx";

/** An entry of the palette: a link within the app, or an action. */
export interface PaletteItem extends FilterItem {
  readonly target: { readonly href: string } | { readonly run: () => void };
}
