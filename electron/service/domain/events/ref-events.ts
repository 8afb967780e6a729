import type { RefUpdate } from "../../git/refs/update-refs.ts";
import { eventChannel } from "../../store/event-channel.ts";
import type { Project } from "../../store/projects/projects.ts";

/** Refs of a project that a user of the service has moved. */
export interface RefsMoved {
  readonly project: Project;
  readonly updates: readonly RefUpdate[];
  readonly userId: number | null;
  /** Whether its user said that no job is to run for it. */
  readonly skipsCi: boolean;
}

/** Emits when refs of a project of the store were moved through the service, in the transaction that records it. */
export const refsMoved = eventChannel<RefsMoved>();
