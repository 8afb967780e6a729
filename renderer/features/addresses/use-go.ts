import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";

/** Navigates to an address within the app; `replace` replaces the history entry. */
export type Go = (href: string, options?: { readonly replace?: boolean }) => void;

export function useGo(): Go {
  const { history } = useRouter();
  return useCallback(
    // The address that is shown already is loaded again, and is not a further step of the history.
    (href, { replace = href === history.location.href } = {}) =>
      replace ? history.replace(href) : history.push(href),
    [history],
  );
}
