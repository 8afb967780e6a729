import { z } from "zod";
import { create } from "zustand";
import { readDocument } from "../api/documents.ts";
import { createDocumentWriter } from "./document-writer.ts";

/** A project that was visited or pinned, with all that a list needs to draw it without asking the service. */
export const place = z.object({
  account: z.string(),
  /** Full path of the project. */
  path: z.string(),
  name: z.string(),
  /** Path of the group or user that holds it. */
  namespace: z.string(),
});
export type Place = z.output<typeof place>;

interface PlacesState {
  /** Newest first, at most {@link recentLimit}. */
  readonly recent: readonly Place[];
  /** In the user's order. */
  readonly pinned: readonly Place[];
}

const recentLimit = 30;
const list = z.array(place);
const key = "projects";

/** Recent and pinned projects of all accounts. */
export const usePlaces = create<PlacesState>(() => ({ recent: [], pinned: [] }));

const recentWriter = createDocumentWriter("recent", () => undefined);
const pinnedWriter = createDocumentWriter("pinned", () => undefined);

export async function loadPlaces(): Promise<void> {
  const [recent, pinned] = await Promise.all([
    readDocument(list, "recent", key),
    readDocument(list, "pinned", key),
  ]);
  usePlaces.setState((state) => ({
    recent: mergeRecent(state.recent, recent ?? []),
    pinned: state.pinned.length > 0 ? state.pinned : (pinned ?? []),
  }));
}

/** Notes a visit: the project becomes the most recent one. */
export function visitPlace(visited: Place): void {
  const recent = mergeRecent([visited], usePlaces.getState().recent);
  usePlaces.setState({ recent });
  recentWriter.save(key, recent);
}

/** Pins a project, or takes the pin away. */
export function togglePin(target: Place): void {
  const { pinned } = usePlaces.getState();
  const others = pinned.filter((entry) => !isSame(entry, target));
  const next = others.length < pinned.length ? others : [...pinned, target];
  usePlaces.setState({ pinned: next });
  pinnedWriter.save(key, next);
}

export const isPinned = (pinned: readonly Place[], target: Pick<Place, "account" | "path">): boolean =>
  pinned.some((entry) => isSame(entry, target));

/** Forgets what belonged to an account that was removed. */
export function forgetPlaces(account: string): void {
  const keep = (entry: Place) => entry.account !== account;
  const { recent, pinned } = usePlaces.getState();
  usePlaces.setState({ recent: recent.filter(keep), pinned: pinned.filter(keep) });
  recentWriter.save(key, recent.filter(keep));
  pinnedWriter.save(key, pinned.filter(keep));
}

const isSame = (a: Pick<Place, "account" | "path">, b: Pick<Place, "account" | "path">) =>
  a.account === b.account && a.path === b.path;

const mergeRecent = (newer: readonly Place[], older: readonly Place[]): Place[] =>
  [...newer, ...older.filter((entry) => !newer.some((other) => isSame(other, entry)))].slice(0, recentLimit);
