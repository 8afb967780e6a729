import { nameOf } from "../text/paths.ts";

/** Returns the title of a page without its extension: its name without folders, dashes as spaces. */
export const titleOf = (stem: string): string => nameOf(stem).replace(/-+/g, " ");

/** Returns the file name of a title: spaces become dashes, as on real services. */
export const toStem = (title: string): string => title.replace(/\s/g, "-");

/**
 * Returns a form of a slug that is equal for slugs of the same page: case does not matter, nor the characters that are
 * dashes in the file names of older services.
 */
export const looseName = (slug: string): string => toStem(slug).replace(/[<>+]/g, "-").toLowerCase();

/**
 * Returns a typed title with trimmed parts. In `current`, the folder of an existing page, a name without folders stays in
 * its folder and one with a leading slash moves to the root.
 */
export function resolveTitle(title: string, current = ""): string {
  const parts = title.split("/").map((part) => part.trim().replace(/\s+/g, " "));
  const path = parts.filter((part) => part !== "").join("/");
  return current !== "" && parts.length === 1 && path !== "" ? `${current}/${path}` : path;
}
