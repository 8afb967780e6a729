import { useEffect } from "react";
import { nameTabs } from "../../state/tabs.ts";
import { useRoutePath } from "./use-route-path.ts";

/** Names the route's tab, the window's title and the last crumb after what the view shows, once it is known. */
export function useRouteName(name: string | undefined): void {
  const path = useRoutePath();
  useEffect(() => {
    if (name !== undefined) nameTabs(path, name);
  }, [path, name]);
}
