import { useRouterState } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";

const prefix = "helve.commits.top ";

/** Stores the scroll position of a list, in pixels, for this entry of the session history; it survives a reload. */
export function useScrollMemory(): { readonly top: number; readonly save: (top: number) => void } {
  const step = useRouterState({ select: ({ location }) => location.state.__TSR_key ?? location.href });
  const top = useMemo(() => Number(sessionStorage.getItem(prefix + step)) || 0, [step]);
  const save = useCallback(
    (pixels: number) => sessionStorage.setItem(prefix + step, String(Math.round(pixels))),
    [step],
  );
  return { top, save };
}
