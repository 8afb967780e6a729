import { useEffect } from "react";
import { setRouteStatus } from "../../state/route-status.ts";
import { useRoutePath } from "../addresses/use-route.ts";
import { isActiveStatus } from "./ci-status.tsx";

/** Shows a state in the route's tab and the window's title. A running state is removed on leaving. */
export function useRouteStatus(status: string | undefined): void {
  const path = useRoutePath();
  useEffect(() => {
    if (status === undefined) return;
    setRouteStatus(path, status);
    return () => {
      if (isActiveStatus(status)) setRouteStatus(path, undefined);
    };
  }, [path, status]);
}
