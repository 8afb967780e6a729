import { useMatch, useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { nameTabs } from "../../state/tabs.ts";

/** Returns the account of the address. Throws outside an account's routes. */
export const useAccountRoute = () => useParams({ from: "/a/$account" });

/** Returns the account and the project (full path) of the address. Throws outside a project's routes. */
export const useProjectRoute = () => useParams({ from: "/a/$account/p/$project" });

/** Returns the project (full path) of the address, undefined outside a project's routes. */
export const useRouteProject = (): string | undefined =>
  useParams({ from: "/a/$account/p/$project", shouldThrow: false })?.project;

/**
 * Returns the path of the route that renders the component, whichever it is. The location has the next route's path
 * already while a route change is pending.
 */
export const useRoutePath = (): string => useMatch({ strict: false, select: ({ pathname }) => pathname });

/** Names the route's tab, the window's title and the last crumb after what the view shows, once it is known. */
export function useRouteName(name: string | undefined): void {
  const path = useRoutePath();
  useEffect(() => {
    if (name !== undefined) nameTabs(path, name);
  }, [path, name]);
}
