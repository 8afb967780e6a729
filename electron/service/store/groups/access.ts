import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { timeNow } from "../../clock.ts";
import { listProjectShares } from "../projects/project-shares.ts";
import type { Project } from "../projects/projects.ts";
import { parseCount } from "../rows.ts";
import type { Store } from "../store.ts";
import { ancestorsOf } from "./groups.ts";

/** Condition that a membership has not ended, with the day of today. */
const isCurrent = "(expires_at IS NULL OR expires_at > ?)";
const today = (store: Store): string => timeNow(store).slice(0, 10);

/** Access that a user has in a group: given there or in the groups above; 0 for none. */
export function groupAccess(store: Store, groupId: number, userId: number): number {
  const levels = ancestorsOf(store, groupId).map(({ id }) => {
    const row = store.get(
      `SELECT access_level FROM members WHERE user_id = ? AND group_id = ? AND ${isCurrent}`,
      userId,
      id,
      today(store),
    );
    return parseCount("access_level", row);
  });
  return Math.max(0, ...levels);
}

/** Access levels in a project by their origin; 0 for none. */
export interface ProjectAccess {
  readonly own: number;
  readonly group: number;
}

/** Access given in the project itself, and through its group and the groups it is shared with; 0 for none. */
export function projectAccess(
  store: Store,
  project: Pick<Project, "id" | "groupId" | "userId">,
  userId: number,
): ProjectAccess {
  const row = store.get(
    `SELECT access_level FROM members WHERE user_id = ? AND project_id = ? AND ${isCurrent}`,
    userId,
    project.id,
    today(store),
  );
  const owns = project.userId === userId ? accessLevels.owner : 0;
  return {
    own: Math.max(owns, parseCount("access_level", row)),
    group: Math.max(
      project.groupId === null ? 0 : groupAccess(store, project.groupId, userId),
      ...listProjectShares(store, project.id).map(({ groupId, accessLevel }) =>
        Math.min(accessLevel, groupAccess(store, groupId, userId)),
      ),
    ),
  };
}
