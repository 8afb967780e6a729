import { folderOf } from "../../../../shared/text/paths.ts";
import { looseName, resolveTitle, toStem } from "../../../../shared/wiki/page-titles.ts";
import { titleOfSlug } from "../../../features/addresses/wiki-address.ts";

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
