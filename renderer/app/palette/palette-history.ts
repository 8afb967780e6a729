import { create } from "zustand";
import { readDocument } from "../../api/documents.ts";
import { createDocumentWriter } from "../../state/document-writer.ts";

const key = "palette";
const maxCommands = 20;

/** Ids of the commands that were recently chosen in the palette, newest first. */
export const usePaletteHistory = create<{ readonly ids: readonly string[] }>(() => ({ ids: [] }));

const writer = createDocumentWriter("recent", () => undefined);

/** Reads the stored ids, which come after what was chosen meanwhile. */
export async function loadPaletteHistory(): Promise<void> {
  const saved = await readDocument("recent", key);
  if (saved)
    usePaletteHistory.setState((state) => ({
      ids: [...new Set([...state.ids, ...saved])].slice(0, maxCommands),
    }));
}

/** Records that a command was chosen. */
export function addChosenCommand(id: string): void {
  const next = [id, ...usePaletteHistory.getState().ids.filter((entry) => entry !== id)].slice(
    0,
    maxCommands,
  );
  usePaletteHistory.setState({ ids: next });
  writer.save(key, next);
}
