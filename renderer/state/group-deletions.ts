import { z } from "zod";
import { createStoredValues, useStoredValue } from "./stored-value.ts";

const deletion = z.object({
  account: z.string(),
  id: z.int(),
  path: z.string(),
  /** Projects in the group and below it when its deletion was requested; null where the service does not count. */
  projects: z.int().nullable(),
});

/** A group whose deletion was requested and is not confirmed yet. */
export type GroupDeletion = Readonly<z.output<typeof deletion>>;

const values = createStoredValues("layout", "group-deletions", z.array(deletion), []);
const key = "group-deletions";

/** Returns the groups that are being deleted, also those of an earlier run. */
export const useGroupDeletions = (): readonly GroupDeletion[] => useStoredValue(values, key).value;

const isSame = (a: GroupDeletion, b: GroupDeletion): boolean => a.account === b.account && a.id === b.id;

/** Follows the deletion of a group until it is gone. */
export const followGroupDeletion = (added: GroupDeletion): void =>
  values.change(key, (now) => [...now.filter((one) => !isSame(one, added)), added]);

/** Stops following the deletion of a group. */
export const endGroupDeletion = (ended: GroupDeletion): void =>
  values.change(key, (now) => now.filter((one) => !isSame(one, ended)));
