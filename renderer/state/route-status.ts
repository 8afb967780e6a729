import { create } from "zustand";

/** States of the jobs and pipelines of routes, by the route's path; shown in tab and title. */
export const useRouteStatuses = create<Readonly<Record<string, string>>>(() => ({}));

/** Sets the state of a route; undefined removes it. */
export function setRouteStatus(path: string, status: string | undefined): void {
  if (useRouteStatuses.getState()[path] === status) return;
  useRouteStatuses.setState((states) => {
    const { [path]: _, ...others } = states;
    return status === undefined ? others : { ...others, [path]: status };
  }, true);
}

/** Returns the path of an address within the app. */
export const pathOfHref = (href: string): string => href.split(/[?#]/, 1)[0] ?? "";
