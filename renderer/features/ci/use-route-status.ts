import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { setRouteStatus } from "../../state/route-status.ts";
import { isActiveStatus } from "./status-look.ts";

/** Shows a state in this place's tab and in the window's title. One that goes on is forgotten on leaving: it would age. */
export function useRouteStatus(status: string | undefined): void {
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    if (status === undefined) return;
    setRouteStatus(path, status);
    return () => {
      if (isActiveStatus(status)) setRouteStatus(path, undefined);
    };
  }, [path, status]);
}
