import { z } from "zod";
import { timeNow } from "../../clock.ts";
import { parseRow, parseRows, textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";

/** Table of the merge requests on merge trains. */
export const trainTables = `
  CREATE TABLE merge_train_cars (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    merge_request_id INTEGER NOT NULL REFERENCES merge_requests (id) ON DELETE CASCADE,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    target_branch TEXT NOT NULL,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    sha TEXT NOT NULL,
    squash INTEGER,
    status TEXT NOT NULL DEFAULT 'fresh',
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    merged_at TEXT
  ) STRICT;
  CREATE INDEX merge_train_cars_by_project ON merge_train_cars (project_id, merged_at);
  CREATE UNIQUE INDEX active_merge_train_cars ON merge_train_cars (merge_request_id) WHERE merged_at IS NULL;
`;

/** Step that adds merge trains to a database of before. */
export const trainStep = `
  ${trainTables}
  ALTER TABLE projects ADD COLUMN merge_trains_enabled INTEGER NOT NULL DEFAULT 0;
`;

const carRow = z
  .object({
    id: z.int(),
    merge_request_id: z.int(),
    project_id: z.int(),
    target_branch: z.string(),
    user_id: z.int(),
    sha: z.string(),
    squash: z.int().nullable(),
    status: z.enum(["fresh", "merged", "skip_merged"]),
    created_at: z.string(),
    updated_at: z.string(),
    merged_at: textOrNull,
  })
  .transform((row) => ({
    id: row.id,
    mergeRequestId: row.merge_request_id,
    projectId: row.project_id,
    /** Target when it was added; another one ends it. */
    targetBranch: row.target_branch,
    /** User who added it; the merge is theirs. */
    userId: row.user_id,
    /** Head that is merged, and no other one. */
    sha: row.sha,
    /** Null where the merge request says it. */
    squash: row.squash === null ? null : row.squash === 1,
    /** `skip_merged`: it was merged beside the train. */
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    mergedAt: row.merged_at,
  }));

/** A merge request on the train of its target branch; the one with the smallest id is the first. */
export type TrainCar = Readonly<z.output<typeof carRow>>;

type Scope = "active" | "complete" | undefined;

/** Returns the cars of a project's trains in the order in which they were added. */
export const listCars = (store: Store, projectId: number, scope: Scope): TrainCar[] =>
  parseRows(
    carRow,
    store.all(
      `SELECT * FROM merge_train_cars WHERE project_id = ?1
         AND (?2 IS NULL OR (merged_at IS NOT NULL) = ?2) ORDER BY id`,
      projectId,
      scope === undefined ? null : Number(scope === "complete"),
    ),
  );

/** Returns all cars that are not merged yet, in the order in which they were added. */
export const listActiveCars = (store: Store): TrainCar[] =>
  parseRows(carRow, store.all("SELECT * FROM merge_train_cars WHERE merged_at IS NULL ORDER BY id"));

/** Returns the car of a merge request, the one that is not merged yet where there are several; null for none. */
export const findCar = (store: Store, mergeRequestId: number): TrainCar | null =>
  parseRow(
    carRow,
    store.get(
      "SELECT * FROM merge_train_cars WHERE merge_request_id = ? ORDER BY merged_at IS NOT NULL, id DESC",
      mergeRequestId,
    ),
  );

/** Returns the car of a merge request that is on a train now, null where it is on none. */
export function findActiveCar(store: Store, mergeRequestId: number): TrainCar | null {
  const car = findCar(store, mergeRequestId);
  return car?.mergedAt === null ? car : null;
}

type NewCar = Pick<TrainCar, "mergeRequestId" | "projectId" | "targetBranch" | "userId" | "sha" | "squash">;

/** Adds a car at the end of its train. */
export function insertCar(store: Store, car: NewCar): void {
  const now = timeNow(store);
  store.run(
    `INSERT INTO merge_train_cars
       (merge_request_id, project_id, target_branch, user_id, sha, squash, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    car.mergeRequestId,
    car.projectId,
    car.targetBranch,
    car.userId,
    car.sha,
    car.squash === null ? null : Number(car.squash),
    now,
    now,
  );
}

/** Removes a car from its train. */
export function deleteCar(store: Store, id: number): void {
  store.run("DELETE FROM merge_train_cars WHERE id = ?", id);
}

/** Records that the merge request of a car was merged, by the train or beside it. */
export function completeCar(store: Store, id: number, status: "merged" | "skip_merged"): void {
  const now = timeNow(store);
  store.run(
    "UPDATE merge_train_cars SET status = ?, merged_at = ?, updated_at = ? WHERE id = ?",
    status,
    now,
    now,
    id,
  );
}
