import { create } from "zustand";
import type { HostEvent } from "../../shared/host/events.ts";

export type RefsMoved = Extract<HostEvent, { type: "refs-moved" }>;

/** Stored events of all projects. */
const maxEvents = 50;

/** Moves of refs on disk outside Helve that were not dismissed yet, newest first. */
export const useRefMoves = create<{ readonly recent: readonly RefsMoved[] }>(() => ({ recent: [] }));

/** Stores an event for the notice of its project. The event of a restored folder replaces that of its absence. */
export function addRefMoves(event: RefsMoved): void {
  useRefMoves.setState(({ recent }) => {
    const others = recent.filter((known) => !isSameProject(known, event) || known.moved.length > 0);
    const worthIt = event.moved.length > 0 || event.state !== "ready";
    return { recent: (worthIt ? [event, ...others] : others).slice(0, maxEvents) };
  });
}

/** Removes the events of a project. */
export function dismissRefMoves(project: Pick<RefsMoved, "accountId" | "projectId">): void {
  useRefMoves.setState(({ recent }) => ({
    recent: recent.filter((known) => !isSameProject(known, project)),
  }));
}

const isSameProject = (
  a: Pick<RefsMoved, "accountId" | "projectId">,
  b: Pick<RefsMoved, "accountId" | "projectId">,
): boolean => a.accountId === b.accountId && a.projectId === b.projectId;
