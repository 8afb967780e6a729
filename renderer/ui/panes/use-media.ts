import { useCallback, useSyncExternalStore } from "react";

/** The host, which draws the first frame, does not know the window. */
const drawnWide = () => false;

/** Returns whether a media query matches, as it changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches, drawnWide);
}
