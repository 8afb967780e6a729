/** The title that a page without its extension shows: its name without folders, dashes as spaces. */
export const titleOf = (stem: string): string => stem.slice(stem.lastIndexOf("/") + 1).replace(/-+/g, " ");

/** The file name of a title: spaces become dashes, as real services do it. */
export const toStem = (title: string): string => title.replace(/\s/g, "-");

/**
 * What two slugs have in common that name the same page: case does not matter, nor the signs that are dashes in the file
 * names of older services.
 */
export const looseName = (slug: string): string => toStem(slug).replace(/[<>+]/g, "-").toLowerCase();

/**
 * A title as it was typed, with white space at the edges of its parts removed. In `current`, the folder of a page that
 * is there already, a name without folders stays in its folder and one with a leading slash moves to the root.
 */
export function resolveTitle(title: string, current = ""): string {
  const parts = title.split("/").map((part) => part.trim().replace(/\s+/g, " "));
  const path = parts.filter((part) => part !== "").join("/");
  return current !== "" && parts.length === 1 && path !== "" ? `${current}/${path}` : path;
}

/** The folder of a slug; empty at the root. */
export const folderOf = (slug: string): string => slug.slice(0, Math.max(0, slug.lastIndexOf("/")));
