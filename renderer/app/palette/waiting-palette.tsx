import { useEffect, useRef } from "react";
import { create } from "zustand";
import { SearchBox } from "../../ui/forms/search-box.tsx";
import { useFocusReturn } from "../../ui/overlays/use-focus-return.ts";
import styles from "./command-palette.module.css";

/** The palette's field alone, while the code of the palette loads: neither text typed right after the shortcut nor Enter is lost. */
export function WaitingPalette() {
  const { open, query, isLoaded } = usePalette();
  const isShown = open && !isLoaded;
  const wasShown = useRef(false);
  const { content, returnFocus } = useFocusReturn(isShown);
  useEffect(() => {
    if (wasShown.current && !open) returnFocus(new Event("close"));
    wasShown.current = isShown;
  });
  if (!isShown) return null;
  return (
    <div
      ref={content}
      className={styles.palette}
      role="dialog"
      data-state="open"
      aria-label="Search and commands"
    >
      <SearchBox
        label="Search and commands"
        placeholder="Loading…"
        value={query}
        onChange={setPaletteQuery}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Escape") closePalette();
          if (event.key === "Enter") usePalette.setState({ awaited: query });
        }}
        list=""
        active={undefined}
        loading
        size="l"
      />
    </div>
  );
}

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
