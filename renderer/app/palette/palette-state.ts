import { create } from "zustand";

interface PaletteState {
  readonly open: boolean;
  readonly query: string;
  /** Whether the palette is mounted; before that, its field alone is shown. */
  readonly isLoaded: boolean;
}

export const usePalette = create<PaletteState>(() => ({ open: false, query: "", isLoaded: false }));

/** Opens the palette with a text: "" for everything, `>` actions, `/` files, `@` refs, `:` projects. */
export const openPalette = (query = ""): void => usePalette.setState({ open: true, query });
export const closePalette = (): void => usePalette.setState({ open: false });
export const setPaletteQuery = (query: string): void => usePalette.setState({ query });
