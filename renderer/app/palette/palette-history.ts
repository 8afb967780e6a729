import { create } from "zustand";
import type { SingleDocument } from "../../../shared/documents/shapes.ts";
import { readDocument } from "../../api/documents.ts";
import { createDocumentWriter } from "../../state/document-writer.ts";

const keys = { commands: "palette", work: "work" } as const;
const maxCommands = 20;
const maxWork = 20;

/** A file, merge request or commit that was opened. */
export type RecentWork = SingleDocument<"recent", "work">[number];

interface PaletteHistory {
  /** Ids of the commands that were recently chosen in the palette, newest first. */
  readonly ids: readonly string[];
  /** Entries that were opened, newest first. */
  readonly work: readonly RecentWork[];
}

/** Entries that were used recently, which the palette shows first. */
export const usePaletteHistory = create<PaletteHistory>(() => ({ ids: [], work: [] }));

const writer = createDocumentWriter("recent", () => undefined);
/** Whether the stored lists were read: until then nothing is written, since that would replace them. */
let isLoaded = false;

/** Reads the stored lists, and adds what was used meanwhile. */
export async function loadPaletteHistory(): Promise<void> {
  const [ids, work] = await Promise.all([
    readDocument("recent", keys.commands),
    readDocument("recent", keys.work),
  ]);
  const own = usePaletteHistory.getState();
  isLoaded = true;
  usePaletteHistory.setState({
    ids: [...new Set([...own.ids, ...(ids ?? [])])].slice(0, maxCommands),
    work: mergeWork(own.work, work ?? []),
  });
}

/** Records that a command was chosen. */
export function addChosenCommand(id: string): void {
  const next = [id, ...usePaletteHistory.getState().ids.filter((entry) => entry !== id)].slice(
    0,
    maxCommands,
  );
  usePaletteHistory.setState({ ids: next });
  if (isLoaded) writer.save(keys.commands, next);
}

/** Records that a file, merge request or commit was opened. */
export function addRecentWork(entry: RecentWork): void {
  const { work } = usePaletteHistory.getState();
  const next = mergeWork([entry], work);
  if (JSON.stringify(next) === JSON.stringify(work)) return;
  usePaletteHistory.setState({ work: next });
  if (isLoaded) writer.save(keys.work, next);
}

const mergeWork = (newer: readonly RecentWork[], older: readonly RecentWork[]): readonly RecentWork[] =>
  [...newer, ...older.filter(({ href }) => !newer.some((entry) => entry.href === href))].slice(0, maxWork);
