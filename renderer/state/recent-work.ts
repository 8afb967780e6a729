import { useEffect } from "react";
import { create } from "zustand";
import type { SingleDocument } from "../../shared/documents/shapes.ts";
import { readDocument } from "../api/documents.ts";
import { createDocumentWriter } from "./document-writer.ts";

const key = "work";
const maxEntries = 20;

/** A file, merge request or commit that was opened. */
export type RecentWork = SingleDocument<"recent", "work">[number];

/** Work that was opened, newest first. */
export const useRecentWorkList = create<{ readonly work: readonly RecentWork[] }>(() => ({ work: [] }));

const writer = createDocumentWriter("recent", () => undefined);
/** Whether the stored list was read: until then nothing is written, since that would replace it. */
let isLoaded = false;

/** Reads the stored list, and adds what was opened meanwhile. */
export async function loadRecentWork(): Promise<void> {
  const stored = await readDocument("recent", key);
  const { work } = useRecentWorkList.getState();
  isLoaded = true;
  useRecentWorkList.setState({ work: merge(work, stored ?? []) });
}

/** Records that a file, merge request or commit was opened. */
function addRecentWork(entry: RecentWork): void {
  const { work } = useRecentWorkList.getState();
  const next = merge([entry], work);
  if (JSON.stringify(next) === JSON.stringify(work)) return;
  useRecentWorkList.setState({ work: next });
  if (isLoaded) writer.save(key, next);
}

const merge = (newer: readonly RecentWork[], older: readonly RecentWork[]): readonly RecentWork[] =>
  [...newer, ...older.filter(({ href }) => !newer.some((entry) => entry.href === href))].slice(0, maxEntries);

/** Makes what is shown the work that was opened last, once its name is known; null for what is no such work. */
export function useRecentWork(entry: RecentWork | null): void {
  const text = entry && JSON.stringify(entry);
  useEffect(() => {
    if (text !== null) addRecentWork(JSON.parse(text));
  }, [text]);
}
