import { type AttributeOwner, listCustomAttributes } from "../../store/custom-attributes.ts";
import type { Caller } from "./access-level.ts";

/** Parameters by which a request includes or filters by custom attributes. */
export interface AttributesQuery {
  readonly with_custom_attributes?: boolean;
}

export type CustomAttributes = ReturnType<typeof listCustomAttributes>;

/** Returns the custom attributes of something, for administrators who request them; null for all others. */
export const customAttributesOf = (
  { store, user }: Caller,
  owner: AttributeOwner,
  query: AttributesQuery,
): CustomAttributes | null =>
  query.with_custom_attributes && user?.isAdmin ? listCustomAttributes(store, owner) : null;
