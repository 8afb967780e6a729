/** Formats of pages with their API names and labels. */
export const formats = [
  { value: "markdown", label: "Markdown" },
  { value: "rdoc", label: "RDoc" },
  { value: "asciidoc", label: "AsciiDoc" },
] as const;

export type PageFormat = (typeof formats)[number]["value"];

/** Returns a format that can be sent: Markdown for an unknown one. */
export const knownFormat = (format: string): PageFormat =>
  formats.find(({ value }) => value === format)?.value ?? "markdown";

export const formatLabel = (format: string): string =>
  formats.find(({ value }) => value === format)?.label ?? format;

/** The markup of an attachment in a page's own format; `markdown` is the service's proposal. */
export function attachmentMarkup(format: string, name: string, path: string, markdown: string): string {
  if (format === "markdown") return markdown;
  const isImage = markdown.startsWith("!");
  if (format === "asciidoc") return isImage ? `image::${path}[${name}]` : `link:${path}[${name}]`;
  return `{${name}}[link:${path}]`;
}
