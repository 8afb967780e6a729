import { useMatch } from "@tanstack/react-router";
import { useEffect } from "react";
import { setRouteStatus } from "../../state/route-status.ts";
import { isActiveStatus } from "./status-style.ts";

/** Shows a state in the route's tab and the window's title. A running state is removed on leaving. */
export function useRouteStatus(status: string | undefined): void {
  // Not the location, which is the next one's while this one is still there.
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname });
  useEffect(() => {
    if (status === undefined) return;
    setRouteStatus(path, status);
    return () => {
      if (isActiveStatus(status)) setRouteStatus(path, undefined);
    };
  }, [path, status]);
}
