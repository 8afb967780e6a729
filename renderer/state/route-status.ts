import { create } from "zustand";

/** States of the jobs and pipelines that places are about, by the place's path; shown in its tab and title. */
export const usePlaceStatuses = create<Readonly<Record<string, string>>>(() => ({}));

/** Sets the state of a place; undefined forgets it. */
export function setPlaceStatus(path: string, status: string | undefined): void {
  if (usePlaceStatuses.getState()[path] === status) return;
  usePlaceStatuses.setState((states) => {
    const { [path]: _, ...others } = states;
    return status === undefined ? others : { ...others, [path]: status };
  }, true);
}

/** Returns the path of an address within the app. */
export const pathOfHref = (href: string): string => href.split(/[?#]/, 1)[0] ?? "";
