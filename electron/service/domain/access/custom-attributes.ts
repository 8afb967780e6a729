import { type AttributeOwner, listCustomAttributes } from "../../store/custom-attributes.ts";
import type { Caller } from "./access-level.ts";

/** What a request asks to be shown of groups, projects and users. */
export interface AttributesQuery {
  readonly with_custom_attributes?: boolean | undefined;
}

export type CustomAttributes = ReturnType<typeof listCustomAttributes>;

/** Returns the custom attributes of something, for administrators who ask for them; null for all others. */
export const customAttributesOf = (
  { store, user }: Caller,
  owner: AttributeOwner,
  query: AttributesQuery,
): CustomAttributes | null =>
  query.with_custom_attributes && user?.isAdmin ? listCustomAttributes(store, owner) : null;
