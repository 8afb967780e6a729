import type { TypedDocument } from "../../shared/documents/shapes.ts";
import { createStoredValues, useStoredValue } from "./stored-value.ts";

/** A group whose deletion was requested and is not confirmed yet. */
export type GroupDeletion = Readonly<TypedDocument<"layout", "group-deletions">["value"][number]>;

const values = createStoredValues("layout", "group-deletions", []);
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
