import { useLayoutEffect } from "react";
import { create } from "zustand";
import type { HostEvent } from "../../shared/host/events.ts";

/** Lasting states with a line above the view, the one that explains most first: a service that is away stops lists too. */
const kinds = ["connection", "folder", "archived", "list", "moves"] as const;
type BannerKind = (typeof kinds)[number];

/** Number of components that registered each kind. */
type Wanted = Readonly<Partial<Record<BannerKind, number>>>;
const useWanted = create<Wanted>(() => ({}));

/** Registers a banner, until the returned function is called. */
export function registerBanner(kind: BannerKind): () => void {
  const add = (change: 1 | -1) => useWanted.setState((wanted) => ({ [kind]: (wanted[kind] ?? 0) + change }));
  add(1);
  return () => add(-1);
}

/** Returns the banner that is shown: of those that are registered only the first, they never stack. */
export const shownBanner = (wanted: Wanted = useWanted.getState()): BannerKind | undefined =>
  kinds.find((kind) => (wanted[kind] ?? 0) > 0);

/** Registers a banner while it is wanted, and returns whether it is the one to show. */
export function useBanner(kind: BannerKind, isWanted: boolean): boolean {
  // Before anything is drawn, so that nothing flashes.
  useLayoutEffect(() => (isWanted ? registerBanner(kind) : undefined), [kind, isWanted]);
  return useWanted((wanted) => shownBanner(wanted) === kind) && isWanted;
}

export type RefsMovedEvent = Extract<HostEvent, { type: "refs-moved" }>;

/** Stored events of all projects. */
const maxEvents = 50;

/** Moves of refs on disk outside Helve that were not dismissed yet, newest first. */
export const useRefMoves = create<{ readonly recent: readonly RefsMovedEvent[] }>(() => ({ recent: [] }));

/** Stores an event for the notice of its project. The event of a restored folder replaces that of its absence. */
export function addRefMoves(event: RefsMovedEvent): void {
  useRefMoves.setState(({ recent }) => {
    const others = recent.filter((known) => !isSameProject(known, event) || known.moved.length > 0);
    const worthIt = event.moved.length > 0 || event.state !== "ready";
    return { recent: (worthIt ? [event, ...others] : others).slice(0, maxEvents) };
  });
}

/** Removes the events of a project. */
export function dismissRefMoves(project: Pick<RefsMovedEvent, "accountId" | "projectId">): void {
  useRefMoves.setState(({ recent }) => ({
    recent: recent.filter((known) => !isSameProject(known, project)),
  }));
}

const isSameProject = (
  a: Pick<RefsMovedEvent, "accountId" | "projectId">,
  b: Pick<RefsMovedEvent, "accountId" | "projectId">,
): boolean => a.accountId === b.accountId && a.projectId === b.projectId;
