import { useMatch } from "@tanstack/react-router";

/**
 * Returns the path of the route that the component belongs to: not the location, which is the next one's while this one
 * is still there. Of any route, so nothing but the path is read of it.
 */
export const useRoutePath = (): string => useMatch({ strict: false, select: ({ pathname }) => pathname });
