import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";

/** Goes to an address within the app; `replace` leaves no step to go back to. */
export type Go = (href: string, options?: { readonly replace?: boolean }) => void;

export function useGo(): Go {
  const router = useRouter();
  return useCallback(
    (href, options) => (options?.replace ? router.history.replace(href) : router.history.push(href)),
    [router],
  );
}
