import { notFound } from "../../http/http-error.ts";
import type { PageIndex, WikiPageFile } from "./page-index.ts";

/** Returns the page of a slug. Throws 404. */
export function requirePage(pages: PageIndex, slug: string): WikiPageFile {
  const page = pages.find(slug);
  if (!page) throw notFound("Wiki Page");
  return page;
}
