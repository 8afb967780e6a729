import { useMatch } from "@tanstack/react-router";
import { useEffect } from "react";
import { nameTabs } from "../../state/tabs.ts";

/** Names the route's tab, the window's title and the last crumb after what the view shows, once it is known. */
export function useRouteName(name: string | undefined): void {
  // Not the location, which is the next one's while this one is still there.
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname });
  useEffect(() => {
    if (name !== undefined) nameTabs(path, name);
  }, [path, name]);
}
