import type { CustomAttributes } from "../domain/access/custom-attributes.ts";

/** Returns the field of custom attributes; none where they are not shown. */
export const toCustomAttributes = (attributes: CustomAttributes | null) =>
  attributes ? { custom_attributes: attributes } : {};
