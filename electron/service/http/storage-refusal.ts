import { describeStorageProblem, storageProblemOf } from "../../system/storage-error.ts";
import type { Store } from "../store/store.ts";
import { HttpError } from "./http-error.ts";

/**
 * Returns the refusal of a request that the disk of the service's data has stopped: 507, with the reason and the folder.
 * Null for other errors.
 */
export function storageRefusal({ folder }: Store, error: unknown): HttpError | null {
  const reason = storageProblemOf(error, folder);
  if (reason === null) return null;
  const message = `${describeStorageProblem(reason, folder)} Nothing was changed.`;
  return new HttpError(507, { message, reason, details: { folder } });
}
