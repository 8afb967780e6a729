import type { OutputOf } from "../../../shared/api/contract/operation.ts";
import type { listWikiPageVersions } from "../../../shared/api/resources/wikis.ts";
import type { PageVersion } from "../domain/wiki/open-wiki.ts";
import type { WikiPageFile } from "../domain/wiki/page-index.ts";
import type { WikiPageText } from "../domain/wiki/read-page.ts";

/** A page as lists have it; with its content where that was read. */
export const toWikiPage = ({ slug, title, format }: WikiPageFile, text: WikiPageText | null = null) => ({
  format,
  slug,
  title,
  ...text,
});

/** A version of a page. */
export const toWikiPageVersion = (version: PageVersion): OutputOf<typeof listWikiPageVersions>[number] => ({
  id: version.id,
  short_id: version.id.slice(0, 8),
  slug: version.slug,
  title: version.message.split("\n", 1)[0] ?? "",
  message: version.message,
  author_name: version.authorName,
  author_email: version.authorEmail,
  authored_date: version.authoredAt,
});
