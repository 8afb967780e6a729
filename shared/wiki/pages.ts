import { nameOf } from "../text/paths.ts";

/** Returns the title of a page without its extension: its name without folders, dashes as spaces. */
export const pageTitle = (stem: string): string => nameOf(stem).replace(/-+/g, " ");

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

/** Markup of a wiki page, as the interface names it. */
export type WikiFormat = "markdown" | "rdoc" | "asciidoc";

/** File name extensions by format; the first is the one that new pages get. */
const extensions: Readonly<Record<WikiFormat, readonly [string, ...string[]]>> = {
  markdown: ["md", "markdown", "mdown", "mkdn", "mkd"],
  rdoc: ["rdoc"],
  asciidoc: ["asciidoc", "adoc"],
};

const formats = new Map(
  (Object.keys(extensions) as WikiFormat[]).flatMap((format) =>
    extensions[format].map((extension) => [extension, format] as const),
  ),
);

/** Returns the extension of a new page of a format, without the dot. */
export const extensionOf = (format: WikiFormat): string => extensions[format][0];

/** Returns the format of a file by its extension, in any case and without the dot; undefined for no format. */
export const formatOfExtension = (extension: string): WikiFormat | undefined =>
  formats.get(extension.toLowerCase());
