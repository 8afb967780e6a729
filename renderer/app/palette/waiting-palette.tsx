import { SearchBox } from "../../ui/search-box.tsx";
import styles from "./command-palette.module.css";
import { closePalette, setPaletteQuery, usePalette } from "./palette-state.ts";

/** The palette's field alone, while the code of the palette loads: neither text typed right after the shortcut nor Enter is lost. */
export function WaitingPalette() {
  const { open, query, isLoaded } = usePalette();
  if (!open || isLoaded) return null;
  return (
    <div className={styles.palette} role="dialog" data-state="open" aria-label="Search and commands">
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
