import { create } from "zustand";

interface PaletteState {
  readonly open: boolean;
  readonly query: string;
  /** Whether the palette is mounted and had the focus; before that, its field alone is shown. */
  readonly isLoaded: boolean;
  /** The text at which Enter was pressed before the palette was mounted: its first item is to be chosen. */
  readonly awaited: string | null;
}

export const usePalette = create<PaletteState>(() => ({
  open: false,
  query: "",
  isLoaded: false,
  awaited: null,
}));

/** Opens the palette with a text: "" for everything, `>` actions, `/` files, `@` refs, `:` projects. */
export const openPalette = (query = ""): void => usePalette.setState({ open: true, query, awaited: null });
export const closePalette = (): void => usePalette.setState({ open: false, awaited: null });
export const setPaletteQuery = (query: string): void => usePalette.setState({ query });
