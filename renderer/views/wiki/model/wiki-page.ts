import type { WikiPage } from "../../../../shared/api/resources/wikis.ts";
import { LineKeeper, toTyped } from "../../../../shared/text/line-ends.ts";
import { folderOf } from "../../../../shared/text/paths.ts";
import { looseName, resolveTitle, toStem } from "../../../../shared/wiki/pages.ts";
import { titleOfSlug } from "../../../features/addresses/wiki-address.ts";
import type { WikiText } from "../../../state/wiki-drafts.ts";

/** Returns the slug that a service generates for a title with its folders. */
export const slugOfTitle = (title: string): string => toStem(resolveTitle(title));

/** Returns a page's title with its folders, for the title field. */
export const fullTitle = (page: { readonly slug: string; readonly title: string }): string => {
  const folder = folderOf(page.slug);
  return folder ? `${folder.split("/").map(titleOfSlug).join("/")}/${page.title}` : page.title;
};

/**
 * The title to send with a change of a page, so that it gets this full title: a name without folders would stay in the
 * page's folder, so that one at the root has a leading slash.
 */
export const titleToSend = (full: string, slug: string): string => {
  const title = resolveTitle(full);
  return folderOf(slug) !== "" && !title.includes("/") ? `/${title}` : title;
};

/** Returns whether two slugs name the same page, ignoring case and the kind of whitespace. */
export const isSamePage = (a: string, b: string): boolean => looseName(a) === looseName(b);

/** Returns why a title is invalid; null where it is valid. */
export function titleProblem(title: string): string | null {
  const fullTitle = resolveTitle(title);
  if (fullTitle === "") return "Enter a title.";
  const parts = fullTitle.split("/");
  if (parts.some((part) => part === "." || part === "..")) return "A folder cannot be “.” or “..”.";
  if (parts.some((part) => new TextEncoder().encode(part).length > 245)) return "The title is too long.";
  return null;
}

/** The base version of an edit. */
export const textOfPage = (page: WikiPage): WikiText => ({
  title: fullTitle(page),
  content: page.content ?? "",
  format: page.format,
});

/** Returns a page's text with another one below it, whose lines end as the page's do. */
export function appendText(page: string, added: string): string {
  const typed = toTyped(page);
  const gap = typed === "" ? "" : typed.endsWith("\n") ? "\n" : "\n\n";
  return new LineKeeper(page).retype(page, typed + gap + toTyped(added));
}

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

/** Returns the name of a markup format; an unknown one as the service sends it. */
export const formatLabel = (format: string): string =>
  formats.find(({ value }) => value === format)?.label ?? format;

/** The markup of an attachment in a page's own format; `markdown` is the service's proposal. */
export function attachmentMarkup(format: string, name: string, path: string, markdown: string): string {
  if (format === "markdown") return markdown;
  const isImage = markdown.startsWith("!");
  if (format === "asciidoc") return isImage ? `image::${path}[${name}]` : `link:${path}[${name}]`;
  return `{${name}}[link:${path}]`;
}
