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
