import { int, parseColumn } from "../rows.ts";
import type { Store } from "../store.ts";

/** Stars a project for a user. */
export function starProject(store: Store, userId: number, projectId: number): void {
  store.run("INSERT INTO stars (user_id, project_id) VALUES (?, ?)", userId, projectId);
}

/** Sets or removes a user's star and counts it; does nothing where it is so already. */
export function changeStar(store: Store, userId: number, projectId: number, isStarred: boolean): void {
  if (listStarred(store, userId).has(projectId) === isStarred) return;
  store.transaction(() => {
    if (isStarred) starProject(store, userId, projectId);
    else store.run("DELETE FROM stars WHERE user_id = ? AND project_id = ?", userId, projectId);
    const step = isStarred ? 1 : -1;
    store.run("UPDATE projects SET star_count = max(0, star_count + ?) WHERE id = ?", step, projectId);
  });
}

/** Returns the ids of the projects that a user has starred. */
export const listStarred = (store: Store, userId: number): ReadonlySet<number> =>
  new Set(
    parseColumn("project_id", int, store.all("SELECT project_id FROM stars WHERE user_id = ?", userId)),
  );
