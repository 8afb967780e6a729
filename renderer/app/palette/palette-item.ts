import type { FilterItem } from "../../ui/filter-list.tsx";

/** An entry of the palette: goes to an address of the app, or does something. */
export interface PaletteItem extends FilterItem {
  readonly target: { readonly href: string } | { readonly run: () => void };
}
