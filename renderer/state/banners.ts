import { useLayoutEffect } from "react";
import { create } from "zustand";

/** Lasting states with a line above the view, the one that explains most first: a service that is away stops lists too. */
const kinds = ["connection", "folder", "list", "moves"] as const;
export type BannerKind = (typeof kinds)[number];

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
