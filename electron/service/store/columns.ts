import { z } from "zod";

/** A boolean column: 0 or 1. */
export const flag = z.literal([0, 1]).transform((value) => value === 1);

/** A column that holds a JSON array of texts. */
export const texts = z.string().transform((json) => z.array(z.string()).readonly().parse(JSON.parse(json)));

/** Who may see a project or group. */
export const visibility = z.enum(["private", "internal", "public"]);

/** A column that may be NULL. */
export const textOrNull = z.string().nullable();
export const intOrNull = z.int().nullable();
