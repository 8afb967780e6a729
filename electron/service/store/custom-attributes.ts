import { z } from "zod";
import type { Store } from "./store.ts";

/** Owner of a custom attribute. */
export interface AttributeOwner {
  readonly kind: "group" | "project" | "user";
  readonly id: number;
}

const attributeRow = z.object({ key: z.string(), value: z.string() });
const columns = { group: "group_id", project: "project_id", user: "user_id" } as const;

/** Returns the custom attributes of a group, project or user, by key. */
export const listCustomAttributes = (store: Store, { kind, id }: AttributeOwner) =>
  store
    .all(`SELECT key, value FROM custom_attributes WHERE ${columns[kind]} = ? ORDER BY key`, id)
    .map((row) => attributeRow.parse(row));

/** Sets the value of a custom attribute. */
export function setCustomAttribute(
  store: Store,
  { kind, id }: AttributeOwner,
  key: string,
  value: string,
): void {
  store.run(
    `INSERT INTO custom_attributes (${columns[kind]}, key, value) VALUES (?, ?, ?)
     ON CONFLICT (${columns[kind]}, key) DO UPDATE SET value = excluded.value`,
    id,
    key,
    value,
  );
}

/** Returns whether something has every one of the given values. */
export const hasCustomAttributes = (
  store: Store,
  { kind, id }: AttributeOwner,
  wanted: Readonly<Record<string, string>>,
): boolean =>
  Object.entries(wanted).every(
    ([key, value]) =>
      store.get(
        `SELECT 1 FROM custom_attributes WHERE ${columns[kind]} = ? AND key = ? AND value = ?`,
        id,
        key,
        value,
      ) !== undefined,
  );
