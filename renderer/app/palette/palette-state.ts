import { create } from "zustand";

export const usePalette = create<{ readonly open: boolean; readonly query: string }>(() => ({
  open: false,
  query: "",
}));

/** Opens the palette with a text: "" for everything, `>` actions, `/` files, `@` refs, `:` projects. */
export const openPalette = (query = ""): void => usePalette.setState({ open: true, query });
export const closePalette = (): void => usePalette.setState({ open: false });
export const setPaletteQuery = (query: string): void => usePalette.setState({ query });
